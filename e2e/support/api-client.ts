/** The envelope of an answer under `/api/`. */
export type ApiAnswer = {
  readonly code: string;
  readonly error: { readonly type: string };
  readonly data: Readonly<Record<string, unknown>>;
};

/** What an exchange gives. */
export type UserTokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly openid: string;
};

/** The address of a call. */
export function callAddress(url: string, path: string, parameters: Readonly<Record<string, string>>): string {
  return `${url}${path}?${new URLSearchParams(parameters).toString()}`;
}

/** Calls the API as a server does. */
export async function callApi(
  url: string,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<ApiAnswer> {
  const reply = await fetch(callAddress(url, path, parameters));
  // Every answer under /api/ has this shape.
  return (await reply.json()) as ApiAnswer;
}
