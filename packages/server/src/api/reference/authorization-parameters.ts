import type { DescribedParameter } from "./describe-api.ts";

/** Path of the page on which users decide about an authorization request. */
export const authorizationPath = "/connect/oauth2/authorize";

const query = (name: string, required: boolean, description: string, schema: DescribedParameter["schema"]) =>
  ({ name, place: "query", required, description, schema }) as const;

/** The parameters of an authorization link, in the order in which they are checked. */
export const authorizationParameters: readonly DescribedParameter[] = [
  query("appid", true, "Application ID issued by the platform", { type: "string" }),
  query(
    "redirect_uri",
    true,
    "Where the browser goes afterwards, URL-encoded: character by character one of the application's registered addresses",
    { type: "string", format: "uri" },
  ),
  query("response_type", true, "Fixed value: code", { type: "string", const: "code" }),
  query("scope", true, "Fixed value: snsapi_user", { type: "string", const: "snsapi_user" }),
  query("state", false, "Comes back unchanged with the redirect; send a new one each time and compare", {
    type: "string",
    pattern: "^[A-Za-z0-9]{1,128}$",
  }),
  query("code_challenge", false, "PKCE (RFC 7636): the exchange must then carry the code_verifier", {
    type: "string",
    pattern: "^[A-Za-z0-9_-]{43}$",
  }),
  query("code_challenge_method", false, "Fixed value with code_challenge: S256", {
    type: "string",
    const: "S256",
  }),
  query(
    "survey",
    false,
    "Id of a survey to tick on the page, repeated for each, at most 50; the user decides, and what is not the user's is left out",
    { type: "array", items: { type: "integer" }, maxItems: 50 },
  ),
];
