import { existsSync, readFileSync } from "node:fs";
import { type RawBuilder, sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { sqlitePathOf } from "../../../database/src/sqlite-copy.ts";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { asSuperuser, connect } from "../../../database/test/support/postgres/postgres-of-run.ts";
import { linksOfKey } from "../../src/model/participant.ts";
import { addParticipants } from "../../src/store/surveys/add-participants.ts";
import { listParticipants } from "../../src/store/surveys/participant-table.ts";
import { setAnonymous } from "../../src/store/surveys/set-anonymous.ts";
import { Browser } from "../support/browser.ts";
import { tablesOf } from "../support/database-contents.ts";
import { publishSurvey, sendPage } from "../support/published-survey.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { addWebhook, program } from "../support/webhooks.ts";

const question = `Trust

What do you think of us?[Single Line Text]

=== Page Break ===

Why?[Single Line Text][Optional]`;

const linkOf = linksOfKey("key of the test");

/** An anonymous survey with participants who are called by their number, and whose events a webhook gets. */
async function anonymous(count: number) {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text: question });
  const { store } = platform;
  const change = { surveyId: survey.id, isAnonymous: true, actor: program, outbox: store.outbox };
  expect(await store.write(setAnonymous, change)).toBe("saved");
  const receiver = { url: "https://receiver.example/", host: "receiver.example:443" };
  await addWebhook(platform, { kind: "survey", id: survey.id }, receiver);
  const participants = Array.from({ length: count }, (_, at) => participantNamed(at));
  await store.write(addParticipants, { surveyId: survey.id, participants, linkOf, actor: program });
  const rows = await listParticipants(store.reader, { surveyId: survey.id, after: 0, limit: count });
  const links = rows.map(({ nonce }) => `${survey.path}?p=${linkOf(nonce)}`);
  return { platform, survey, links, ids: rows.map(({ id }) => id) };
}

function participantNamed(at: number) {
  const name = `Person ${at}`;
  return {
    email: `p${at}@mail.example`,
    phone: "",
    code: "",
    name,
    language: at % 2 ? "de" : "en",
    fields: {},
  };
}

type Anonymous = Awaited<ReturnType<typeof anonymous>>;

/** What a participant writes; nothing else has this text. */
function opinionOf(at: number): string {
  return `opinion-${at}-`;
}

/** Answers that wait need more than one page of the database. */
const long = "x".repeat(900);

async function begin({ platform, survey, links }: Anonymous, at: number, browser = new Browser(platform)) {
  const first = await browser.follow(browser.get(links[at] ?? ""));
  platform.clock.now += 7000 + at * 13;
  const second = await browser.follow(
    sendPage(browser, first, [[survey.questionId(1), opinionOf(at) + long]]),
  );
  return { browser, second };
}

async function answer(opened: Anonymous, at: number) {
  const { browser, second } = await begin(opened, at);
  opened.platform.clock.now += 60_000;
  const done = await browser.follow(sendPage(browser, second, []));
  expect(done.html).toContain("kept apart from your name");
}

/** Every row that the attacker gets, in the order in which the database has them, with what PostgreSQL knows of each row. */
async function handedOver({ database }: TestPlatform) {
  const hidden = isOnPostgres() ? sql`, xmin::text as xmin, ctid::text as ctid` : sql``;
  const tables = await tablesOf(database);
  return Promise.all(
    tables.map(async (name) => {
      const { rows } = await sql<object>`select *${hidden} from ${sql.table(name)}`.execute(
        database.reader.kysely,
      );
      return { name, rows };
    }),
  );
}

/** The files of the database as they lie on the disk; PostgreSQL's are its server's. */
function filesOf({ address }: TestPlatform): string {
  if (isOnPostgres()) return "";
  const path = sqlitePathOf(address);
  const files = [path, `${path}-wal`].filter((file) => existsSync(file));
  return files.map((file) => readFileSync(file, "latin1")).join("");
}

type Handed = Awaited<ReturnType<typeof handedOver>>;

/** In which rows of which tables each opinion is. */
function placesOfOpinions(handed: Handed, count: number) {
  return handed.flatMap(({ name, rows }) =>
    rows.flatMap((row) => {
      const text = JSON.stringify(row);
      const whose = Array.from({ length: count }, (_, at) => at).filter((at) => text.includes(opinionOf(at)));
      return whose.length === 0 ? [] : [{ table: name, row: row as Record<string, unknown>, whose, text }];
    }),
  );
}

