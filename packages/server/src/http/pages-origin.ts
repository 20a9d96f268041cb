/** Where the pages are, as a setting says it, and the host that a request names. */
export interface PagesOrigin {
  /** The setting; "" when it is not set. */
  readonly authUrl: string;
  readonly host: string | undefined;
}

/** The origin of the pages: without the setting, where the call was sent. @returns undefined when that is no host */
export function pagesOrigin({ authUrl, host = "" }: PagesOrigin): string | undefined {
  if (authUrl !== "") return authUrl;
  return /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : undefined;
}
