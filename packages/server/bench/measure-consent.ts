import { join } from "node:path";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { sql } from "kysely";
import { WebClient, type WebPage } from "../../../e2e/support/web-client.ts";
import { hashToken, makeRandomId } from "../src/model/token.ts";
import type { Schema } from "../src/store/schema/schema.ts";
import { ownCheckout } from "./contenders.ts";
import { latencyOf } from "./figures.ts";
import { durablePostgres, type Bench } from "./parts.ts";
import { processorNanoseconds } from "./processor-time.ts";
import { markdownTable } from "./report.ts";
import { seed } from "./seed.ts";
import { manySurveysUserId, SeededData, webAppid, webApplicationId } from "./seeded-data.ts";
import { startPlatform, type ServerProcess } from "./server-process.ts";

/** What one kind of request took, in milliseconds of each. */
interface ConsentFigure {
  readonly engine: string;
  readonly what: string;
  readonly platform: readonly number[];
  readonly database: readonly number[];
  readonly elapsed: readonly number[];
}

/** The table of a run, in Markdown. */
export function consentTable(figures: readonly ConsentFigure[]): string {
  const head = ["engine", "what", "platform, processor ms p50 / p99", "database", "elapsed"];
  const rows = figures.map(({ engine, what, platform, database, elapsed }) => {
    return [engine, what, ...[platform, database, elapsed].map(spreadText)];
  });
  return `each asked for ${figures[0]?.platform.length} times\n\n${markdownTable(head, rows)}`;
}

function spreadText(milliseconds: readonly number[]): string {
  const { p50, p99 } = latencyOf(Float64Array.from(milliseconds));
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
}

/** Consent of a user with many surveys, one request after the other. */
export async function measureConsent(bench: Bench): Promise<readonly ConsentFigure[]> {
  const onSqlite = await measureOn(bench, {
    engine: "sqlite",
    address: `sqlite:${join(bench.folder, "c.db")}`,
  });
  await using postgres = await durablePostgres(bench);
  const { pid } = postgres;
  return [...onSqlite, ...(await measureOn(bench, { engine: "postgres", address: postgres.address(), pid }))];
}

/** A database, and the process of its server. */
interface Engine {
  readonly engine: string;
  readonly address: string;
  readonly pid?: number;
}

async function measureOn({ options, folder }: Bench, engine: Engine): Promise<readonly ConsentFigure[]> {
  const { surveys, times } = options.consent;
  console.error(`filling a database with ${surveys} surveys of one user (${engine.engine})`);
  await seed(engine.address, new SeededData({ liveTokens: 100, codes: 0, surveysOfOne: surveys }));
  const database = openDatabase<Schema>({ address: engine.address, patience: 60 });
  const server = await startPlatform(ownCheckout, engine.address, join(folder, `${engine.engine}.log`));
  const meter = { server, engine, times };
  try {
    const browser = new WebClient(server.url);
    browser.cookies.set("sop_session", await signIn(database));
    const page = () => browser.get(consentPath);
    const { request = "" } = formOf(browser, await page());
    const search = () => browser.get(`${consentPath}&pending=${request}&q=nothing+like+this`);
    const allow = async () => {
      const fields = formOf(browser, await page());
      await chooseHalf(database, fields["request"] ?? "", surveys / 2);
      return () => browser.post(decisionPath, { ...fields, decision: "allow" });
    };
    return [
      await measure(meter, `consent page, ${surveys} surveys`, () => Promise.resolve(page)),
      await measure(meter, "search without a hit", () => Promise.resolve(search)),
      await measure(meter, `Allow, ${surveys / 2} chosen`, allow),
    ];
  } finally {
    await server.stop();
    await database.close();
  }
}

const decisionPath = "/connect/oauth2/authorize/decision";
const oauthRedirectUri = "https://bench.example/callback";
const consentPath = `/oauth/authorize?${new URLSearchParams({
  response_type: "code",
  client_id: webAppid,
  redirect_uri: oauthRedirectUri,
  scope: "surveys:read answers:read",
  prompt: "consent",
}).toString()}`;

/** @returns the token of a session of the user with many surveys */
async function signIn(database: Database<Schema>): Promise<string> {
  const token = makeRandomId();
  const now = Date.now();
  const who = { hash: hashToken(token), user_id: manySurveysUserId, user_agent: "", network: "" };
  const times = { created_at: now, expires_at: now + 86_400_000, last_seen_at: now, confirmed_at: now };
  await database.write(async ({ kysely }) => {
    await kysely
      .insertInto("sessions")
      .values({ ...who, ...times })
      .execute();
    const redirect = { application_id: webApplicationId, uri: oauthRedirectUri };
    await kysely.insertInto("redirect_uris").values(redirect).execute();
  });
  return token;
}

/** As if a user had ticked them on many pages. */
async function chooseHalf(database: Database<Schema>, request: string, count: number): Promise<void> {
  const hash = hashToken(request);
  await database.write(async ({ kysely }) => {
    await kysely
      .updateTable("authorization_requests")
      .set({ only_chosen: 1 })
      .where("hash", "=", hash)
      .execute();
    await kysely.deleteFrom("authorization_request_surveys").where("request_hash", "=", hash).execute();
    await sql`insert into authorization_request_surveys (request_hash, survey_id)
      select ${hash}, id from surveys where owner_id = ${manySurveysUserId} order by id limit ${count}`.execute(
      kysely,
    );
  });
}

/** The fields of the form that a consent page has. @throws Error when it has none */
function formOf(browser: WebClient, page: WebPage): Readonly<Record<string, string>> {
  const { fields } = browser.formOf(page, decisionPath);
  if (fields["request"] === undefined) throw new Error(`no consent page: status ${page.status}`);
  return fields;
}

/** What is measured, and how often. */
interface Meter {
  readonly server: ServerProcess;
  readonly engine: Engine;
  readonly times: number;
}

/** @param prepare makes ready what is then measured; it leads to a page, or back to the application */
async function measure(
  { server, engine: { engine, pid }, times }: Meter,
  what: string,
  prepare: () => Promise<() => Promise<WebPage>>,
): Promise<ConsentFigure> {
  const figure = { platform: [] as number[], database: [] as number[], elapsed: [] as number[] };
  const read = () => ({
    platform: server.processorNanoseconds() / 1e6,
    database: pid === undefined ? 0 : processorNanoseconds([pid]) / 1e6,
    elapsed: performance.now(),
  });
  // The first half compiles.
  for (let time = -times / 2; time < times; time += 1) {
    const request = await prepare();
    const before = read();
    const { status, location } = await request();
    const after = read();
    if (status !== 200 && !location.startsWith(`${oauthRedirectUri}?code=`))
      throw new Error(`${what}: status ${status}, to "${location}"`);
    if (time < 0) continue;
    for (const name of ["platform", "database", "elapsed"] as const)
      figure[name].push(after[name] - before[name]);
  }
  return { engine, what, ...figure };
}
