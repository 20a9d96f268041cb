import { quotaHeaders } from "../../../model/quota.ts";
import type { Store } from "../../../store/store.ts";
import { readClientProof } from "../../clients/client-proof.ts";
import { jsonHeaders, OauthError } from "../oauth-error.ts";
import { readOauthForm } from "../oauth-form.ts";
import type { OauthRequest, OauthRoute } from "../oauth-route.ts";
import { answeringBasic, credentialsOf } from "./authenticate-proof.ts";
import { codeGrant } from "./exchange-code.ts";
import { tokenFields, type Issued } from "./issued-tokens.ts";
import type { OauthGrant } from "./oauth-grant.ts";
import { refreshGrant } from "./refresh.ts";
import { teamGrant } from "./team-token.ts";

const grants: Readonly<Partial<Record<string, OauthGrant>>> = {
  authorization_code: codeGrant,
  refresh_token: refreshGrant,
  client_credentials: teamGrant,
};

/** `POST /oauth/token` (RFC 6749, section 3.2): every way of getting tokens. */
export function tokenRoute(store: Store): OauthRoute {
  return {
    method: "POST",
    path: "/oauth/token",
    isOpenToScripts: true,
    async handle(request) {
      const issued = await issueTokens(store, request);
      const headers = { ...jsonHeaders, ...quotaHeaders(issued.quota) };
      // An ID token is added here.
      return new Response(JSON.stringify(tokenFields(issued)), { headers });
    },
  };
}

async function issueTokens(store: Store, request: OauthRequest): Promise<Issued> {
  const { context, address, addresses } = request;
  const parameters = await readOauthForm(context);
  const proof = readClientProof(context.req.header("authorization"), parameters);
  const grant = grantOf(parameters.need("grant_type"));
  const issue = grant.start(parameters, addresses);
  const credentials = await credentialsOf(store, proof, address);
  request.noteApplication(credentials.appid);
  const { appid } = credentials;
  return answeringBasic(proof, () =>
    store.issueTokens({ appid, kinds: grant.kinds }, (policy) => issue(credentials, policy)),
  );
}

function grantOf(type: string): OauthGrant {
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (grant === undefined)
    throw new OauthError(
      "unsupported_grant_type",
      `grant_type must be one of ${Object.keys(grants).join(", ")}.`,
    );
  return grant;
}
