import type { ClientRegistration } from "../../config/settings.ts";
import { scopes, type Scope } from "../../model/scopes.ts";
import { signingAlgorithm } from "../openid/signing-keys.ts";
import { prompts } from "./authorize/prompt.ts";
import type { StandardAddresses } from "./issuer.ts";
import { grantTypes } from "./token/token-endpoint.ts";
import { publicDocument } from "./oauth-error.ts";
import type { OauthRoute } from "./oauth-route.ts";

const resourceScopes: readonly Scope[] = scopes.filter((scope) => scope !== "offline_access");

/** What ID tokens and the user's information say, as far as it is known. */
const claims = "iss sub aud exp iat auth_time nonce at_hash name picture locale zoneinfo updated_at".split(
  " ",
);

/** Which clients are served. */
export interface ClientOptions {
  readonly registration: ClientRegistration;
}

/** What a client can learn of this server (RFC 8414; OpenID Connect Discovery, section 3). It names what there is. */
export function serverMetadata(
  { issuer }: StandardAddresses,
  { registration }: ClientOptions,
): Readonly<Record<string, unknown>> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/oauth/jwks`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    ...(registration === "all" && { registration_endpoint: `${issuer}/oauth/register` }),
    ...(registration !== "off" && { client_id_metadata_document_supported: true }),
    scopes_supported: scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query", "form_post"],
    device_authorization_endpoint: `${issuer}/oauth/device`,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    require_pushed_authorization_requests: false,
    grant_types_supported: grantTypes,
    subject_types_supported: ["pairwise"],
    id_token_signing_alg_values_supported: [signingAlgorithm],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    introspection_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    claims_supported: claims,
    claims_parameter_supported: false,
    prompt_values_supported: prompts,
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    ui_locales_supported: ["en", "zh-CN"],
    service_documentation: `${issuer}/docs/api`,
  };
}

/** What a client can learn of what tokens are for (RFC 9728, section 2). */
function resourceMetadata(addresses: StandardAddresses, resource: "api" | "mcp") {
  return {
    resource: addresses[resource],
    authorization_servers: [addresses.issuer],
    scopes_supported: resourceScopes,
    bearer_methods_supported: ["header"],
    resource_name: resource === "api" ? "Survey Open Platform API" : "Survey Open Platform MCP",
    resource_documentation: `${addresses.issuer}/docs/api`,
  };
}

/** The documents at well-known addresses. */
export function metadataRoutes(clients: ClientOptions): readonly OauthRoute[] {
  const ofServer = (addresses: StandardAddresses) => serverMetadata(addresses, clients);
  return [
    wellKnown("oauth-authorization-server", ofServer),
    wellKnown("openid-configuration", ofServer),
    wellKnown("oauth-protected-resource/api", (addresses) => resourceMetadata(addresses, "api")),
    wellKnown("oauth-protected-resource/mcp", metadataOfMcp),
    wellKnown("oauth-protected-resource", metadataOfMcp),
  ];
}

function metadataOfMcp(addresses: StandardAddresses) {
  return resourceMetadata(addresses, "mcp");
}

function wellKnown(name: string, describe: (addresses: StandardAddresses) => unknown): OauthRoute {
  return {
    method: "GET",
    path: `/.well-known/${name}`,
    isOpenToScripts: true,
    handle: ({ addresses }) => publicDocument(describe(addresses)),
  };
}
