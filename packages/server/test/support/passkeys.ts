import { Browser, type Page } from "./browser.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import { passkeyOptionsOf, SoftwareAuthenticator, type Misbehaviour } from "./software-authenticator.ts";
import type { TestPlatform } from "./test-platform.ts";

const securityPath = "/account/security";
const newPath = `${securityPath}/passkeys/new`;

/** Opens the page that makes a passkey. */
export async function openNewPasskey(browser: Browser): Promise<Page> {
  const security = await browser.get(securityPath);
  return browser.follow(browser.submit(security, `${securityPath}/passkeys/begin`));
}

/** Registers a passkey in a browser where the user is signed in. */
export async function addPasskeyIn(
  browser: Browser,
  authenticator: SoftwareAuthenticator,
  wrong: Misbehaviour & { readonly name?: string } = {},
): Promise<Page> {
  const page = await openNewPasskey(browser);
  const response = authenticator.register(passkeyOptionsOf(page.html), wrong);
  return browser.submit(page, newPath, { name: wrong.name ?? "Phone", response });
}

/** A user with a passkey. */
export async function givenPasskey(
  platform: TestPlatform,
  username = "ada",
): Promise<{ readonly browser: Browser; readonly authenticator: SoftwareAuthenticator }> {
  const browser = await signedInBrowser(platform, username);
  const authenticator = new SoftwareAuthenticator();
  const page = await addPasskeyIn(browser, authenticator);
  if (page.status !== 303) throw new Error(`the passkey was refused: ${page.status}`);
  return { browser, authenticator };
}

/** Opens the page on which a passkey signs in. */
export async function openPasskeySignIn(
  browser: Browser,
  start: Page | Promise<Page> = browser.get("/login"),
): Promise<Page> {
  return browser.follow(browser.submit(await start, "/login/passkey/begin"));
}

/** Signs in with a passkey, in a browser of its own. */
export async function signInWithPasskey(
  platform: TestPlatform,
  authenticator: SoftwareAuthenticator,
  wrong: Misbehaviour = {},
): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = new Browser(platform);
  const form = await openPasskeySignIn(browser);
  const response = authenticator.sign(passkeyOptionsOf(form.html), wrong);
  return { browser, page: await browser.submit(form, "/login/passkey", { response }) };
}
