import type { StandardAddresses } from "../grants/oauth/issuer.ts";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";

/** Code that signs users in with a library, ready to be pasted. */
export interface Snippet {
  /** What the library is called. */
  readonly library: string;
  readonly code: string;
}

/** What a snippet is written for. */
export type SnippetFacts = Pick<
  ApplicationForUser,
  "appid" | "redirectUris" | "isPublic" | "requiresPkce"
> & {
  readonly addresses: Pick<StandardAddresses, "issuer" | "api">;
};

/** What snippets ask for. */
const scope = "openid profile surveys:read answers:read";

/** Snippets for an application. A secret is never in one: it is read from the environment. */
export function snippetsFor(facts: SnippetFacts): readonly Snippet[] {
  return [
    { library: "openid-client (Node.js)", code: openidClient(facts) },
    { library: "Auth.js", code: authJs(facts) },
    { library: "Passport", code: passport(facts) },
    { library: "Authlib (Python)", code: authlib(facts) },
    { library: "Spring Security", code: springSecurity(facts) },
    { library: "curl", code: curl(facts) },
  ];
}

function redirectUriOf({ redirectUris: [first = "https://app.example/callback"] }: SnippetFacts): string {
  return first;
}

/** An address as a literal of JavaScript, JSON, YAML and Python; it has no character that they write in different ways. */
const quoted = (text: string): string => JSON.stringify(text);

function lines(...given: readonly (string | undefined)[]): string {
  return given.filter((line) => line !== undefined).join("\n");
}

function openidClient(facts: SnippetFacts): string {
  const { addresses, appid, isPublic } = facts;
  const { issuer, api } = addresses;
  const proof = isPublic ? "undefined, client.None()" : "process.env.SECRET, undefined";
  const options = issuer.startsWith("http:") ? ", { execute: [client.allowInsecureRequests] }" : "";
  return lines(
    `import * as client from "openid-client";`,
    ``,
    `const server = new URL(${quoted(issuer)});`,
    `const config = await client.discovery(server, ${quoted(appid)}, ${proof}${options});`,
    ``,
    `// Keep verifier and state in the user's session, and send the browser to url.`,
    `const verifier = client.randomPKCECodeVerifier();`,
    `const state = client.randomState();`,
    `const url = client.buildAuthorizationUrl(config, {`,
    `  redirect_uri: ${quoted(redirectUriOf(facts))},`,
    `  scope: ${quoted(scope)},`,
    `  code_challenge: await client.calculatePKCECodeChallenge(verifier),`,
    `  code_challenge_method: "S256",`,
    `  state,`,
    `});`,
    ``,
    `/** @param address the whole address that the browser came back to */`,
    `export async function finish(address) {`,
    `  const checks = { pkceCodeVerifier: verifier, expectedState: state };`,
    `  const tokens = await client.authorizationCodeGrant(config, new URL(address), checks);`,
    `  return client.fetchProtectedResource(config, tokens.access_token, new URL(${quoted(`${api}/surveys`)}), "GET");`,
    `}`,
  );
}

function authJs({ addresses, appid, isPublic }: SnippetFacts): string {
  return lines(
    `// Register the redirect address …/auth/callback/surveys or …/api/auth/callback/surveys, as your framework has it.`,
    `export const surveys = {`,
    `  id: "surveys",`,
    `  name: "Surveys",`,
    `  type: "oidc",`,
    `  issuer: ${quoted(addresses.issuer)},`,
    `  clientId: ${quoted(appid)},`,
    isPublic ? `  client: { token_endpoint_auth_method: "none" },` : `  clientSecret: process.env.SECRET,`,
    `  checks: ["pkce", "state"],`,
    `  authorization: { params: { scope: ${quoted(scope)} } },`,
    `};`,
  );
}

