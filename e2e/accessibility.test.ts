import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  administrationPages,
  consolePages,
  type PageOfTest,
  team,
  teamPages,
} from "./support/accessibility-pages.ts";
import { accessibilityProblems, addChecker, pageLanguages } from "./support/accessibility-problems.ts";
import {
  addAgent,
  addCrossTables,
  addResultsLink,
  addThirdPartyAccount,
  addWebhook,
  authorizeApplication,
  sendChangeableAnswer,
} from "./support/accessibility-samples.ts";
import { keyboardProblems } from "./support/keyboard-problems.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";
import { addParticipant } from "./support/add-participant.ts";
import { addAdministrator } from "./support/run-operator.ts";

/** A survey of Ada's with many answers. */
const survey = "/surveys/1";

const surveyPages = [
  ["surveys", "/surveys", "table"],
  ["new survey", "/surveys/new", ".links"],
  ["new survey from a template", "/surveys/new?from=template", "input[name=template]"],
  ["new survey from a text", "/surveys/new?from=text", "#text"],
  ["new survey from a file", "/surveys/new?from=file", "#file"],
  ["copy of a survey", "/surveys/new?from=copy", "#survey"],
  ["survey", survey, ".definitions"],
  ["editing a survey", `${survey}/edit`, ".editor-question"],
  // Its id follows from the declaration of the demo.
  ["conditions of a question", `${survey}/edit/conditions/q-3-abbj`, ".conditions"],
  ["editing a question", `${survey}/edit/questions/q-3-abbj`, "#new-options"],
  ["participants of a survey", `${survey}/participants`, "#people"],
  ["rules of a survey", `${survey}/edit/logic`, "#rules"],
  ["preview of a survey", `${survey}/preview`, ".survey-form"],
  ["comments on a survey", `${survey}/comments?about=answer-1`, "#text"],
  ["log of a survey", `${survey}/log`, ".card, table"],
  ["results", `${survey}/results`, ".bar-list"],
  ["cross table", `${survey}/results/cross`, "#rows"],
  [
    "two groups side by side",
    `${survey}/results/compare?first=choice+q-2-tqtr+o-100-LDQB&second=choice+q-2-tqtr+o-101-XPDC`,
    ".bar-pair",
  ],
  ["report of results", `${survey}/results/report`, "#note"],
  ["report of results for paper", `${survey}/results/report/print`, ".report"],
  ["survey to print", `${survey}/print`, "h3"],
  ["answers", `${survey}/results/answers`, "table"],
  ["single answer", `${survey}/results/answers/1`, ".definitions"],
  ["export", `${survey}/export`, "form .button-choice"],
].map(([name = "", path = "", shows = ""]) => ({ name, signedIn: true, path: () => path, shows }));

