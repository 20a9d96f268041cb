/**
 * One of a team's business servers: reads the team's surveys all the time, with the token that the hub keeps. All
 * that it knows of tokens is in the lines around `fromHub`.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, fromHub, SurveyPlatformError } from "@survey-open-platform/sdk";
import type { Tally } from "./tally.ts";

const { PLATFORM_URL: baseUrl = "", HUB_URL: hubUrl = "", APPID: appid = "" } = process.env;
const { CALLER_ID: callerId = "", CALLER_SECRET: callerSecret = "" } = process.env;
const pauseMilliseconds = 40;

const source = fromHub({ hubUrl }, { appid, callerId, callerSecret });
// News of a new token comes before the old one is refused; without this, one call more would be refused and repeated.
const stopWatching = source.watch?.(() => undefined);
const { surveys } = createClient({ platform: { baseUrl }, source });

const failures: string[] = [];
let calls = 0;
const over = new AbortController();
process.on("message", () => over.abort());
process.on("disconnect", () => process.exit());

while (!over.signal.aborted) {
  calls += 1;
  try {
    await surveys.list({ perPage: 1 });
  } catch (error) {
    failures.push(error instanceof SurveyPlatformError ? error.message : String(error));
  }
  await sleep(pauseMilliseconds);
}
stopWatching?.();
const tally: Tally = { calls, failures };
process.send?.(tally, () => process.exit());
