// LEAD to whoever edits this (E1): F is building the same commands in faults/src/hub (the frame of `npm run faults`); do not commit this folder: tell F what you learnt by leaving your files here uncommitted, and go on with other things. Delete this line never by committing it.
/**
 * `npm run figures:hub`: what the token hub promises, measured on hubs as processes, a newest-only platform and business
 * servers with the SDK. Prints a table, and exits with 1 when a figure is missed.
 *
 * Options: `--long` (as many of everything as the promise says, about twenty minutes), `--only WORD` (those scenarios whose
 * name has it).
 */
import { parseArgs } from "node:util";
import { startPostgres } from "../../database/test/support/postgres/postgres-server.ts";
import * as scenarios from "./figures/scenarios.ts";

const { values: options } = parseArgs({
  options: { long: { type: "boolean", default: false }, only: { type: "string", default: "" } },
});
const size: scenarios.Size = options.long
  ? {
      kills: 200,
      rotations: 3,
      lostAnswerRenewals: 200,
      foreignRenewals: 20,
      hostileSeconds: 60,
      downSeconds: 600,
    }
  : {
      kills: 30,
      rotations: 3,
      lostAnswerRenewals: 20,
      foreignRenewals: 5,
      hostileSeconds: 5,
      downSeconds: 10,
    };

const all: Readonly<Record<string, (setting: scenarios.Setting) => Promise<scenarios.Figure>>> = {
  rotations: scenarios.measureRotations,
  proxy: scenarios.measureProxy,
  reports: scenarios.measureReports,
  kills: scenarios.measureKills,
  pauses: scenarios.measurePauses,
  "cut off": scenarios.measureCutOff,
  "lost answers": scenarios.measureLostAnswers,
  foreigner: scenarios.measureForeigner,
  hostility: scenarios.measureHostility,
  absence: scenarios.measureAbsence,
};

let isMissed = false;
console.log("| figure | target | seen | |\n| --- | --- | --- | --- |");
for (const [name, measure] of Object.entries(all)) {
  if (!name.includes(options.only)) continue;
  await using started = new AsyncDisposableStack();
  const makePostgres = async () => started.use(await startPostgres()).address();
  const { what, target, seen, isReached } = await measure({ size, makePostgres });
  isMissed ||= !isReached;
  console.log(`| ${what} | ${target} | ${seen} | ${isReached ? "reached" : "**missed**"} |`);
}
process.exitCode = isMissed ? 1 : 0;
