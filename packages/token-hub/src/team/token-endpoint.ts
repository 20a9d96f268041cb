import { HubError } from "../errors.ts";
import type { ServedToken } from "./served-token.ts";
import type { TeamEndpointDependencies } from "./team-endpoint-dependencies.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { responseHeaders } from "../http/error-response.ts";

/** `GET /v1/apps/{appid}/token`: the current token. Returned from memory, without waiting, whenever there is a good one. */
export function tokenEndpoint({ hub, callers }: Pick<TeamEndpointDependencies, "hub" | "callers">): Endpoint {
  return {
    method: "GET",
    path: "/v1/apps/{appid}/token",
    handle(call) {
      const caller = callers.authenticateRead(call);
      const appid = call.path["appid"] ?? "";
      if (!caller.may("token", appid)) throw new HubError("forbidden", { detail: `token for ${caller.id}` });
      const token = hub.tokenAtOnce(appid);
      return token === undefined ? hub.token(appid).then(tokenResponse) : tokenResponse(token);
    },
  };
}

/** A token as it is returned. */
export function tokenResponse(token: ServedToken): Response {
  const body = {
    access_token: token.accessToken,
    version: token.version,
    expires_in: token.expiresInSeconds,
  };
  return Response.json(body, { headers: responseHeaders });
}
