import { dataScopes, scopeText } from "../../model/scopes.ts";
import type { StandardAddresses } from "../../grants/oauth/issuer.ts";
import type { DescribedCall } from "./describe-api.ts";

/** The issuer of OAuth's tokens; undefined while OAuth is off. */
export type DocumentIssuer = Pick<StandardAddresses, "issuer"> | undefined;

/** Both are needed. Each call lists them among its parameters too: some generators know keys in headers only. */
const ofDocument = {
  appid: {
    type: "apiKey",
    in: "query",
    name: "appid",
    description: "Application ID issued by the platform.",
  },
  accessToken: {
    type: "apiKey",
    in: "query",
    name: "access_token",
    description: "Access token of a user's grant or of a team, from GET /api/oauth2/access_token.",
  },
} as const;

/** Ways of proving a call, with which generated clients set their credentials once. */
export function securitySchemes(oauth: DocumentIssuer): Readonly<Record<string, object>> {
  return oauth === undefined ? ofDocument : { ...ofDocument, ...schemesOfOauth(oauth.issuer) };
}

function schemesOfOauth(issuer: string) {
  const tokenUrl = `${issuer}/oauth/token`;
  const scopes = Object.fromEntries(
    scopeText(dataScopes)
      .split(" ")
      .map((name) => [name, meanings[name] ?? ""]),
  );
  return {
    bearer: {
      type: "http",
      scheme: "bearer",
      description: "Access token of OAuth, in the place of appid and access_token.",
    },
    oauth: {
      type: "oauth2",
      description: "Where programs get such a token. For a client without a secret, with PKCE (S256).",
      flows: {
        authorizationCode: {
          authorizationUrl: `${issuer}/oauth/authorize`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes,
        },
        clientCredentials: { tokenUrl, scopes },
      },
    },
  };
}

const meanings: Readonly<Partial<Record<string, string>>> = {
  "surveys:read": "Read surveys and their lists of respondents.",
  "answers:read": "Read answers, reports and webhooks.",
  "surveys:write": "Create surveys, and change their settings and webhooks.",
  "answers:write": "Submit and change answers.",
};

/** What proves a call: any one of these. */
export function securityOf(
  { parameters, bearerScopes }: DescribedCall,
  oauth: DocumentIssuer,
): readonly Readonly<Record<string, readonly string[]>>[] {
  if (!parameters.some(({ name }) => name === "access_token")) return [];
  const inQuery = { appid: [], accessToken: [] };
  if (oauth === undefined || bearerScopes === undefined) return [inQuery];
  return [inQuery, { oauth: bearerScopes.split(" ") }, { bearer: [] }];
}

/** Whether a bearer token takes the place of a parameter of a call. */
export function isReplacedByBearer(
  name: string,
  { bearerScopes }: DescribedCall,
  oauth: DocumentIssuer,
): boolean {
  return oauth !== undefined && bearerScopes !== undefined && (name === "appid" || name === "access_token");
}
