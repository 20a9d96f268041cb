import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { read, utils } from "xlsx";
import { runExample } from "./support/example-process.ts";
import { follow } from "./support/follow.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";
import { findPspp, runPspp } from "./support/pspp.ts";
import { createSurvey as createSurveyFrom, signInAuthor } from "./support/survey-author.ts";

const team = { appid: "demo_northstar_team", secret: "demo-secret-northstar-team-0000000003" };

/** Names of rules are those of the text: Q1 is the first question, A3 its third option. */
const rules = "if Q1 = A3 then show Q2";

const text = `Lunch of the week

Tell us about your lunch.

Which dish did you have?[Single Choice]
Soup
Salad
Fish

=== Page Break ===

What was it like?[Single Line Text][Optional]

How good was it?[Rating Scale]
1~5`;

let browser: Browser;
let platform: PlatformProcess;
let pspp: string;
let folder: string;

beforeAll(async () => {
  pspp = await findPspp();
  folder = mkdtempSync(join(tmpdir(), "sop-story-"));
  browser = await openBrowser();
  platform = await startPlatform({ command: "demo" });
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
  rmSync(folder, { recursive: true });
});

/** A browser that runs no scripts; a respondent's is as wide as a phone. */
function openContext(width: number): Promise<BrowserContext> {
  const viewport = { width, height: 800 };
  return browser.newContext({ javaScriptEnabled: false, locale: "en-US", viewport, timezoneId: "UTC" });
}

async function author(): Promise<Page> {
  return signInAuthor(await openContext(1280), platform.url);
}

function buttonOf(page: Page, name: string | RegExp): Locator {
  return page
    .locator("main")
    .getByRole("button", { name, exact: typeof name === "string" })
    .first();
}

/** Presses a button that leads to another page. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await follow(buttonOf(page, name));
}

/** The words of a page, those of closed parts too. */
async function wordsOf(page: Page): Promise<string> {
  return ((await page.locator("main").textContent()) ?? "").replaceAll(/\s+/g, " ");
}

/** Creates the survey for the team. @returns its path */
async function createSurvey(page: Page): Promise<string> {
  await page.goto(`${platform.url}/surveys/new?from=text`);
  await page.selectOption("#team", { label: "Northstar Outfitters" });
  await page.fill("#text", text);
  await press(page, "Create the survey");
  await page.waitForURL(/\/surveys\/\d+\/edit\?/);
  return new URL(page.url()).pathname.replace("/edit", "");
}

async function setLimit(page: Page, survey: string, limit: string): Promise<void> {
  await page.goto(`${platform.url}${survey}/settings`);
  await page.locator("summary", { hasText: "When answers are accepted" }).click();
  await page.fill("#answer_limit", limit);
  await press(page, /save/i);
  await page.waitForURL(/notice=/);
}

/** A survey of the team, as the interface serves it to the team's own servers. */
async function call(path: string, token: string): Promise<Readonly<Record<string, never>>> {
  const query = new URLSearchParams({ appid: team.appid, access_token: token });
  const response = await fetch(`${platform.url}/api${path}?${query}`);
  const { data } = (await response.json()) as { data: Readonly<Record<string, never>> };
  return data;
}

async function teamToken(): Promise<string> {
  const query = new URLSearchParams({ ...team, grant_type: "client_credential" });
  const response = await fetch(`${platform.url}/api/oauth2/access_token?${query}`);
  const { data } = (await response.json()) as { data: { access_token: string } };
  return data.access_token;
}

/** Chooses a dish on the first page, and goes on to the second. */
async function choose(page: Page, address: string, dish: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel(dish, { exact: true }).check();
  await press(page, "Next");
}

