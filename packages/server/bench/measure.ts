import type { Contender, RunningContender } from "./contenders.ts";
import type { LoadProcess } from "./load-process.ts";
import { separate } from "./processors.ts";
import type { Scenario } from "./scenarios.ts";
import { ScenarioRun, type ScenarioFigures, type Timing } from "./scenario-run.ts";

/** What is measured, and with what. */
export interface Measurement {
  readonly contenders: readonly Contender[];
  readonly scenarios: readonly Scenario[];
  readonly timing: Timing;
  readonly load: LoadProcess;
  /** The process of a database server. */
  readonly databasePid?: number;
}

/** The result. */
export interface Measured {
  readonly scenarios: readonly ScenarioFigures[];
  /** What was wrong in responses; a run with any of it has no valid result. */
  readonly failures: readonly string[];
}

/** Measures all scenarios with all contenders, as many times as the servers are started. */
export async function measure(measurement: Measurement): Promise<Measured> {
  const { starts } = measurement.timing;
  const runs = measurement.scenarios.map((scenario) => new ScenarioRun(measurement, scenario));
  for (let start = 1; start <= starts; start += 1) {
    await using running = await startAll(measurement);
    await separateFromLoad(running.contenders, measurement.load);
    for (const run of runs) {
      await run.measure(running.contenders);
      console.error(`${start}/${starts} ${run.progress()}`);
    }
  }
  return {
    scenarios: runs.map((run) => run.figures),
    failures: runs.flatMap((run) => run.failures),
  };
}

async function separateFromLoad(contenders: readonly RunningContender[], load: LoadProcess): Promise<void> {
  const servers = contenders.flatMap((one) => [one.server("platform").pid, one.server("hub").pid]);
  const problem = await separate([...new Set(servers)], load.pid);
  if (problem !== undefined)
    console.error(`servers and load share processors, so ratios vary more: ${problem}`);
}

async function startAll({ contenders }: Measurement) {
  await using started = new AsyncDisposableStack();
  const running: RunningContender[] = [];
  for (const contender of contenders) {
    const one = await contender.start();
    started.defer(() => one.stop());
    running.push(one);
  }
  const owned = started.move();
  return { contenders: running, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
