import { alone } from "@survey-open-platform/database";
import { PageError } from "../../pages/page-error.ts";
import type { PageProblem } from "../../pages/page-problem.ts";
import { bucketsOfAddress, consumeTokens } from "../../store/installation/rate-limit-table.ts";
import type { StorePolicy } from "../../store/installation/policy.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import { isRefusal, type Refusal } from "../../store/statements/refusal.ts";
import { readClientProof, type ClientProof } from "../clients/client-proof.ts";
import { findOAuthClient, type ClientSources, type OAuthClient } from "../clients/oauth-client.ts";
import { consumeTokenRequest, type ClientCredentials } from "../token/client-checks.ts";
import { OauthError } from "./oauth-error.ts";
import { readOauthForm, type OauthParameters } from "./oauth-form.ts";
import type { OauthRequest } from "./oauth-route.ts";
import { answeringBasic, authenticateProof, credentialsOf } from "./token/authenticate-proof.ts";

/** What a client asks for before a user is there. */
export interface ClientRequest {
  readonly client: OAuthClient;
  readonly parameters: OauthParameters;
}

/**
 * Reads what a client asks for before a user is there, and has it prove itself as at the token call (RFC 8628, section 3.1;
 * RFC 9126, section 2.1). Counts as a token request; of a client without a secret, at its address.
 *
 * @throws `OauthError`, `PlatformError`
 */
export async function readClientRequest(
  sources: ClientSources,
  request: OauthRequest,
): Promise<ClientRequest> {
  const parameters = await readOauthForm(request.context, ["resource", "survey"]);
  const proof = readClientProof(request.context.req.header("authorization"), parameters);
  const client = await answeringBasic(proof, () => proveClient(sources, request, proof));
  return { client, parameters };
}

async function proveClient(
  sources: ClientSources,
  request: OauthRequest,
  proof: ClientProof,
): Promise<OAuthClient> {
  const { store } = sources;
  const client = await asOauth(() => findOAuthClient(sources, proof.clientId, request.address));
  const credentials = await credentialsOf(store, proof, request.address);
  const { appid } = credentials;
  request.noteApplication(appid);
  const isNew = client?.applicationId === undefined && client !== undefined && proof.secret === undefined;
  await store.issueTokens({ appid, kinds: [] }, (policy) =>
    isNew ? countAtAddress(credentials, policy) : proofSteps(credentials, policy),
  );
  if (client === undefined) throw new OauthError("invalid_client", "The client is unknown.");
  if (client.kind !== "web")
    throw new OauthError("unauthorized_client", "Applications of teams use client_credentials.");
  return client;
}

function* proofSteps(credentials: ClientCredentials, policy: StorePolicy): StoreSteps<object | Refusal> {
  const client = yield* authenticateProof(credentials, policy);
  if (isRefusal(client)) return client;
  return credentials.secretHash === undefined
    ? yield* countAtAddress(credentials, policy)
    : yield* consumeTokenRequest(client, credentials, policy);
}

function* countAtAddress(
  { address }: ClientCredentials,
  { tokenRequests }: StorePolicy,
): StoreSteps<object | Refusal> {
  // Other clients at the address are counted in the same buckets.
  yield* alone();
  return (yield* consumeTokens(bucketsOfAddress(address, tokenRequests, "public-request"))) ?? {};
}

/** Does something whose refusals are pages: a program gets them in its own form. */
export async function asOauth<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw thrown instanceof PageError ? oauthErrorOf(thrown) : thrown;
  }
}

function oauthErrorOf({ problem, options }: PageError): OauthError {
  const [error, description] = ofPage[problem] ?? [
    "invalid_client",
    "The metadata of the client cannot be used. Open the authorization page to read what is wrong.",
  ];
  const { retryAfterSeconds, status } = options;
  if (retryAfterSeconds === undefined) return new OauthError(error, description);
  const headers = { "Retry-After": String(retryAfterSeconds) };
  return new OauthError(
    "temporarily_unavailable",
    "Too many requests. Wait for the seconds of Retry-After.",
    {
      status,
      headers,
    },
  );
}

const ofPage: Readonly<
  Partial<Record<PageProblem, readonly [ConstructorParameters<typeof OauthError>[0], string]>>
> = {
  invalid_client: ["invalid_client", "The client is unknown."],
  application_disabled: ["invalid_client", "The client is disabled."],
  wrong_kind_of_application: ["unauthorized_client", "Applications of teams use client_credentials."],
  redirect_uri_missing: [
    "invalid_request",
    "redirect_uri is missing. Send one that the client has registered.",
  ],
  redirect_uri_mismatch: ["invalid_request", "redirect_uri is not one that the client has registered."],
  duplicated_parameter: ["invalid_request", "A parameter is given more than once. Give it once."],
};
