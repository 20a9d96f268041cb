import { formsOf, type Browser, type Page } from "./browser.ts";
import { authorizationLink } from "./flows.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Where the consent form goes. */
export const decisionPath = "/connect/oauth2/authorize/decision";

/** How long a consent page may stay open, in milliseconds. */
export const openMilliseconds = 600_000;

/** Somebody in front of a consent page. */
export interface OpenedConsent {
  readonly browser: Browser;
  readonly page: Page;
  /** What the decision form carries. */
  readonly fields: ConsentFields;
}

/** The hidden fields of a consent form. */
export interface ConsentFields extends Readonly<Record<string, string>> {
  readonly csrf: string;
  readonly request: string;
}

/** Opens the consent page for somebody who is signed in already. */
export async function openedConsent(platform: TestPlatform, username = "ada"): Promise<OpenedConsent> {
  return openedConsentIn(await signedInBrowser(platform, username));
}

/** Opens the consent page in a browser in which somebody is signed in. */
export async function openedConsentIn(browser: Browser): Promise<OpenedConsent> {
  const page = await browser.get(authorizationLink());
  return { browser, page, fields: consentFields(page) };
}

/** What the decision form of a page carries; empty when there is none. */
export function consentFields(page: Page): ConsentFields {
  const form = formsOf(page.html).find(({ action }) => action === decisionPath);
  const { csrf = "", request = "" } = form?.hidden ?? {};
  return { csrf, request };
}

/** The code that an answer sends to the application. */
export function codeOf(answer: Page): string {
  return new URL(answer.location ?? "").searchParams.get("code") ?? "";
}
