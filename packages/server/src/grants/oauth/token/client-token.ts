import { hashIfLooksLike } from "../../../model/token.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { StorePolicy } from "../../../store/installation/policy.ts";
import { isRefusal, type Refusal } from "../../../store/statements/refusal.ts";
import type { Store } from "../../../store/store.ts";
import type { OauthTokenKind, ClientToken } from "../../../store/tokens/oauth-token-facts.ts";
import { readClientProof } from "../../clients/client-proof.ts";
import type { ClientCredentials } from "../../token/client-checks.ts";
import { readOauthForm } from "../oauth-form.ts";
import type { OauthRequest } from "../oauth-route.ts";
import { answeringBasic, authenticateProof, credentialsOf } from "./authenticate-proof.ts";

const kinds: readonly OauthTokenKind[] = ["bearerToken", "rotatingToken", "teamBearerToken"];

/** A token that a client sent, with its kind; undefined for what has the shape of none. */
export type SentToken = (ClientToken & { readonly kind: OauthTokenKind }) | undefined;

/** What is done with a token, by its own client. */
export type TokenWork<Result extends object> = (
  token: SentToken,
  credentials: ClientCredentials,
  policy: StorePolicy,
) => StoreSteps<Result | Refusal>;

/**
 * Does something with a token for the client that sends it, once the client has proven itself. Its hint is not needed: the shape of a
 * token says its kind (RFC 7009, section 2.1; RFC 7662, section 2.1).
 *
 * @throws `OauthError`, `PlatformError`
 */
export async function withClientToken<Result extends object>(
  store: Store,
  request: OauthRequest,
  work: TokenWork<Result>,
): Promise<Result> {
  const parameters = await readOauthForm(request.context);
  const proof = readClientProof(request.context.req.header("authorization"), parameters);
  const text = parameters.need("token");
  const credentials = await credentialsOf(store, proof, request.address);
  const { appid } = credentials;
  request.noteApplication(appid);
  const steps = (policy: StorePolicy) => onProof(text, { credentials, policy, work });
  return answeringBasic(proof, () => store.issueTokens({ appid, kinds: [] }, steps));
}

function* onProof<Result extends object>(
  text: string,
  {
    credentials,
    policy,
    work,
  }: {
    readonly credentials: ClientCredentials;
    readonly policy: StorePolicy;
    readonly work: TokenWork<Result>;
  },
): StoreSteps<Result | Refusal> {
  const client = yield* authenticateProof(credentials, policy);
  if (isRefusal(client)) return client;
  const [token] = kinds.flatMap((kind) => {
    const hash = hashIfLooksLike(kind, text);
    return hash === null ? [] : [{ kind, hash, applicationId: client.id }];
  });
  return yield* work(token, credentials, policy);
}
