import { WebClient } from "../../../e2e/support/web-client.ts";
import { callback, credentials } from "./declaration.ts";

const link = `/connect/oauth2/authorize?${new URLSearchParams({
  appid: credentials.application.appid,
  redirect_uri: callback,
  response_type: "code",
  scope: "snsapi_user",
}).toString()}`;

/** Somebody who is signed in at a node and allows the application whatever it asks for. */
export interface ConsentingPerson {
  /** The browser, for pages other than the consent page. */
  readonly browser: WebClient;
  /** Allows the application once. @returns the code */
  allow(): Promise<string>;
}

/** Signs in at a node by its pages, Ada unless somebody else is named. */
export async function signIn(
  url: string,
  { username, password }: { readonly username: string; readonly password: string } = credentials.ada,
): Promise<ConsentingPerson> {
  const browser = new WebClient(url);
  await browser.signIn(username, password);
  return { browser, allow: () => browser.allow(link) };
}
