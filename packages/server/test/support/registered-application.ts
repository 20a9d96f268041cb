import { formsOf, type Browser, type Page } from "./browser.ts";
import { csrfTokenOf } from "@survey-open-platform/service";
import { sessionCookie } from "./signed-in-browser.ts";

/** A form that registers an application. */
export const newApplicationFields = {
  name: "Field Notes",
  description: "Weekly reports.\r\nSent on Mondays.",
  home_page: "https://notes.example/",
  terms: "",
  privacy: "https://notes.example/privacy",
  contact: "ops@notes.example",
  redirect_uris: "https://notes.example/callback\r\n\r\nhttp://localhost:8788/callback\r\n",
  allowed_networks: "",
  requires_pkce: "on",
  refresh_requires_secret: "on",
  request: "a".repeat(32),
} as const;

/** Sends a form of the console in a browser that is signed in, with the csrf token of its session. */
export function sendForm(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Page> {
  return browser.post(path, { ...fields, csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? "") });
}

/** Registers an application by the form. */
export async function registerApplication(
  browser: Browser,
  changes: Readonly<Record<string, string>> = {},
): Promise<{ readonly page: Page; readonly appid: string; readonly secret: string }> {
  const form = await browser.get("/console/new");
  const request = formsOf(form.html).find(({ action }) => action === "/console/new")?.hidden["request"] ?? "";
  const page = await sendForm(browser, "/console/new", { ...newApplicationFields, request, ...changes });
  return { page, appid: appidIn(page.html), secret: secretIn(page.html) };
}

/** The appid that a page shows for copying. */
function appidIn(html: string): string {
  return /app_[0-9a-f]{20}/.exec(html)?.[0] ?? "";
}

/** The secret that a page shows; "" when it shows none. */
export function secretIn(html: string): string {
  return /sops_[\w-]{32}/.exec(html)?.[0] ?? "";
}
