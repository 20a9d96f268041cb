import { csrfTokenOf } from "@survey-open-platform/service";
import { beforeEach, describe, expect, it } from "vitest";
import { teamRoles, type TeamRole } from "../../src/model/team.ts";
import type { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

let platform: TestPlatform;
let ada: Browser;
let bob: Browser;

beforeEach(async () => {
  platform = await startTestPlatform();
  [ada, bob] = [await signedInBrowser(platform), await signedInBrowser(platform, "bob")];
});

async function addressOf(key: string): Promise<string> {
  return `/surveys/${await surveyIdOf(platform, key)}`;
}

/** Makes Bob's role in Acme another one; undefined removes him. */
async function setRole(role: TeamRole | undefined): Promise<void> {
  const [teamId, userId] = [await teamIdOf(platform, "Acme"), await userIdOf(platform, "bob")];
  await platform.database.write(async ({ kysely }) => {
    await kysely
      .deleteFrom("team_members")
      .where("team_id", "=", teamId)
      .where("user_id", "=", userId)
      .execute();
    if (role === undefined) return;
    await kysely
      .insertInto("team_members")
      .values({ team_id: teamId, user_id: userId, role: teamRoles[role] })
      .execute();
  });
}

/** An answer of a survey, with a text wherever a respondent may write one. */
async function answer(key: string, text: string): Promise<number> {
  const surveyId = await surveyIdOf(platform, key);
  const [version] = await platform.store.surveys.definitionsOf(surveyId);
  const questions = version?.definition.pages.flatMap((page) => page.questions) ?? [];
  const values = Object.fromEntries(
    questions.filter(({ type }) => type === "text" || type === "textarea").map(({ id }) => [id, text]),
  );
  const outcome = await platform.store.surveys.submitAnswer({
    surveyId,
    version: 1,
    values,
    customArguments: { from: text },
    respondent: undefined,
    startedAt: 1,
    channel: text,
    ua: text,
    referrer: text,
    address: text,
    onceKey: null,
  });
  if (!("answerId" in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.answerId;
}

function post(browser: Browser, address: string, fields: Readonly<Record<string, string>> = {}) {
  const csrf = csrfTokenOf(browser.cookies.get(sessionCookie) ?? "");
  return browser.post(address, { ...fields, csrf });
}

const pages = ["/results", "/results/cross", "/results/answers", "/export", "/export/codebook"];

async function statuses(browser: Browser, address: string): Promise<readonly number[]> {
  const all = [...pages, "/results/answers/1", "/results/answers/1/delete"];
  return Promise.all(all.map(async (page) => (await browser.get(`${address}${page}`)).status));
}

describe("results of a survey of a team", () => {
  const sees = [200, 200, 200, 200, 200, 200];
  const nothing = [404, 404, 404, 404, 404, 404];

  it.each<[TeamRole | undefined, { own: readonly number[]; others: readonly number[] }]>([
    ["creator", { own: [...sees, 200], others: [...sees, 200] }],
    ["team_admin", { own: [...sees, 200], others: [...sees, 200] }],
    ["survey_admin", { own: [...sees, 403], others: [...sees, 403] }],
    ["member", { own: [...sees, 403], others: [...nothing, 404] }],
    [undefined, { own: [...nothing, 404], others: [...nothing, 404] }],
  ])("are for the role %s as the rules say", async (role, { own, others }) => {
    await answer("acme-1", "by Ada");
    await answer("acme-2", "by Bob");
    await setRole(role);
    expect(await statuses(bob, await addressOf("acme-2"))).toEqual(own);
    expect(await statuses(bob, await addressOf("acme-1"))).toEqual(others);
  });

  it("are neither exported nor deleted by those whose role does not include it, and nothing changes", async () => {
    await answer("acme-1", "by Ada");
    const address = await addressOf("acme-1");
    for (const role of ["member", undefined] as const) {
      await setRole(role);
      const before = await databaseContents(platform);
      expect((await post(bob, `${address}/export`, { format: "csv" })).status).toBe(404);
      expect((await post(bob, `${address}/results/answers/1/delete`)).status).toBe(404);
      expect(await databaseContents(platform)).toEqual(before);
    }
    await setRole("survey_admin");
    expect((await post(bob, `${address}/results/answers/1/delete`)).status).toBe(403);
    expect((await ada.get(`${address}/results/answers/1`)).status).toBe(200);
  });
});

describe("a personal survey", () => {
  it("is not there for anyone but its owner", async () => {
    await answer("bob-1", "secret");
    const address = await addressOf("bob-1");
    expect(new Set(await statuses(ada, address))).toEqual(new Set([404]));
    expect((await post(ada, `${address}/export`, { format: "jsonl" })).status).toBe(404);
    expect((await post(bob, `${address}/export`, { format: "jsonl" })).html).toContain("secret");
  });

  it("lends its address to no answer of another survey", async () => {
    await answer("bob-1", "secret");
    const own = await addressOf("ada-2");
    expect((await ada.get(`${own}/results/answers/1`)).status).toBe(404);
    expect((await post(ada, `${own}/results/answers/1/delete`)).status).toBe(404);
    expect((await post(ada, `${own}/export`, { format: "jsonl" })).html).toBe("");
  });
});

it("a file that was exported in the background is downloaded under its own survey alone", async () => {
  const { surveys } = platform.store;
  const surveyId = await surveyIdOf(platform, "bob-1");
  await surveys.beginExport({ id: "f".repeat(32), surveyId, format: "csv", upTo: 1 });
  await surveys.addExportPart({ id: "f".repeat(32), part: 1, content: Buffer.from("secret") });
  await surveys.endExport({ id: "f".repeat(32), state: "ready" });
  const file = `/export/files/${"f".repeat(32)}`;
  expect((await bob.get(`${await addressOf("bob-1")}${file}`)).html).toBe("secret");
  for (const key of ["ada-1", "bob-1"])
    expect((await ada.get(`${await addressOf(key)}${file}`)).status).toBe(404);
});

describe("a link", () => {
  it("exports nothing and deletes nothing", async () => {
    const address = await addressOf("ada-1");
    const before = await databaseContents(platform);
    const page = await ada.get(`${address}/export?format=csv`);
    expect(page.headers.get("content-type")).toContain("text/html");
    await ada.get(`${address}/results/answers/1/delete`);
    await ada.get(`${address}/results/answers/1/delete?csrf=x`);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("from another site, or without the token of the session, has no effect either", async () => {
    const address = await addressOf("ada-1");
    const csrf = csrfTokenOf(ada.cookies.get(sessionCookie) ?? "");
    const origin = { Origin: "https://evil.example" };
    for (const page of ["/export", "/results/answers/1/delete"]) {
      const fields = { format: "csv" };
      expect((await ada.post(`${address}${page}`, { ...fields, csrf }, origin)).status).toBe(403);
      expect((await ada.post(`${address}${page}`, fields)).status).toBe(403);
    }
    expect((await ada.get(`${address}/results/answers/1`)).status).toBe(200);
  });
});

describe("what respondents wrote", () => {
  const hostile = [
    '<script>alert(1)</script><img src=x onerror="alert(1)">',
    '=HYPERLINK("http://evil.example","x")',
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r\n=1+1",
    "＝1",
    "[x](javascript:alert(1))",
  ];

  it.each(hostile)("stays text on every page: %j", async (text) => {
    const address = await addressOf("ada-2");
    await answer("ada-2", text);
    const found = `/results/answers?q=${encodeURIComponent(text.trim())}`;
    for (const page of ["/results", "/results/answers", "/results/answers/1", found]) {
      const { status, html } = await ada.get(`${address}${page}`);
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script>alert|<img src=x|href="javascript:/);
    }
  });

  it("is no formula in a CSV file, which is saved and never shown", async () => {
    for (const text of hostile) await answer("ada-2", text);
    const page = await post(ada, `${await addressOf("ada-2")}/export`, { format: "csv" });
    expect(page.status).toBe(200);
    // Every text is quoted. A sign with nothing but digits after it is a number.
    expect(page.html.match(/(?:^|,)"(?![+-]\d+")[=+\-@\t\r\n＝]/gm)).toBe(null);
    expect(page.headers.get("content-disposition")).toMatch(/^attachment; filename="survey-\d+\.csv"$/);
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("content-security-policy")).toContain("sandbox");
    expect(page.headers.get("cache-control")).toBe("no-store");
  });
});

it("an export ends with the newest answer at its start, and is in the audit log", async () => {
  const surveyId = await surveyIdOf(platform, "ada-1");
  const address = `/surveys/${surveyId}`;
  const exported = post(ada, `${address}/export`, { format: "jsonl" });
  const lines = (await exported).html.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).answer_id)).toEqual(
    Array.from({ length: 25 }, (_, at) => at + 1),
  );
  const entries = await platform.database.reader.kysely
    .selectFrom("audit_log")
    .select(["action", "actor", "target", "after"])
    .where("action", "=", "answers.exported")
    .execute();
  const after = JSON.stringify({ format: "jsonl", up_to_answer_id: 25 });
  expect(entries).toEqual([{ action: "answers.exported", actor: "ada", target: String(surveyId), after }]);
});
