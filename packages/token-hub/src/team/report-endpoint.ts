import { z } from "zod";
import type { Caller, CallerAuthenticator } from "../callers/caller.ts";
import { HubError } from "../errors.ts";
import type { DeadTokenReport } from "./served-token.ts";
import type { TeamEndpointDependencies } from "./team-endpoint-dependencies.ts";
import type { FetchEndpoint } from "../http/endpoint.ts";
import { admitJson } from "../callers/json-call.ts";
import { responseOf } from "../http/reply.ts";
import { tokenReply } from "./token-endpoint.ts";

const shape = z.strictObject({ version: z.int().min(1).max(Number.MAX_SAFE_INTEGER) });

/**
 * `POST /v1/apps/{appid}/token/report {version}`: a data call was refused with that version. Returns a newer token,
 * or the same one when the platform still takes it.
 */
export function reportEndpoint({ hub, callers }: TeamEndpointDependencies): FetchEndpoint {
  return {
    method: "POST",
    path: "/v1/apps/{appid}/token/report",
    async handle(call) {
      const appid = call.path["appid"] ?? "";
      const { caller, said } = await admitJson(callers, call, {
        shape,
        check(one) {
          if (!one.may("report", appid)) throw new HubError("forbidden", { detail: `report by ${one.id}` });
        },
      });
      return responseOf(tokenReply(await hub.report(appid, reportOf(said.version, caller, callers))));
    },
  };
}

/** A caller's report, which takes from its budget as soon as the platform is to be asked. */
export function reportOf(version: number, caller: Caller, callers: CallerAuthenticator): DeadTokenReport {
  return { version, actor: caller.id, beforeProbe: () => callers.consumeReport(caller) };
}
