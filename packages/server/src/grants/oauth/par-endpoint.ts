import { hashToken, makeRandomId } from "../../model/token.ts";
import { createPushedRequest, pushedRequestSeconds } from "../../store/tokens/pushed-request-table.ts";
import type { ClientSources } from "../clients/oauth-client.ts";
import { checkOauthRequest } from "./authorize/oauth-checks.ts";
import { ReturnedError } from "./authorize/returned-error.ts";
import { asOauth, readClientRequest } from "./client-request.ts";
import { jsonResponse, OauthError } from "./oauth-error.ts";
import type { OauthRequest, OauthRoute } from "./oauth-route.ts";

const requestUriPrefix = "urn:ietf:params:oauth:request_uri:";

/** As long as a link that a user can return to after signing in. */
export const longestRequest = 8000;

/** What proves the client, and is no part of the request. */
const proofParameters = ["client_secret", "client_assertion", "client_assertion_type"];

/** `POST /oauth/par`: takes an authorization request from the client itself (RFC 9126). */
export function parRoute(sources: ClientSources): OauthRoute {
  return {
    method: "POST",
    path: "/oauth/par",
    isOpenToScripts: true,
    async handle(request) {
      const { client, parameters } = await readClientRequest(sources, request);
      if (parameters.get("request_uri") !== undefined)
        throw new OauthError(
          "invalid_request",
          "request_uri cannot be pushed. Send the parameters themselves.",
        );
      const given = parameters.without(proofParameters);
      given.set("client_id", client.clientId);
      if (given.toString().length > longestRequest)
        throw new OauthError("invalid_request", `The request is longer than ${longestRequest} characters.`, {
          status: 413,
        });
      await check(sources, given, request);
      const id = makeRandomId();
      await sources.store.write(createPushedRequest, {
        hash: hashToken(id),
        applicationId: client.applicationId ?? null,
        clientId: client.clientId,
        parameters: given.toString(),
      });
      return jsonResponse({ request_uri: requestUriPrefix + id, expires_in: pushedRequestSeconds }, 201);
    },
  };
}

/** The authorization page checks it all again, when a browser comes with it. @throws `OauthError` */
async function check(
  sources: ClientSources,
  given: URLSearchParams,
  { addresses, address }: OauthRequest,
): Promise<void> {
  try {
    await asOauth(() => checkOauthRequest(sources, { given, addresses, caller: address }));
  } catch (thrown) {
    throw thrown instanceof ReturnedError ? thrown.refusal : thrown;
  }
}

/** The id in an address that was made by {@link parRoute}. */
export function pushedIdIn(requestUri: string | undefined): string | undefined {
  return requestUri?.startsWith(requestUriPrefix) === true
    ? requestUri.slice(requestUriPrefix.length)
    : undefined;
}