function passport(facts: SnippetFacts): string {
  const { addresses, appid, isPublic } = facts;
  return lines(
    `import passport from "passport";`,
    `import OAuth2Strategy from "passport-oauth2";`,
    ``,
    `const options = {`,
    `  authorizationURL: ${quoted(`${addresses.issuer}/oauth/authorize`)},`,
    `  tokenURL: ${quoted(`${addresses.issuer}/oauth/token`)},`,
    `  clientID: ${quoted(appid)},`,
    `  clientSecret: ${isPublic ? "undefined" : "process.env.SECRET"},`,
    `  callbackURL: ${quoted(redirectUriOf(facts))},`,
    `  scope: "surveys:read answers:read",`,
    `  state: true,`,
    `  pkce: true,`,
    `};`,
    `passport.use(`,
    `  "surveys",`,
    `  new OAuth2Strategy(options, (accessToken, refreshToken, profile, done) =>`,
    `    done(null, { accessToken, refreshToken }),`,
    `  ),`,
    `);`,
  );
}

function authlib(facts: SnippetFacts): string {
  const { addresses, appid, isPublic } = facts;
  const { issuer, api } = addresses;
  return lines(
    `import os`,
    `from authlib.common.security import generate_token`,
    `from authlib.integrations.requests_client import OAuth2Session`,
    ``,
    `session = OAuth2Session(`,
    `    ${quoted(appid)},`,
    isPublic ? `    token_endpoint_auth_method="none",` : `    os.environ["SECRET"],`,
    `    scope="surveys:read answers:read",`,
    `    redirect_uri=${quoted(redirectUriOf(facts))},`,
    `    code_challenge_method="S256",`,
    `)`,
    `# Keep verifier and state in the user's session, and send the browser to url.`,
    `verifier = generate_token(48)`,
    `url, state = session.create_authorization_url(${quoted(`${issuer}/oauth/authorize`)}, code_verifier=verifier)`,
    ``,
    `# address is the whole address that the browser came back to.`,
    `session.fetch_token(${quoted(`${issuer}/oauth/token`)}, authorization_response=address, code_verifier=verifier)`,
    `surveys = session.get(${quoted(`${api}/surveys`)}).json()`,
  );
}

function springSecurity({ addresses, appid, isPublic }: SnippetFacts): string {
  const proof = isPublic ? "client-authentication-method: none" : "client-secret: ${SECRET}";
  return lines(
    `# Register the redirect address …/login/oauth2/code/surveys.`,
    `spring:`,
    `  security:`,
    `    oauth2:`,
    `      client:`,
    `        registration:`,
    `          surveys:`,
    `            client-id: ${appid}`,
    `            ${proof}`,
    `            authorization-grant-type: authorization_code`,
    `            redirect-uri: "{baseUrl}/login/oauth2/code/{registrationId}"`,
    `            scope: ${scope.replaceAll(" ", ", ")}`,
    `        provider:`,
    `          surveys:`,
    `            issuer-uri: ${addresses.issuer}`,
  );
}

/** A text between single quotes, where a shell changes nothing. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function curl(facts: SnippetFacts): string {
  const { addresses, appid, isPublic, requiresPkce } = facts;
  const { issuer, api } = addresses;
  const needsChallenge = isPublic || requiresPkce;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: appid,
    redirect_uri: redirectUriOf(facts),
    scope: "surveys:read answers:read",
  });
  const link = `${issuer}/oauth/authorize?${query.toString()}`;
  const challenge = needsChallenge ? "&code_challenge_method=S256&code_challenge=$CHALLENGE" : "";
  return lines(
    needsChallenge ? `VERIFIER=$(openssl rand -hex 32)` : undefined,
    needsChallenge
      ? `CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d =)`
      : undefined,
    `# Open this address in a browser, allow it, and copy code from the address that you come back to.`,
    `echo "${link}${challenge}"`,
    `CODE=`,
    `curl ${inShell(`${issuer}/oauth/token`)} -d grant_type=authorization_code -d "code=$CODE" \\`,
    `  --data-urlencode ${inShell(`redirect_uri=${redirectUriOf(facts)}`)}${needsChallenge ? ` -d "code_verifier=$VERIFIER"` : ""} \\`,
    isPublic ? `  -d client_id=${appid}` : `  -u "${appid}:$SECRET"`,
    `# Set TOKEN to the access_token of the response.`,
    `curl ${inShell(`${api}/surveys`)} -H "Authorization: Bearer $TOKEN"`,
  );
}
