/** Loaded into a program before anything else, see `stop-time.ts`. */
import { RunningTime } from "../../scripts/processes/running-time.ts";

process.once("SIGTERM", () => {
  const time = new RunningTime();
  process.once("exit", () => process.stderr.write(`ran ${time.milliseconds} ms after SIGTERM\n`));
});
