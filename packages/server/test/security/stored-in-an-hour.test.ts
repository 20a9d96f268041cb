import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { Browser, formsOf } from "../support/browser.ts";
import { publishSurvey, type PublishedSurvey, storedAnswers } from "../support/published-survey.ts";
import { addWebhook } from "../support/webhooks.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { contents, filesIn, inPieces, temporaryUploads } from "../support/upload-form.ts";

const texts = Array.from({ length: 12 }, (_, at) => `Q${at}[Multiple Line Text][Optional]`).join("\n\n");
const text = `T\n\n\n\n${texts}\n\nFile[File Upload][Optional]\n\n=== Page Break ===\n\nWhy?[Single Line Text][Optional]`;
const attacker = { "x-forwarded-for": "198.51.100.1" };
const megabyte = 1024 * 1024;
const minute = 60_000;

/** No database can press it together. */
function noise(length: number): string {
  return randomBytes(length).toString("base64").slice(0, length);
}

/** How many bytes the database and the folder have on the disk. */
async function bytesOnDisk({ database, address }: TestPlatform, folder: string): Promise<number> {
  const { kysely } = database.reader;
  const query = address.startsWith("sqlite:")
    ? sql<{
        bytes: number | string;
      }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
    : sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await query.execute(kysely);
  const sizes = await Promise.all((await filesIn(folder)).map(async (file) => (await stat(file)).size));
  return Number(rows[0]?.bytes) + sizes.reduce((sum, size) => sum + size, 0);
}

/** Opens a survey in a browser of its own, and makes its form. */
async function formOf(platform: TestPlatform, survey: PublishedSurvey, headers: Record<string, string>) {
  const browser = new Browser(platform);
  const { html } = await browser.get(survey.path, headers);
  return { browser, hidden: formsOf(html)[0]?.hidden ?? {} };
}

interface Attack {
  readonly platform: TestPlatform;
  readonly survey: PublishedSurvey;
}

async function sendTexts({ platform, survey }: Attack, length: number, headers = attacker): Promise<boolean> {
  const { browser, hidden } = await formOf(platform, survey, headers);
  const fields = Array.from({ length: 12 }, (_, at) => [survey.questionId(at + 1), noise(length)] as const);
  const sent = await browser.post(
    survey.path,
    { ...hidden, ...Object.fromEntries(fields), action: "next" },
    headers,
  );
  return sent.status === 303;
}

async function sendUploads({ platform, survey }: Attack, headers = attacker): Promise<boolean> {
  const { browser, hidden } = await formOf(platform, survey, headers);
  const body = new FormData();
  for (const [name, value] of Object.entries(hidden)) body.append(name, value);
  const file = Buffer.concat([contents.png, randomBytes(megabyte)]);
  for (let at = 0; at < 5; at += 1)
    body.append(`${survey.questionId(13)}.files`, new File([new Uint8Array(file)], "x.png"));
  const form = new Response(body);
  const type = { "content-type": form.headers.get("content-type") ?? "" };
  const pieces = inPieces(await form.arrayBuffer());
  const init = { method: "POST", headers: { ...headers, ...type }, body: pieces, duplex: "half" } as const;
  const sent = await browser.send(survey.path, init);
  return sent.status === 303;
}

/** What strangers cause elsewhere: each has a limit of its own, and a row in the database. */
async function sendElsewhere(platform: TestPlatform): Promise<void> {
  const browser = new Browser(platform);
  const page = await browser.get("/login", attacker);
  const { hidden = {} } = formsOf(page.html)[0] ?? {};
  for (let time = 0; time < 60; time += 1) {
    await browser.post("/login", { ...hidden, username: noise(60), password: "x" }, attacker);
    const query = new URLSearchParams({
      appid: noise(60),
      secret: "x",
      code: "x",
      grant_type: "authorization_code",
    });
    await platform.fetch(`/api/oauth2/access_token?${query.toString()}`, { headers: attacker });
  }
}

/** Does something until it is refused. */
async function asOftenAsPossible(run: () => Promise<boolean>): Promise<void> {
  for (let time = 0; time < 500 && (await run()); time += 1);
}

// A hundred megabytes take a busy machine longer than the usual test has.
it(
  "one address stores at most 100 MB in an hour, whatever it sends, and another survey still takes answers and files",
  { timeout: 5 * minute },
  async () => {
    const folder = await temporaryUploads();
    const platform = await startTestPlatform({ uploads: folder, trustProxy: "1" });
    const before = await bytesOnDisk(platform, folder);
    const surveys = await Promise.all([1, 2, 3].map(() => publishSurvey(platform, { text })));
    const start = platform.clock.now;
    for (let step = 0; platform.clock.now < start + 60 * minute; step += 1) {
      for (const survey of surveys) {
        const attack = { platform, survey };
        // Kinds take turns in being first, so that each gets its part of what there is.
        if (step % 2 === 0) await asOftenAsPossible(() => sendUploads(attack));
        await asOftenAsPossible(() => sendTexts(attack, 20_000));
        await asOftenAsPossible(() => sendTexts(attack, 10));
      }
      await sendElsewhere(platform);
      platform.clock.now += 10 * minute;
    }
    const stored = (await bytesOnDisk(platform, folder)) - before;
    expect(stored / megabyte).toBeLessThan(100);
    // The attack did what it could.
    expect(stored / megabyte).toBeGreaterThan(40);
    const other = await publishSurvey(platform, { text });
    const honest = { "x-forwarded-for": "203.0.113.9" };
    expect(await sendTexts({ platform, survey: other }, 200, honest)).toBe(true);
    expect(await sendUploads({ platform, survey: other }, honest)).toBe(true);
  },
);

it("what one address stores has the events of its answers in it, for each webhook of the survey", async () => {
  const platform = await startTestPlatform({ trustProxy: "1", addressMegabytesPerHour: "4" });
  const questions = Array.from(
    { length: 40 },
    (_, at) => `Q${at}[Single Choice]\n${"An option ".repeat(20)}`,
  );
  const survey = await publishSurvey(platform, { text: `T\n\n\n\n${questions.join("\n\n")}` });
  const owner = { kind: "survey", id: survey.id } as const;
  for (let at = 0; at < 10; at += 1)
    await addWebhook(platform, owner, { url: `https://hooks.example/${at}`, host: "hooks.example" });
  const fields = questions.map((_, at) => [survey.questionId(at + 1), survey.optionId(at + 1, 1)] as const);
  await asOftenAsPossible(async () => {
    const { browser, hidden } = await formOf(platform, survey, attacker);
    platform.clock.now += 2000;
    const given = { ...hidden, ...Object.fromEntries(fields), action: "next" };
    return (await browser.post(survey.path, given, attacker)).status === 303;
  });
  const { rows } = await sql<{
    bytes: number | string;
  }>`select sum(length(body)) as bytes from webhook_deliveries`.execute(platform.database.reader.kysely);
  expect(Number(rows[0]?.bytes)).toBeLessThan(2.2 * megabyte);
  expect((await storedAnswers(platform, survey.id)).length).toBeGreaterThan(3);
});
