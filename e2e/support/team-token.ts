import { credentials } from "./declaration-file.ts";

/** The token of a team, for agents. */
export async function teamToken(url: string): Promise<string> {
  const { appid, secret } = credentials.team;
  const response = await fetch(`${url}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${appid}:${secret}`)}` },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      scope: "surveys:read answers:read",
      resource: `${url}/mcp`,
    }),
  });
  // The fields of a success; the calls below fail without them.
  const { access_token: issued } = (await response.json()) as { readonly access_token: string };
  return issued;
}