/** Each page by itself is a row of `every-route-in-chromium.test.ts` of the server; here are those that depend on how much there is. */
describe("pages of the demo, in both languages, light and dark, wide and narrow", () => {
  let platform: PlatformProcess;
  let consentLink: string;
  /** The public address of the survey. */
  let answering: string;
  /** Where the page is that asks whether to change an answer of the visitor's. */
  let changing: string;
  let ofSurvey: Awaited<ReturnType<typeof addWebhook>>;
  let ofTeam: Awaited<ReturnType<typeof addWebhook>>;
  let ofUser: Awaited<ReturnType<typeof addWebhook>>;
  /** The page that asks whether to revoke the access of an application. */
  let revocation: string;
  /** Tables whose columns are named by long words; the one of many has more than fit. */
  let crossTables: Awaited<ReturnType<typeof addCrossTables>>;
  let invitation: string;
  let shared: { readonly open: string; readonly locked: string };
  /** The page of an application's own user, for administrators. */
  let thirdParty: string;
  let agent: Awaited<ReturnType<typeof addAgent>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  /** Pages of three browsers. Each is used for all addresses: a new one takes longer than most of them. */
  let pageOf: { readonly visitor: Page; readonly ada: Page; readonly administrator: Page };

  beforeAll(async () => {
    const parameters = ["--sign-up", "open", "--webhook-allow", "127.0.0.0/8"];
    platform = await startPlatform({ command: "demo", parameters });
    const link = await platform.printed(
      "a link that asks for consent",
      (stdout) => /(http\S+\/connect\/oauth2\/authorize\?\S+)\s/.exec(stdout)?.[1],
    );
    consentLink = link.slice(platform.url.length).split("#", 1)[0] ?? "";
    browser = await openBrowser();
    pageOf = { visitor: await openPage(), ada: await openPage(), administrator: await openPage() };
    await signIn(pageOf.ada, "ada", "demo-password-ada");
    await pageOf.ada.goto(`${platform.url}${survey}`);
    [answering = ""] = /\/s2\/\d+\/[0-9a-f]+\//.exec(await pageOf.ada.content()) ?? [];
    revocation = await authorizeApplication(pageOf.ada, link);
    agent = await addAgent(pageOf.ada, platform.url);
    ofSurvey = await addWebhook(pageOf.ada, `${platform.url}${survey}/webhooks`);
    ofTeam = await addWebhook(pageOf.ada, `${platform.url}${team}/webhooks`);
    ofUser = await addWebhook(pageOf.ada, `${platform.url}/account/webhooks`);
    thirdParty = `/admin/users/${encodeURIComponent(await addThirdPartyAccount(platform.url))}`;
    const links = `${platform.url}${survey}/results/links`;
    shared = {
      open: await addResultsLink(pageOf.ada, links),
      locked: await addResultsLink(pageOf.ada, links, "open sesame"),
    };
    crossTables = await addCrossTables(platform.url, pageOf.ada);
    invitation = await addParticipant(pageOf.ada, `${platform.url}${survey}/participants`);
    changing = await sendChangeableAnswer(platform.url, pageOf.visitor);
    await signIn(pageOf.administrator, "rosa", await addAdministrator(platform, "rosa"));
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
    { name: "demo page", path: () => "/demo", shows: "main a[href*=authorize]" },
    { name: "shared results", path: () => shared.open, shows: ".bar-list" },
    { name: "refusal to take part", path: () => invitation.replace("?", "refuse?"), shows: ".card button" },
    { name: "password of shared results", path: () => shared.locked, shows: "#password" },
    { name: "components", path: () => "/design", shows: ".sparkline" },
    { name: "mailbox of the demo", path: () => "/demo/mail", shows: "main h1" },
    { name: "consent page", signedIn: true, path: () => consentLink, shows: "button[value=deny]" },
    {
      name: "consent page of an agent, with the choice of surveys",
      signedIn: true,
      path: () => agent.consent,
      shows: "input[name=survey]",
    },
    {
      name: "confirmation of what an agent asks for",
      signedIn: true,
      path: () => agent.confirmation,
      shows: "button[value=confirm]",
    },
    { name: "invitation that is not valid", path: () => "/invitations/x", shows: ".request-id" },
    {
      name: "authorized applications",
      signedIn: true,
      path: () => "/account/applications",
      shows: ".applications",
    },
    ...consolePages,
    ...teamPages,
    ...administrationPages,
    ...surveyPages,
    { name: "webhook of a survey", signedIn: true, path: () => ofSurvey.webhook, shows: "table" },
    { name: "delivery of a survey", signedIn: true, path: () => ofSurvey.delivery, shows: "pre" },
    { name: "webhook of a team", signedIn: true, path: () => ofTeam.webhook, shows: "table" },
    { name: "delivery of a team", signedIn: true, path: () => ofTeam.delivery, shows: "pre" },
    { name: "webhook of a user", signedIn: true, path: () => ofUser.webhook, shows: "table" },
    { name: "delivery of a user", signedIn: true, path: () => ofUser.delivery, shows: "pre" },
    {
      name: "administration: third-party account",
      signedIn: "administrator",
      path: () => thirdParty,
      shows: "a[href$='/disable']",
    },
    {
      name: "surveys of an authorized application",
      signedIn: true,
      path: () => revocation.replace("/revoke?", "/surveys?"),
      shows: "input[value=chosen]",
    },
    { name: "cross table of long words", signedIn: true, path: () => crossTables.few, shows: ".table" },
    {
      name: "cross table of many columns",
      signedIn: true,
      path: () => crossTables.many,
      shows: ".scroll .table",
    },
    { name: "changing an answer", path: () => changing, shows: "button[value=begin]" },
    { name: "answering a survey", path: () => answering, shows: ".survey-form .question" },
  ];

  /** A page with cookies of its own. */
  async function openPage(): Promise<Page> {
    // Its own scripts are not needed, but the checker is one; the policy of the pages would not let it in.
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce" });
    await addChecker(context);
    return context.newPage();
  }

  async function signIn(page: Page, username: string, password: string): Promise<void> {
    await page.goto(`${platform.url}/login`);
    await page.locator("input[name=username]").fill(username);
    await page.locator("input[name=password]").fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/surveys$/);
  }

  test("a report on A4 paper has its tables as tables, each within the paper", async () => {
    const { ada } = pageOf;
    await ada.goto(`${platform.url}${survey}/results/report/print`);
    await ada.emulateMedia({ media: "print" });
    // Between the margins of 16 mm, in CSS pixels.
    const width = 672;
    await ada.setViewportSize({ width, height: 1000 });
    const tables = await ada.evaluate(() =>
      [...document.querySelectorAll<HTMLTableElement>(".report .table")].map((table) => ({
        display: getComputedStyle(table.tBodies[0]?.rows[0] ?? table).display,
        end: table.getBoundingClientRect().right,
      })),
    );
    await ada.emulateMedia({ media: null });
    expect(tables.length).toBeGreaterThan(5);
    for (const { display, end } of tables) {
      expect(display).toBe("table-row");
      expect(end).toBeLessThanOrEqual(width);
    }
  });

  test.each(pages.map((page, place) => ({ ...page, place })))(
    "$name has no accessibility problem, no sideways scrolling, and needs no mouse",
    async ({ signedIn = false, path, shows, place }) => {
      const page = pageOf[signedIn === true ? "ada" : signedIn || "visitor"];
      const language = pageLanguages[place % pageLanguages.length] ?? "en";
      const address = new URL(path(), platform.url);
      address.searchParams.set("lang", language);
      await page.goto(address.href);
      expect(await page.evaluate((selector) => document.querySelector(selector) !== null, shows)).toBe(true);
      const problems = [
        ...(await accessibilityProblems(page, language, place)),
        ...(await keyboardProblems(page)),
      ];
      expect(problems).toEqual([]);
    },
  );
});
