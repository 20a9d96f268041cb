import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, pageLanguages } from "./support/accessibility-problems.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";

interface PageOfTest {
  readonly name: string;
  readonly signedIn?: boolean;
  readonly path: () => string;
  /** What proves that it is this page. */
  readonly shows: string;
}

const application = "/console/applications/demo_insight_board";

/** Pages of the developer console, of an application that Ada owns. */
const consolePages = [
  ["applications", "/console", "table"],
  ["registration", "/console/new", "textarea"],
  ["application", application, "a[href$='/freeze']"],
  ["editing an application", `${application}/edit`, "textarea"],
  ["secrets", `${application}/secrets`, "table"],
  ["new secret", `${application}/secrets/new`, "select"],
  ["ending a secret", `${application}/secrets/1/end`, ".card-danger"],
  ["request log", `${application}/log`, "h2"],
  ["usage", `${application}/usage`, ".definitions"],
  ["logo", `${application}/logo`, "input[type=file]"],
  ["link check", `${application}/check`, "textarea"],
  ["test token", `${application}/test-token`, "form .button-primary"],
  ["explorer", `${application}/explorer?call=getSurvey`, "#survey_id"],
  ["export and import", "/console/transfer", "textarea"],
  ["deleting an application", `${application}/delete`, ".card-danger"],
].map(([name = "", path = "", shows = ""]) => ({ name, signedIn: true, path: () => path, shows }));

/** Of a team whose creator is Ada. */
const team = "/teams/3";

const teamPages = [
  ["teams", "/teams", "table"],
  ["team", team, "a[href$='/hand-over']"],
  ["members of a team", `${team}/members`, "table"],
  ["invitation to a team", `${team}/invitations/new`, "select"],
  ["member of a team", `${team}/members/2`, "select"],
  ["handing a team over", `${team}/hand-over`, "#username"],
  ["credentials of a team", `${team}/credentials`, "a[href$='/freeze']"],
  ["tokens of a team", `${team}/credentials/tokens`, ".fine-print"],
].map(([name = "", path = "", shows = ""]) => ({ name, signedIn: true, path: () => path, shows }));

describe("every page, in both languages, light and dark, wide and narrow", () => {
  let platform: PlatformProcess;
  let consentLink: string;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  /** Pages of two browsers. Each is used for all addresses: a new one takes longer than most of them. */
  let pageOf: { readonly visitor: Page; readonly ada: Page };

  beforeAll(async () => {
    platform = await startPlatform({ command: "demo", parameters: ["--sign-up", "open"] });
    const link = await platform.printed(
      "a link that asks for consent",
      (stdout) => /(http\S+\/connect\/oauth2\/authorize\?\S+)\s/.exec(stdout)?.[1],
    );
    consentLink = link.slice(platform.url.length).split("#", 1)[0] ?? "";
    browser = await openBrowser();
    pageOf = { visitor: await openPage(), ada: await openPage() };
    await signIn(pageOf.ada);
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const pages: readonly PageOfTest[] = [
    { name: "start page", path: () => "/", shows: "main" },
    { name: "sign-in page", path: () => "/login", shows: "input[name=password]" },
    { name: "sign-in page for an application", path: () => consentLink, shows: "input[name=password]" },
    { name: "error page", path: () => "/connect/oauth2/authorize?appid=unknown", shows: ".request-id" },
    { name: "page that is not there", path: () => "/nowhere", shows: ".request-id" },
    { name: "sign-up page", path: () => "/sign-up", shows: "#nickname" },
    { name: "API reference", path: () => "/docs/api", shows: "#error-invalid_token" },
    { name: "demo page", path: () => "/demo", shows: "main a[href*=authorize]" },
    { name: "consent page", signedIn: true, path: () => consentLink, shows: "button[value=deny]" },
    { name: "profile", signedIn: true, path: () => "/account", shows: "select[name=time_zone]" },
    { name: "picture", signedIn: true, path: () => "/account/picture", shows: "input[type=file]" },
    {
      name: "security",
      signedIn: true,
      path: () => "/account/security",
      shows: "a[href='/account/password']",
    },
    { name: "change of password", signedIn: true, path: () => "/account/password", shows: "#old_password" },
    {
      name: "recovery codes",
      signedIn: true,
      path: () => "/account/security/recovery-codes",
      shows: ".card-danger",
    },
    { name: "sessions", signedIn: true, path: () => "/account/sessions", shows: ".table" },
    { name: "deletion of the account", signedIn: true, path: () => "/account/delete", shows: ".card" },
    { name: "step-up", signedIn: true, path: () => "/account/confirm", shows: "input[name=password]" },
    { name: "invitation that is not valid", path: () => "/invitations/x", shows: ".request-id" },
    {
      name: "authorized applications",
      signedIn: true,
      path: () => "/account/applications",
      shows: ".account",
    },
    ...consolePages,
    ...teamPages,
  ];

  /** A page with cookies of its own. */
  async function openPage(): Promise<Page> {
    // Its own scripts are not needed, but the checker is one; the policy of the pages would not let it in.
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce" });
    return context.newPage();
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${platform.url}/login`);
    await page.locator("input[name=username]").fill("ada");
    await page.locator("input[name=password]").fill("demo-password-ada");
    await page.keyboard.press("Enter");
    await page.waitForURL(/account\/applications/);
  }

  test.each(pages)(
    "$name has no accessibility problem and no sideways scrolling",
    async ({ signedIn = false, path, shows }) => {
      const page = signedIn ? pageOf.ada : pageOf.visitor;
      const problems: string[] = [];
      for (const language of pageLanguages) {
        const address = new URL(path(), platform.url);
        address.searchParams.set("lang", language);
        await page.goto(address.href);
        expect(await page.locator(shows).count()).toBeGreaterThan(0);
        problems.push(...(await accessibilityProblems(page, language)));
      }
      expect(problems).toEqual([]);
    },
  );
});
