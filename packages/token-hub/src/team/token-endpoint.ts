import { HubError } from "../errors.ts";
import type { ServedToken } from "./served-token.ts";
import type { TeamEndpointDependencies } from "./team-endpoint-dependencies.ts";
import type { NativeEndpoint } from "../http/endpoint.ts";
import { jsonReply, type Reply } from "../http/reply.ts";

/** `GET /v1/apps/{appid}/token`: the current token. Returned from memory, without waiting, whenever there is a good one. */
export function tokenEndpoint({
  hub,
  callers,
}: Pick<TeamEndpointDependencies, "hub" | "callers">): NativeEndpoint {
  return {
    isNative: true,
    method: "GET",
    path: "/v1/apps/{appid}/token",
    handle(call) {
      const caller = callers.authenticateRead(call);
      const appid = call.path["appid"] ?? "";
      if (!caller.may("token", appid)) throw new HubError("forbidden", { detail: `token for ${caller.id}` });
      const token = hub.tokenAtOnce(appid);
      return token === undefined ? hub.token(appid).then(tokenReply) : tokenReply(token);
    },
  };
}

/** A token as it is returned. */
export function tokenReply({ accessToken, version, expiresInSeconds }: ServedToken): Reply {
  return jsonReply(JSON.stringify({ access_token: accessToken, version, expires_in: expiresInSeconds }));
}
