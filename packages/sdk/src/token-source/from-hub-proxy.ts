import type { DataCaller, DataCallOptions } from "../data-caller.ts";
import { HubClient } from "../hub/hub-client.ts";
import type { Hub, HubCaller } from "../hub/hub.ts";
import { wallClockNow } from "../platform.ts";
import { readEnvelope } from "../read-envelope.ts";
import { withReadAttempts } from "../send-request.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";

/**
 * Calls that go through a token hub, which adds the token: none ever comes to this process, and none is ever
 * refused because a newer one was made, since the hub lets no call run while it renews.
 *
 * @example
 * ```ts
 * import { createClient, fromHubProxy } from "@survey-open-platform/sdk";
 *
 * const { CALLER_ID: callerId = "", CALLER_SECRET: callerSecret = "" } = process.env;
 * const hub = { hubUrl: "https://hub.internal" };
 * const source = fromHubProxy(hub, { appid: "my_team", callerId, callerSecret });
 * export const client = createClient({ source });
 * ```
 */
export function fromHubProxy(hub: Hub, caller: HubCaller): DataCaller {
  const client = new HubClient(hub, caller);
  const prefix = `/proxy/${encodeURIComponent(caller.appid)}`;
  return {
    call: async <Data>(path: string, options: DataCallOptions = {}) => {
      // Anything else would continue the appid.
      if (!path.startsWith("/")) throw new SurveyPlatformError("invalid_argument", { parameter: "path" });
      // Which payload a path has is the caller's knowledge, as the type parameter says.
      return (await callThrough(client, prefix + path, options)) as Data;
    },
  };
}

async function callThrough(
  client: HubClient,
  path: string,
  { method = "GET", query, body, signal, idempotencyKey }: DataCallOptions,
): Promise<unknown> {
  const { platform } = client;
  const attempt = async () => {
    const response = await client.send({ path, method, query, body, signal, idempotencyKey });
    return readEnvelope(response, { secrets: client.secrets, wallClock: () => wallClockNow(platform) });
  };
  const isRepeatable = method === "GET" || idempotencyKey !== undefined;
  return await (isRepeatable ? withReadAttempts(platform, signal, attempt) : attempt());
}