/** Gives a mark and sends the answer; once more, where that was too quick for a person. */
async function send(page: Page, mark: string): Promise<void> {
  await page.getByLabel(mark, { exact: true }).check();
  await expect
    .poll(
      async () => {
        if (!page.url().includes("/done")) await press(page, "Send answers");
        return page.url();
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toContain("/done?answer=");
}

/** Downloads an export. @returns its bytes */
async function exported(page: Page, survey: string, format: string): Promise<Buffer> {
  await page.goto(`${platform.url}${survey}/export`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    buttonOf(page, `Export as ${format}`).click(),
  ]);
  return readFileSync(await download.path());
}

function rowsOf(content: Buffer | string): readonly Readonly<Record<string, unknown>>[] {
  const type = typeof content === "string" ? "string" : "buffer";
  const { Sheets } = read(content, { type, raw: true });
  return utils.sheet_to_json(Object.values(Sheets)[0] ?? {});
}

/** The data of an SPSS export, as PSPP saves them with the labels of values. */
async function readByPspp(zip: Buffer): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const place = mkdtempSync(join(tmpdir(), "sop-story-spss-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  for (const [name, content] of Object.entries(unzipSync(zip))) writeFileSync(join(place, name), content);
  const commands =
    "INSERT FILE='answers.sps'.\nSAVE TRANSLATE /OUTFILE='out.csv' /TYPE=CSV /FIELDNAMES /CELLS=LABELS.";
  writeFileSync(join(place, "read.sps"), commands);
  await runPspp(pspp, "read.sps", place);
  return rowsOf(readFileSync(join(place, "out.csv"), "utf8"));
}

test("a survey is made, answered, changed, read, exported and served, in browsers without scripts", async () => {
  const ada = await author();
  const survey = await createSurvey(ada);
  await ada.goto(`${platform.url}${survey}/edit/logic`);
  await ada.fill("#rules", rules);
  await press(ada, /save/i);
  await setLimit(ada, survey, "2");
  await ada.goto(`${platform.url}${survey}`);
  await press(ada, /publish/i);
  await ada.waitForURL(/notice=published/);

  const token = await teamToken();
  const id = Number(survey.split("/")[2]);
  const { hash } = await call(`/surveys/${id}`, token);
  const address = `${platform.url}/s2/${id}/${String(hash)}/`;

  // Straight through; the question about fish is not asked.
  const first = await (await openContext(390)).newPage();
  await choose(first, address, "Salad");
  expect(await wordsOf(first)).not.toContain("What was it like?");
  await send(first, "4");

  // Left on the second page, and resumed.
  const second = await openContext(390);
  const before = await second.newPage();
  await choose(before, address, "Fish");
  await before.getByLabel(/What was it like/).fill("=Fresh");
  await press(before, "Back");
  await before.close();
  const after = await second.newPage();
  await after.goto(address);
  expect(await after.getByLabel(/What was it like/).inputValue()).toBe("=Fresh");
  await send(after, "5");

  // Refused by the limit.
  const third = await (await openContext(390)).newPage();
  await third.goto(address);
  expect(await third.locator("form").filter({ hasText: "Next" }).count()).toBe(0);
  expect(await wordsOf(third)).toMatch(/has all the answers that it needs/i);

  // One option renamed, one removed, one added; then published again.
  await ada.goto(`${platform.url}${survey}/edit`);
  await follow(ada.locator("main a[href*='/edit/questions/']").first());
  await ada.getByLabel("Option 1", { exact: true }).fill("Soup of the day");
  await ada.fill("#new-options", "Curry");
  await follow(ada.locator("button[name=do][value^='remove ']").nth(1));
  await ada.goto(`${platform.url}${survey}`);
  await press(ada, /publish/i);
  await ada.waitForURL(/notice=published/);
  await setLimit(ada, survey, "10");
  const fourth = await (await openContext(390)).newPage();
  await choose(fourth, address, "Curry");
  await send(fourth, "2");

  // Results of both versions.
  await ada.goto(`${platform.url}${survey}/results`);
  const results = await wordsOf(ada);
  for (const words of ["Curry1 (33.3%)", "Fish1 (33.3%)", "Soup of the day0 (0%)", "Saladremoved133.3%"])
    expect(results).toContain(words);

  // The same answers in every format, read by other programs, and from the interface.
  const dishes = ["Salad", "Fish", "Curry"];
  const titles = ["1. Which dish did you have?", "2. What was it like?", "3. How good was it?"] as const;
  const csv = rowsOf((await exported(ada, survey, "CSV")).toString("utf8").slice(1));
  expect(csv.map((row) => row[titles[0]])).toEqual(dishes);
  expect(csv[1]?.[titles[1]]).toBe("'=Fresh");
  const xlsx = rowsOf(await exported(ada, survey, "Excel"));
  expect(xlsx.map((row) => [row["version"], row[titles[0]], row[titles[2]]])).toEqual([
    [1, "Salad", 4],
    [1, "Fish", 5],
    [2, "Curry", 2],
  ]);
  expect(xlsx[1]?.[titles[1]]).toBe("=Fresh");
  const spss = await readByPspp(await exported(ada, survey, "SPSS syntax"));
  expect(spss.map((row) => Object.values(row).filter((cell) => dishes.includes(String(cell))))).toEqual(
    dishes.map((dish) => [dish]),
  );
  const lines = (await exported(ada, survey, "JSON lines")).toString("utf8").trimEnd().split("\n");
  const { list } = await call(`/surveys/${id}/answers`, token);
  const served: readonly { readonly answer_id: number; readonly ended_at: string }[] = list ?? [];
  expect(served.map(({ answer_id }) => answer_id)).toEqual([1, 2, 3]);
  expect(lines.map((line) => JSON.parse(line).ended_at)).toEqual(served.map(({ ended_at }) => ended_at));
  expect(JSON.stringify(list)).toContain('"text":"Curry"');

  const report = join(folder, "report.md");
  const environment = { PLATFORM_URL: platform.url, APPID: team.appid, SECRET: team.secret };
  await runExample("team-report/main.ts", environment, [report]);
  expect(readFileSync(report, "utf8")).toContain("| Lunch of the week | 3 | 3 |");
});

const twoKinds = `Lunch

Welcome.

Which dishes?[Multiple Choice][Required](all of them)
Soup
____ with ____

Order these[Ranking][Optional]
Cheap
Quick

=== Page Break ===

Anything else?[Single Line Text]`;

/** What a screen reader meets, from top to bottom. */
const readingOrder = `- main:
  - article:
    - heading "Lunch" [level=1]
    - paragraph: Welcome.
    - progressbar "Progress"
    - text: Page 1 of 2
    - alert:
      - paragraph: "Please correct the following:"
      - list:
        - listitem:
          - link "1. Which dishes? – Answer this question."
    - status
    - group "1. Which dishes? Required":
      - text: 1. Which dishes? Required
      - paragraph: all of them
      - checkbox "Soup"
      - text: Soup
      - checkbox "with"
      - 'textbox "To fill in, blank 1 of 2: ____ with ____"'
      - text: with
      - 'textbox "To fill in, blank 2 of 2: ____ with ____"'
      - paragraph: Answer this question.
    - group "2. Order these Optional":
      - text: 2. Order these Optional
      - paragraph: Give each choice a rank, 1 for the best, or move them up and down.
      - list:
        - listitem:
          - combobox "Rank of Cheap"
          - text: Cheap
          - button "Move Cheap up": Up
          - button "Move Cheap down": Down
        - listitem:
          - combobox "Rank of Quick"
          - text: Quick
          - button "Move Quick up": Up
          - button "Move Quick down": Down
    - button "Next"
  - paragraph:
    - text: Your answer is kept as long as the survey; your network address is kept for 30 days.
    - link "What this platform keeps"`;

test("a screen reader meets the title, the mistakes and the questions of a page in this order", async () => {
  const ada = await author();
  const survey = await createSurveyFrom(ada, platform.url, twoKinds);
  await ada.goto(`${platform.url}${survey}`);
  await press(ada, /publish/i);
  await ada.waitForURL(/notice=published/);
  await ada.goto(`${platform.url}${survey}/share`);
  const respondent = await (await openContext(390)).newPage();
  await respondent.goto((await ada.locator("main .copyable").first().innerText()).trim());
  await press(respondent, "Next");
  const tree = await respondent.locator("main").ariaSnapshot();
  // Addresses of links and entries of lists to choose from are left out.
  const lines = tree.split("\n").filter((line) => !/^ *- (\/url|option)\b/.test(line));
  expect(lines.map((line) => line.replace(/^( *- (?:link|combobox) .*):$/, "$1")).join("\n")).toBe(
    readingOrder,
  );
});
