import { join } from "node:path";
import { ownCheckout } from "../contenders.ts";
import { spreadOf, type Spread } from "../figures.ts";
import type { LoadProcess } from "../load-process.ts";
import { processorNanoseconds } from "../processor-time.ts";
import { spreadText } from "../report.ts";
import { startBarePageServer, startPlatform, type ServerProcess } from "../server-process.ts";
import {
  comparePages,
  type HttpTurns,
  type PageComparison,
  PageLane,
  type RequestedPage,
} from "./http-turns.ts";
import type { SurveyFigure } from "./measure-surveys.ts";

const leastShare = 0.3;
const mostTimes = 1.2;
const mostMilliseconds = 20;
const pacedPerSecond = 20;
/** The machine may be disturbed for seconds, which one span would take for the page's. */
const pacedSpans = 3;
const pageStart = "<!doctype html>";

/** A database with two surveys, which no process uses. */
export interface FilledSurveys {
  readonly engine: string;
  readonly address: string;
  readonly large: { readonly id: number; readonly path: string };
  readonly small: { readonly id: number; readonly path: string };
  /** Of their owner. */
  readonly sessionToken: string;
  /** Of a database server. */
  readonly databasePid?: number;
}

/** Where and how long to measure. */
export interface PageBench {
  readonly folder: string;
  readonly load: LoadProcess;
  readonly turns: HttpTurns;
  /** Of each span of pages that are due at regular times. */
  readonly spanMilliseconds: number;
}

/** The answering page beside a bare one, and results of many answers beside those of few, over HTTP. */
export async function measureSurveyPages(
  bench: PageBench,
  filled: FilledSurveys,
): Promise<readonly SurveyFigure[]> {
  const { engine, address } = filled;
  await using servers = new AsyncDisposableStack();
  const platform = await startPlatform(ownCheckout, address, [], join(bench.folder, `pages-${engine}.log`));
  servers.defer(() => platform.stop());
  const bare = await startBarePageServer(bench.folder);
  servers.defer(() => bare.stop());
  return [
    ...(await compareAnswering(bench, filled, platform, bare)),
    ...(await compareResults(bench, filled, platform)),
  ];
}

async function compareAnswering(
  { load, turns }: PageBench,
  { engine, large }: FilledSurveys,
  platform: ServerProcess,
  bare: ServerProcess,
): Promise<readonly SurveyFigure[]> {
  const common = { path: large.path, cookie: "", expected: pageStart };
  const barePage = {
    ...common,
    name: "bare page",
    port: bare.port,
    processorNanoseconds: () => bare.processorNanoseconds(),
  };
  // A respondent's first page: a new browser, for which a cookie is signed.
  const page = {
    ...common,
    name: "answering page",
    port: platform.port,
    processorNanoseconds: () => platform.processorNanoseconds(),
  };
  const { times, microseconds } = await compareLanes(load, [barePage, page], turns);
  return [
    {
      engine,
      what: `a bare page in times of the answering page (${microsecondsText(microseconds)})`,
      figure: spreadText(times),
      target: `at least ${leastShare}`,
      isReached: times.median >= leastShare,
    },
  ];
}

async function compareResults(
  { load, turns, spanMilliseconds }: PageBench,
  { engine, large, small, sessionToken, databasePid }: FilledSurveys,
  platform: ServerProcess,
): Promise<readonly SurveyFigure[]> {
  const pageOf = (name: string, id: number): RequestedPage => ({
    name,
    port: platform.port,
    path: `/surveys/${id}/results`,
    cookie: `sop_session=${sessionToken}`,
    expected: pageStart,
    processorNanoseconds: () =>
      platform.processorNanoseconds() + (databasePid === undefined ? 0 : processorNanoseconds([databasePid])),
  });
  const many = pageOf("results of many answers", large.id);
  const few = pageOf("results of few answers", small.id);
  const { times, microseconds } = await compareLanes(load, [many, few], turns);
  const p99 = await pacedP99(load, many, spanMilliseconds);
  return [
    {
      engine,
      what: `results page with many answers in times of 1,000 (${microsecondsText(microseconds)})`,
      figure: spreadText(times),
      target: `at most ${mostTimes}`,
      isReached: times.median <= mostTimes,
    },
    {
      engine,
      what: `p99 of the results page with many answers, ${pacedPerSecond} a second`,
      figure: `${spreadText(p99)} ms`,
      target: `at most ${mostMilliseconds} ms`,
      isReached: p99.median <= mostMilliseconds,
    },
  ];
}

/** Both are closed before anything else is measured: the platform closes connections that are not used. */
async function compareLanes(
  load: LoadProcess,
  [first, second]: readonly [RequestedPage, RequestedPage],
  turns: HttpTurns,
): Promise<PageComparison> {
  await using firstLane = await PageLane.open(load, first);
  await using secondLane = await PageLane.open(load, second);
  return await comparePages(firstLane, secondLane, turns);
}

/** The p99 of some spans, in milliseconds. */
async function pacedP99(load: LoadProcess, page: RequestedPage, spanMilliseconds: number): Promise<Spread> {
  await using lane = await PageLane.open(load, page);
  const ofSpans: number[] = [];
  for (let span = 0; span < pacedSpans; span += 1)
    ofSpans.push(await lane.p99(pacedPerSecond, spanMilliseconds));
  return spreadOf(ofSpans);
}

function microsecondsText(both: readonly [number, number]): string {
  return both.map((each) => `${each.toFixed(0)} µs`).join(" / ");
}
