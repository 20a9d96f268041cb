import { join } from "node:path";
import { csrfTokenOf } from "@survey-open-platform/service";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { sql } from "kysely";
import { hashToken, makeRandomId } from "../src/model/token.ts";
import type { Schema } from "../src/store/schema/schema.ts";
import { ownCheckout } from "./contenders.ts";
import { latencyOf } from "./figures.ts";
import { durablePostgres, type Bench } from "./parts.ts";
import { processorNanoseconds } from "./processor-time.ts";
import { markdownTable } from "./report.ts";
import { seed } from "./seed.ts";
import { manySurveysUserId, SeededData, webAppid, webApplicationId } from "./seeded-data.ts";
import { startPlatform } from "./server-process.ts";

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
  try {
    const browser = new ConsentBrowser(server, await signIn(database), engine);
    const page = () => browser.get(consentPath);
    const request = await page();
    const search = () => browser.get(`${consentPath}&pending=${request}&q=nothing+like+this`);
    const allow = async () => {
      const open = await page();
      await chooseHalf(database, open, surveys / 2);
      return () => browser.allow(open);
    };
    return [
      await browser.measure(`consent page, ${surveys} surveys`, times, () => Promise.resolve(page)),
      await browser.measure("search without a hit", times, () => Promise.resolve(search)),
      await browser.measure(`Allow, ${surveys / 2} chosen`, times, allow),
    ];
  } finally {
    await server.stop();
    await database.close();
  }
}

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

/** A browser that notes what its requests cost. */
class ConsentBrowser {
  readonly #server: Awaited<ReturnType<typeof startPlatform>>;
  readonly #session: string;
  readonly #engine: Engine;

  constructor(server: Awaited<ReturnType<typeof startPlatform>>, session: string, engine: Engine) {
    this.#server = server;
    this.#session = session;
    this.#engine = engine;
  }

  /** Shows a consent page. @returns the id of its request */
  async get(path: string): Promise<string> {
    const response = await this.#send(path, {});
    const [, id] = /name="request" value="([^"]*)"/.exec(await response.text()) ?? [];
    if (response.status !== 200 || id === undefined) throw new Error(`${path}: status ${response.status}`);
    return id;
  }

  /** Sends the form of a page as it is. */
  async allow(request: string): Promise<void> {
    const fields = { csrf: csrfTokenOf(this.#session), request, link: consentPath, decision: "allow" };
    const body = new URLSearchParams(fields);
    const response = await this.#send("/connect/oauth2/authorize/decision", { method: "POST", body });
    const location = response.headers.get("location") ?? "";
    if (!location.startsWith(`${oauthRedirectUri}?code=`)) throw new Error(`Allow led to "${location}"`);
  }

  /** @param prepare makes ready what is then measured */
  async measure(
    what: string,
    times: number,
    prepare: () => Promise<() => Promise<unknown>>,
  ): Promise<ConsentFigure> {
    const figure = { platform: [] as number[], database: [] as number[], elapsed: [] as number[] };
    // The first half compiles.
    for (let time = -times / 2; time < times; time += 1) {
      const request = await prepare();
      const before = this.#reading();
      await request();
      const after = this.#reading();
      if (time < 0) continue;
      for (const name of ["platform", "database", "elapsed"] as const)
        figure[name].push(after[name] - before[name]);
    }
    return { engine: this.#engine.engine, what, ...figure };
  }

  #reading() {
    const { pid } = this.#engine;
    return {
      platform: this.#server.processorNanoseconds() / 1e6,
      database: pid === undefined ? 0 : processorNanoseconds([pid]) / 1e6,
      elapsed: performance.now(),
    };
  }

  #send(path: string, init: RequestInit): Promise<Response> {
    const headers = { cookie: `sop_session=${this.#session}` };
    return fetch(this.#server.url + path, { ...init, headers, redirect: "manual" });
  }
}
