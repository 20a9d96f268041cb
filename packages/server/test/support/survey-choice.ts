import { csrfTokenOf } from "@survey-open-platform/service";
import type { Browser, Page } from "./browser.ts";
import { authorizationLink, exchangeParameters, type UserTokens } from "./flows.ts";
import { codeOf, decisionPath } from "./opened-consent.ts";
import { sessionCookie, signedInBrowser } from "./signed-in-browser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** What is sent from a page with a choice of surveys. */
export interface SentChoice {
  readonly surveys?: "all" | "chosen";
  /** The boxes that are ticked; all others of the page are not. */
  readonly ticked?: readonly number[];
  readonly q?: string;
  /** The button that shows the page again, with its value. */
  readonly look?: string;
  readonly decision?: "allow" | "deny";
}

/** A box of a page. */
export interface Box {
  readonly id: number;
  readonly isTicked: boolean;
}

/** The boxes of a page, in their order. */
export function boxesOf({ html }: Page): readonly Box[] {
  return [...html.matchAll(/<input type="checkbox"[^>]*name="survey" value="(\d+)"([^>]*)>/g)].map(
    ([, id = "", rest = ""]) => ({ id: Number(id), isTicked: rest.includes("checked") }),
  );
}

/** The ids of the boxes that are ticked. */
export function tickedOn(page: Page): readonly number[] {
  return boxesOf(page).flatMap(({ id, isTicked }) => (isTicked ? [id] : []));
}

/** Which of the two a page has selected. */
export function selectedOn({ html }: Page): "all" | "chosen" | undefined {
  const [, value] = /<input type="radio"[^>]*value="(all|chosen)"[^>]*checked/.exec(html) ?? [];
  return value === "all" || value === "chosen" ? value : undefined;
}

function hiddenOn({ html }: Page, name: string): string {
  const [, value = ""] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  return value.replaceAll("&amp;", "&");
}

/** Sends the form of a page as a browser does: a box that is not ticked sends nothing, `shown` names them all. */
export function sendChoice(
  browser: Browser,
  page: Page,
  { surveys, ticked, ...fields }: SentChoice,
  action = decisionPath,
): Promise<Page> {
  const body = new URLSearchParams({
    csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? ""),
    request: hiddenOn(page, "request"),
    link: hiddenOn(page, "link"),
    surveys: surveys ?? selectedOn(page) ?? "all",
  });
  if (page.html.includes('name="grant"')) body.set("grant", hiddenOn(page, "grant"));
  for (const { id } of boxesOf(page)) body.append("shown", String(id));
  for (const id of ticked ?? tickedOn(page)) body.append("survey", String(id));
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return browser.send(action, { method: "POST", body });
}

/** Lets a user choose surveys for the sample's application. @returns the tokens of the code */
export async function chosenTokens(
  platform: TestPlatform,
  ticked: readonly number[],
  username = "ada",
): Promise<UserTokens> {
  const browser = await signedInBrowser(platform, username);
  const page = await browser.get(authorizationLink());
  const answer = await sendChoice(browser, page, { surveys: "chosen", ticked, decision: "allow" });
  const { data } = await platform.call<UserTokens>(
    "/api/oauth2/access_token",
    exchangeParameters(codeOf(answer)),
  );
  return data;
}
