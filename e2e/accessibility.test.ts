import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDeep } from "../scripts/vitest/depth.ts";
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
  ["deleting a question", `${survey}/edit/remove/q-3-abbj`, ".bullets"],
  ["types of a new question", `${survey}/edit/add`, ".palette"],
  ["pasting questions", `${survey}/edit/insert`, "#text"],
  ["editing a question", `${survey}/edit/questions/q-3-abbj`, "#new-options"],
  ["texts of a survey", `${survey}/edit/texts`, "#prefix"],
  ["participants of a survey", `${survey}/participants`, "#people"],
  ["languages of a survey", `${survey}/edit/languages`, "#language"],
  ["look of a survey", `${survey}/edit/look`, "#color"],
  ["rules of a survey", `${survey}/edit/logic`, "#rules"],
  ["preview of a survey", `${survey}/preview`, ".survey-form"],
  ["settings of a survey", `${survey}/settings`, "#custom_arguments"],
  ["privacy of a survey", `${survey}/privacy`, "#consent"],
  ["sharing a survey", `${survey}/share`, ".qr-code"],
  ["comments on a survey", `${survey}/comments?about=answer-1`, "#text"],
  ["handing a survey over", `${survey}/hand-over`, "#keeps"],
  ["people who work on a survey", `${survey}/share/people`, "#person"],
  ["labels of a survey", `${survey}/labels`, "#labels"],
  ["log of a survey", `${survey}/log`, ".card, table"],
  ["deleting a survey", `${survey}/delete`, ".card-danger"],
  ["bin", "/surveys/bin", ".card"],
  ["results", `${survey}/results`, ".bar-list"],
  ["cross table", `${survey}/results/cross`, "#rows"],
  [
    "two groups side by side",
    `${survey}/results/compare?first=choice+q-1-abbb+o-1&second=choice+q-1-abbb+o-2`,
    "#first",
  ],
  ["report of results", `${survey}/results/report`, "#note"],
  ["report of results for paper", `${survey}/results/report/print`, ".report"],
  ["survey as a file", `${survey}/export/survey`, ".button-quiet"],
  ["survey to print", `${survey}/print`, "h3"],
  ["sheets", `${survey}/export/sheets`, "#values"],
  ["links to results", `${survey}/results/links`, ".button-primary"],
  ["new link to results", `${survey}/results/links/new`, "#until"],
  ["answers", `${survey}/results/answers`, "table"],
  ["taking in answers", `${survey}/results/import`, "#file"],
  ["single answer", `${survey}/results/answers/1`, ".definitions"],
  ["deleting an answer", `${survey}/results/answers/1/delete`, ".card-danger"],
  ["notices of a survey", `${survey}/notices`, "#frequency"],
  ["export", `${survey}/export`, "form .button-choice"],
  ["webhooks of a survey", `${survey}/webhooks`, "table"],
  ["new webhook of a survey", `${survey}/webhooks/new`, "#url"],
].map(([name = "", path = "", shows = ""]) => ({ name, signedIn: true, path: () => path, shows }));

describe("every page, in both languages, light and dark, wide and narrow", () => {
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
    { name: "API reference", path: () => "/docs/api", shows: "#error-invalid_token" },
    { name: "demo page", path: () => "/demo", shows: "main a[href*=authorize]" },
    { name: "shared results", path: () => shared.open, shows: ".bar-list" },
    { name: "password of shared results", path: () => shared.locked, shows: "#password" },
    { name: "refusal to take part", path: () => invitation.replace("?", "refuse?"), shows: ".card button" },
    { name: "forgotten password", path: () => "/forgotten", shows: "#identifier" },
    { name: "notices", signedIn: true, path: () => "/account/notices", shows: ".links, .card" },
    { name: "mail address", signedIn: true, path: () => "/account/email", shows: "#email" },
    { name: "components", path: () => "/design", shows: ".sparkline" },
    { name: "mailbox of the demo", path: () => "/demo/mail", shows: "main h1" },
    { name: "consent page", signedIn: true, path: () => consentLink, shows: "button[value=deny]" },
    { name: "code of a device", signedIn: true, path: () => "/device", shows: "#user_code" },
    {
      name: "device that is connected",
      signedIn: true,
      path: () => "/device/done?decision=allow",
      shows: ".card",
    },
    {
      name: "consent page of an agent, with the choice of surveys",
      signedIn: true,
      path: () => agent.consent,
      shows: "input[name=survey]",
    },
    { name: "more for an agent", signedIn: true, path: () => agent.more, shows: "button[value=allow]" },
    {
      name: "confirmation of what an agent asks for",
      signedIn: true,
      path: () => agent.confirmation,
      shows: "button[value=confirm]",
    },
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
    { name: "own data", signedIn: true, path: () => "/account/data", shows: ".card" },
    { name: "what is kept", path: () => "/privacy", shows: "table" },
    { name: "deletion of the account", signedIn: true, path: () => "/account/delete", shows: ".card" },
    { name: "step-up", signedIn: true, path: () => "/account/confirm", shows: "input[name=password]" },
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
    { name: "webhooks of a user", signedIn: true, path: () => "/account/webhooks", shows: "table" },
    { name: "new webhook of a user", signedIn: true, path: () => "/account/webhooks/new", shows: "#url" },
    { name: "webhook of a user", signedIn: true, path: () => ofUser.webhook, shows: "table" },
    { name: "delivery of a user", signedIn: true, path: () => ofUser.delivery, shows: "pre" },
    {
      name: "deleting a webhook",
      signedIn: true,
      path: () => `${ofUser.webhook}/delete`,
      shows: ".card-danger",
    },
    {
      name: "administration: third-party account",
      signedIn: "administrator",
      path: () => thirdParty,
      shows: "a[href$='/disable']",
    },
    {
      name: "new secret of a webhook",
      signedIn: true,
      path: () => `${ofUser.webhook}/secret`,
      shows: "main form",
    },
    {
      name: "revoking the access of an application",
      signedIn: true,
      path: () => revocation,
      shows: ".card-danger",
    },
    {
      name: "surveys of an authorized application",
      signedIn: true,
      path: () => revocation.replace("/revoke?", "/surveys?"),
      shows: "input[value=chosen]",
    },
    {
      name: "revoking all access",
      signedIn: true,
      path: () => "/account/applications/revoke-all",
      shows: ".card-danger",
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

  test.each(pages.map((page, place) => ({ ...page, place })))(
    "$name has no accessibility problem, no sideways scrolling, and needs no mouse",
    async ({ signedIn = false, path, shows, place }) => {
      const page = pageOf[signedIn === true ? "ada" : signedIn || "visitor"];
      // Both runs together look at each page in both languages.
      const language = pageLanguages[(place + Number(isDeep)) % pageLanguages.length] ?? "en";
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
