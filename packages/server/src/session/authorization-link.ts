/** What a link of OAuth says to the pages that come before the one that it opens. */
export interface AuthorizationLink {
  readonly clientId: string | null;
  /** The username that the client expects, as it says (OpenID Connect Core, section 3.1.2.1). */
  readonly loginHint: string | null;
  /** Languages, parted by spaces. */
  readonly uiLocales: string | null;
}

const none: AuthorizationLink = { clientId: null, loginHint: null, uiLocales: null };

/** Reads the link that a user is to return to; anyone can add parameters to the address of any other page. */
export function readAuthorizationLink(returnTo: string): AuthorizationLink {
  const { pathname, searchParams } = new URL(returnTo, "http://here.invalid");
  if (pathname === "/connect/oauth2/authorize") return { ...none, clientId: searchParams.get("appid") };
  if (pathname !== "/oauth/authorize") return none;
  return {
    clientId: searchParams.get("client_id"),
    loginHint: searchParams.get("login_hint"),
    uiLocales: searchParams.get("ui_locales"),
  };
}

/** Whether a user is on the way to an application, which may have opened the window. */
export function leadsToApplication(returnTo: string): boolean {
  return readAuthorizationLink(returnTo).clientId !== null;
}

/** The target of a form that comes before the link: when it is shown again, its language is the same. */
export function formTarget(path: string, returnTo: string): string {
  const { uiLocales } = readAuthorizationLink(returnTo);
  return uiLocales === null ? path : `${path}?ui_locales=${encodeURIComponent(uiLocales)}`;
}
