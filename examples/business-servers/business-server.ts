/**
 * One of a team's business servers: keeps reading the team's surveys with the hub's token. Only the lines around
 * `fromHub` deal with tokens.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, fromHub, SurveyPlatformError } from "@survey-open-platform/sdk";
import type { Tally } from "./tally.ts";

const { PLATFORM_URL: baseUrl = "", HUB_URL: hubUrl = "", APPID: appid = "" } = process.env;
const { CALLER_ID: callerId = "", CALLER_SECRET: callerSecret = "" } = process.env;
const pauseMilliseconds = 40;

const source = fromHub({ hubUrl }, { appid, callerId, callerSecret });
// Announces a new token before the old one is refused; without this, one more call would be refused and repeated.
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
