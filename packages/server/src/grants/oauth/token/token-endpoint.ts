import { quotaHeaders } from "../../../model/quota.ts";
import { isRefusal } from "../../../store/statements/refusal.ts";
import type { Store } from "../../../store/store.ts";
import { readClientProof } from "../../clients/client-proof.ts";
import { signIdentity } from "../../openid/identity.ts";
import type { SigningKeys } from "../../openid/signing-keys.ts";
import { jsonHeaders, OauthError } from "../oauth-error.ts";
import { readOauthForm } from "../oauth-form.ts";
import type { OauthRequest, OauthRoute } from "../oauth-route.ts";
import { answeringBasic, credentialsOf } from "./authenticate-proof.ts";
import { deviceGrant } from "./device-grant.ts";
import { codeGrant } from "./exchange-code.ts";
import { tokenFields, type Issued } from "./issued-tokens.ts";
import type { IssueSteps, OauthGrant } from "./oauth-grant.ts";
import { refreshGrant } from "./refresh.ts";
import { teamGrant } from "./team-token.ts";

const grants: Readonly<Partial<Record<string, OauthGrant>>> = {
  authorization_code: codeGrant,
  refresh_token: refreshGrant,
  client_credentials: teamGrant,
  "urn:ietf:params:oauth:grant-type:device_code": deviceGrant,
};

/** Every value of `grant_type`. */
export const grantTypes = Object.keys(grants);

/** `POST /oauth/token` (RFC 6749, section 3.2): every way of getting tokens. */
export function tokenRoute(store: Store, keys: SigningKeys): OauthRoute {
  return {
    method: "POST",
    path: "/oauth/token",
    isOpenToScripts: true,
    async handle(request) {
      const { issued, clientId } = await issueTokens(store, keys, request);
      const { identity, accessToken } = issued;
      const { issuer } = request.addresses;
      const idToken = identity && (await signIdentity(keys, identity, { issuer, clientId, accessToken }));
      const headers = { ...jsonHeaders, ...quotaHeaders(issued.quota) };
      return new Response(JSON.stringify(tokenFields(issued, idToken)), { headers });
    },
  };
}

interface IssuedTo {
  readonly issued: Issued;
  readonly clientId: string;
}

async function issueTokens(store: Store, keys: SigningKeys, request: OauthRequest): Promise<IssuedTo> {
  const { context, address, addresses } = request;
  const parameters = await readOauthForm(context);
  const proof = readClientProof(context.req.header("authorization"), parameters);
  const grant = grantOf(parameters.need("grant_type"));
  const issue = grant.start(parameters, addresses);
  const credentials = await credentialsOf(store, proof, address);
  request.noteApplication(credentials.appid);
  const { appid } = credentials;
  const issued = await answeringBasic(proof, () =>
    store.issueTokens({ appid, kinds: grant.kinds }, (policy) =>
      ifItCanBeSigned(keys, issue(credentials, policy)),
    ),
  );
  if ("notIssued" in issued) throw new OauthError(issued.notIssued, issued.says);
  return { issued, clientId: proof.clientId };
}

/** In the transaction: what cannot be signed uses up neither a code nor a refresh token. @throws `OauthError` */
function* ifItCanBeSigned(keys: SigningKeys, steps: ReturnType<IssueSteps>): ReturnType<IssueSteps> {
  const issued = yield* steps;
  if (isRefusal(issued) || "notIssued" in issued || issued.identity?.key === undefined) return issued;
  try {
    keys.check(issued.identity.key);
  } catch (cause) {
    const description =
      "ID tokens cannot be signed here now: the key file of this server does not open its signing key. Nothing was used up; tell its operator, then try again.";
    throw new OauthError("server_error", description, { status: 503, cause });
  }
  return issued;
}

function grantOf(type: string): OauthGrant {
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (grant === undefined)
    throw new OauthError("unsupported_grant_type", `grant_type must be one of ${grantTypes.join(", ")}.`);
  return grant;
}
