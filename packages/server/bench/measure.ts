import type { Contender, RunningContender } from "./contenders.ts";
import { coresOfOthers, failureOf, type MachineReading } from "./figures.ts";
import type { LoadProcess } from "./load-process.ts";
import { busyNanoseconds, processorNanoseconds } from "./processor-time.ts";
import { separate } from "./processors.ts";
import { ScenarioLane, type ContenderFigures } from "./scenario-lane.ts";
import type { Scenario } from "./scenarios.ts";
import type { SeededData } from "./seeded-data.ts";

/** How long and how often. */
export interface Timing {
  /** How many times all servers are started: processes of one program may differ for their whole life. */
  readonly starts: number;
  /** Per scenario and start. */
  readonly rounds: number;
  /** Of each contender in a round, alternating. */
  readonly turns: number;
  readonly turnMilliseconds: number;
  /** Turns that do not count, so that code is compiled before those that do. */
  readonly warmUpTurns: number;
  readonly latencyMilliseconds: number;
}

/** One scenario over all rounds. */
export interface ScenarioFigures {
  readonly scenario: Scenario;
  readonly contenders: readonly ContenderFigures[];
}

/** What is measured, and with what. */
export interface Measurement {
  readonly contenders: readonly Contender[];
  /** What is in their databases. */
  readonly data: SeededData;
  readonly scenarios: readonly Scenario[];
  readonly timing: Timing;
  readonly load: LoadProcess;
}

/** The result. */
export interface Measured {
  /** How many cores other programs used during each start. */
  readonly others: readonly number[];
  readonly scenarios: readonly ScenarioFigures[];
  /** What was wrong in responses; a run with any of it has no valid result. */
  readonly failures: readonly string[];
}

/** Measures all scenarios with all contenders, as many times as the servers are started. */
export async function measure(measurement: Measurement): Promise<Measured> {
  const { starts } = measurement.timing;
  const others: number[] = [];
  const runs = measurement.scenarios.map((scenario) => new ScenarioRun(measurement, scenario));
  for (let start = 1; start <= starts; start += 1) {
    await using stack = new AsyncDisposableStack();
    const running: RunningContender[] = [];
    for (const contender of measurement.contenders) running.push(stack.use(await contender.start()));
    await separateFromLoad(running, measurement.load);
    const before = readMachine();
    for (const run of runs) {
      await run.measure(running);
      console.error(`${start}/${starts} ${run.scenario.title}`);
    }
    others.push(coresOfOthers(before, readMachine()));
  }
  return {
    others,
    scenarios: runs,
    failures: runs.flatMap((run) => run.failures),
  };
}

async function separateFromLoad(contenders: readonly RunningContender[], load: LoadProcess): Promise<void> {
  const servers = contenders.flatMap((one) => [one.server("platform").pid, one.server("hub").pid]);
  const problem = await separate([...new Set(servers)], load.pid);
  if (problem !== undefined)
    console.error(`servers and load share processors, so ratios vary more: ${problem}`);
}

/** One scenario, over all starts of the servers. */
class ScenarioRun implements ScenarioFigures {
  readonly scenario: Scenario;
  readonly contenders: readonly ScenarioLane[];
  readonly #timing: Timing;

  constructor(parts: Measurement, scenario: Scenario) {
    const { contenders, data, load, timing } = parts;
    this.scenario = scenario;
    this.contenders = contenders.map(
      ({ name }) => new ScenarioLane({ contender: name, data, scenario, load }),
    );
    this.#timing = timing;
  }

  get failures(): readonly string[] {
    return this.contenders.flatMap(
      ({ contender, responses }) => failureOf(`${this.scenario.title} (${contender})`, responses) ?? [],
    );
  }

  /** Measures with servers that were just started. */
  async measure(running: readonly RunningContender[]): Promise<void> {
    const { rounds, latencyMilliseconds, warmUpTurns, turnMilliseconds } = this.#timing;
    await this.#prepare(running);
    for (const lane of this.contenders)
      for (let turn = 0; turn < warmUpTurns; turn += 1) await lane.turn(turnMilliseconds);
    for (let round = 0; round < rounds; round += 1) await this.#round();
    for (const lane of this.contenders) await lane.measureLatency(latencyMilliseconds, rounds);
    for (const lane of this.contenders) {
      lane.measureMemory();
      await lane.close();
    }
  }

  async #prepare(running: readonly RunningContender[]): Promise<void> {
    for (const [at, contender] of running.entries()) this.contenders[at]?.prepare(contender);
    const sizes: number[] = [];
    for (const lane of this.contenders.filter(({ isBare }) => !isBare)) sizes.push(await lane.probe());
    for (const lane of this.contenders.filter(({ isBare }) => isBare)) await lane.resize(sizes[0] ?? 0);
    for (const lane of this.contenders) await lane.open();
  }

  /** All contenders in turns; who comes first alternates too. */
  async #round(): Promise<void> {
    const { turns, turnMilliseconds } = this.#timing;
    for (const lane of this.contenders) lane.beginRound();
    for (let turn = 0; turn < turns; turn += 1)
      for (const lane of turn % 2 === 0 ? this.contenders : this.contenders.toReversed())
        await lane.turn(turnMilliseconds);
    for (const lane of this.contenders) lane.endRound();
  }
}

/** Servers and load are descendants of this process. */
function readMachine(): MachineReading {
  return {
    milliseconds: performance.now(),
    busyNanoseconds: busyNanoseconds(),
    ownNanoseconds: processorNanoseconds([process.pid]),
  };
}