/**
 * What an attacker guesses who sorts the rows with an opinion by one column, or as the database gives them, and gives the first one to who
 * answered, was written to, or was listed first.
 */
function bestGuesses(places: ReturnType<typeof placesOfOpinions>, orders: readonly (readonly number[])[]) {
  const tables = Map.groupBy(places, ({ table }) => table);
  const guesses: { table: string; column: string; hits: number }[] = [];
  for (const [table, rows] of tables) {
    const columns = ["", ...Object.keys(rows[0]?.row ?? {})];
    for (const column of columns) {
      const sorted =
        column === "" ? rows : rows.toSorted((one, other) => compare(one.row[column], other.row[column]));
      const found = sorted.flatMap(({ text, whose }) =>
        whose.toSorted((one, other) => text.indexOf(opinionOf(one)) - text.indexOf(opinionOf(other))),
      );
      for (const order of orders.flatMap((one) => [one, one.toReversed()])) {
        const hits = found.filter((whose, at) => order[at] === whose).length;
        guesses.push({ table, column, hits });
      }
    }
  }
  return guesses.toSorted((one, other) => other.hits - one.hits);
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

/** Values of rows that name participants, such as addresses, ids in keys, nonces and hashes of links. */
function marksOf({ ids }: Pick<Anonymous, "ids">, handed: Handed): readonly string[] {
  const rows = handed.find(({ name }) => name === "participants")?.rows ?? [];
  const marks = rows.flatMap((row) => {
    const { email, name, nonce, link_hash: hash } = row as Record<string, string>;
    return [email, name, nonce, hash].map((mark) => JSON.stringify(mark));
  });
  return [...marks, ...ids.map((id) => `"participant:${id}"`)];
}

const count = 45;

describe("an anonymous survey", () => {
  test("handed over with its database names no answer to an attacker who knows all participants and every order", async () => {
    const opened = await anonymous(count);
    const listed = Array.from({ length: count }, (_, at) => at);
    const answered = listed.toSorted((one, other) => ((one * 17) % count) - ((other * 17) % count));
    for (const at of answered) await answer(opened, at);
    const handed = await handedOver(opened.platform);
    const places = placesOfOpinions(handed, count);
    expect(new Set(places.flatMap(({ whose }) => whose)).size).toBe(count);
    // Nothing that names a participant is in a row with an opinion.
    const marks = marksOf(opened, handed);
    expect(places.filter(({ text }) => marks.some((mark) => text.includes(mark)))).toEqual([]);
    // Of those who answered, no order names more than a guess among a group does: with chance 1 of 5, more than 24 of 45 come once in 10 million.
    const [best] = bestGuesses(places, [answered, listed]);
    expect(best?.hits, JSON.stringify(best)).toBeLessThanOrEqual(24);
    const answers = places.filter(({ table }) => table.startsWith("answers"));
    for (const column of [
      "started_at",
      "ended_at",
      "ua",
      "language",
      "channel",
      "referrer",
      "address",
      "once_key",
    ])
      expect(new Set(answers.map(({ row }) => row[column])).size, column).toBe(1);
  });

  test("leaves nothing in the files of the database of what waited before, by which who reads them would see which answer came when", async () => {
    const opened = await anonymous(14);
    for (let at = 0; at < 14; at += 1) await answer(opened, at);
    const rows = JSON.stringify(await handedOver(opened.platform));
    const files = filesOf(opened.platform);
    const more = Array.from({ length: 14 }, (_, at) =>
      Math.max(0, files.split(opinionOf(at)).length - rows.split(opinionOf(at)).length),
    );
    expect(more).toEqual(Array<number>(14).fill(0));
  });

  test.runIf(isOnPostgres())(
    "has what waits in a new file of PostgreSQL after each change, until nothing sees what was before, and in the same one while nothing changes",
    async () => {
      const { platform, survey } = await anonymous(1);
      const { database, store, address } = platform;
      const ask = async (query: RawBuilder<{ found: string }>) =>
        (await query.execute(database.reader.kysely)).rows[0]?.found;
      const fileOf = async () => {
        await store.rewriteWaitingAnswers();
        return ask(sql`select pg_relation_filenode('anonymous_answers')::text as found`);
      };
      const counted = () =>
        ask(sql`select (n_tup_ins + n_tup_upd + n_tup_del)::text as found from pg_stat_user_tables
          where relname = 'anonymous_answers'`);
      /** In a session that ends: PostgreSQL counts its changes then. */
      const change = async (statements: string) => {
        const before = await counted();
        const client = await connect(address);
        await client.query(statements);
        await client.end();
        await vi.waitUntil(async () => (await counted()) !== before, { timeout: 60_000 });
      };
      const insert = `insert into anonymous_answers values (${survey.id}, 1, 1, '[]')`;
      const files = [await fileOf()];
      for (const statements of [
        `begin; ${insert}; rollback`,
        `${insert}; delete from anonymous_answers`,
        insert,
      ]) {
        await change(statements);
        files.push(await fileOf());
      }
      expect(new Set(files).size).toBe(4);
      await using reading = await connect(address);
      await reading.query("begin isolation level repeatable read; select 1");
      await change("update anonymous_answers set waiting = 2");
      const held = [await fileOf(), await fileOf()];
      await reading.query("commit");
      const last = await fileOf();
      expect(new Set([...files, ...held, last]).size).toBe(7);
      expect(await fileOf()).toBe(last);
    },
  );

  test.runIf(isOnPostgres() && process.env["SOP_TEST_POSTGRES"]?.startsWith("postgres") !== true)(
    "has former rows in the pages of PostgreSQL's file until it is rewritten, and none afterwards",
    async () => {
      // Two are as much as a row holds in the table itself.
      const opened = await anonymous(2);
      for (let at = 0; at < 2; at += 1) await answer(opened, at);
      await using superuser = await connect(asSuperuser(opened.platform.address));
      const timesInFile = async () => {
        await superuser.query("checkpoint");
        const { rows } = await superuser.query<{ bytes: Buffer }>(
          "select pg_read_binary_file(pg_relation_filepath('anonymous_answers')) as bytes",
        );
        const text = rows[0]?.bytes.toString("latin1") ?? "";
        return [0, 1].map((at) => text.split(opinionOf(at)).length - 1);
      };
      expect(Math.max(...(await timesInFile()))).toBeGreaterThan(1);
      const rewritten = async () => {
        await opened.platform.store.rewriteWaitingAnswers();
        return timesInFile();
      };
      // A process of PostgreSQL that tidies up may still see what was before.
      await expect.poll(rewritten).toEqual([1, 1]);
    },
  );

  test("keeps what is filled in so that the database alone cannot read it, and other browsers do not find it", async () => {
    const opened = await anonymous(2);
    const { browser } = await begin(opened, 0);
    expect(placesOfOpinions(await handedOver(opened.platform), 2)).toEqual([]);
    const again = await browser.follow(browser.get(opened.links[0] ?? ""));
    expect(again.html).toContain("Page 2 of 2");
    const other = new Browser(opened.platform);
    expect((await other.follow(other.get(opened.links[0] ?? ""))).html).toContain("Page 1 of 2");
    // Who opens another link in the same browser begins another form.
    expect((await browser.follow(browser.get(opened.links[1] ?? ""))).html).toContain("Page 1 of 2");
  });

  test("stores groups of at least five, of which five go on waiting until it ends", async () => {
    const opened = await anonymous(12);
    const { platform, survey } = opened;
    const { store } = platform;
    const stored = () => store.surveys.listAnswers({ surveyId: survey.id, lastAnswerId: 0, perPage: 100 });
    const counts: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      await answer(opened, at);
      counts.push((await stored()).length);
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5]);
    await store.surveys.changeSettings({ surveyId: survey.id, settings: { endAt: platform.clock.now } });
    await store.sweepExpired();
    expect(await stored()).toHaveLength(12);
  });

  test("takes one answer of each participant, and no more than its limit with those that wait", async () => {
    const opened = await anonymous(4);
    const { platform, survey, links } = opened;
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { answerLimit: 2 } });
    await answer(opened, 0);
    const again = new Browser(platform);
    expect((await again.follow(again.get(links[0] ?? ""))).html).toContain("Already answered");
    const third = await begin(opened, 2);
    await answer(opened, 1);
    expect((await third.browser.follow(sendPage(third.browser, third.second, []))).html).toContain("full");
  });

  test("stays anonymous once somebody has answered", async () => {
    const opened = await anonymous(1);
    const { platform, survey } = opened;
    await answer(opened, 0);
    const { store } = platform;
    const change = { surveyId: survey.id, isAnonymous: false, actor: program, outbox: store.outbox };
    expect(await store.write(setAnonymous, change)).toBe("answered");
    expect((await store.surveys.findSettings(survey.id))?.isAnonymous).toBe(true);
  });
});
