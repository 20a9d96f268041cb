import type { Contender, RunningContender } from "./contenders.ts";
import {
  failureOf,
  median,
  microsecondsPerRequest,
  useOfOthers,
  type MachineReading,
  type OthersUse,
} from "./figures.ts";
import type { LoadProcess } from "./load-process.ts";
import { busyNanoseconds, processorNanoseconds } from "./processor-time.ts";
import { separate } from "./processors.ts";
import { ScenarioLane, type ContenderFigures } from "./scenario-lane.ts";
import type { Scenario } from "./scenarios.ts";

/** How long and how often. */
export interface Timing {
  /** How many times all servers are started: processes of one program may differ for their whole life. */
  readonly starts: number;
  /** Per scenario and start. */
  readonly rounds: number;
  /** Of each contender in a round, alternating. */
  readonly turns: number;
  readonly turnMilliseconds: number;
  readonly warmUpMilliseconds: number;
  readonly latencyMilliseconds: number;
}

/** One scenario over all rounds. */
export interface ScenarioFigures {
  readonly scenario: Scenario;
  readonly contenders: readonly ContenderFigures[];
  /** What other programs used meanwhile, of each start. */
  readonly others: readonly OthersUse[];
}

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

/** One scenario, over all starts of the servers. */
class ScenarioRun {
  readonly #parts: Measurement;
  readonly #scenario: Scenario;
  readonly #lanes: readonly ScenarioLane[];
  readonly #others: OthersUse[] = [];

  constructor(parts: Measurement, scenario: Scenario) {
    const { databasePid, load } = parts;
    const databaseNanoseconds = () => (databasePid === undefined ? 0 : processorNanoseconds([databasePid]));
    this.#parts = parts;
    this.#scenario = scenario;
    this.#lanes = parts.contenders.map((contender) => {
      return new ScenarioLane({ contender, scenario, load, databaseNanoseconds });
    });
  }

  get figures(): ScenarioFigures {
    return {
      scenario: this.#scenario,
      contenders: this.#lanes.map(({ figures }) => figures),
      others: this.#others,
    };
  }

  get failures(): readonly string[] {
    return this.#lanes.flatMap(
      ({ name, responses }) => failureOf(`${this.#scenario.title} (${name})`, responses) ?? [],
    );
  }

  /** Measures with servers that were just started. */
  async measure(running: readonly RunningContender[]): Promise<void> {
    const { rounds, latencyMilliseconds } = this.#parts.timing;
    await this.#prepare(running);
    for (const lane of this.#lanes) await lane.warmUp(this.#parts.timing);
    const before = this.#readMachine();
    for (let round = 0; round < rounds; round += 1) await this.#round();
    this.#others.push(useOfOthers(before, this.#readMachine()));
    for (const lane of this.#lanes) await lane.measureLatency(latencyMilliseconds, rounds);
    for (const lane of this.#lanes) {
      lane.measureMemory();
      await lane.close();
    }
  }

  /** What the last start gave, for a reader who waits. */
  progress(): string {
    const { rounds } = this.#parts.timing;
    const times = this.#lanes.map(({ name, figures }) => {
      return `${name} ${median(figures.rounds.slice(-rounds).map(microsecondsPerRequest)).toFixed(1)} µs`;
    });
    return `${this.#scenario.title}: ${times.join(", ")}; others ${this.#others.at(-1)?.cores.toFixed(2)} cores`;
  }

  async #prepare(running: readonly RunningContender[]): Promise<void> {
    for (const [at, contender] of running.entries()) this.#lanes[at]?.prepare(contender);
    const sizes: number[] = [];
    for (const lane of this.#lanes.filter(({ isBare }) => !isBare)) sizes.push(await lane.probe());
    for (const lane of this.#lanes.filter(({ isBare }) => isBare)) await lane.resize(sizes[0] ?? 0);
    for (const lane of this.#lanes) await lane.open();
  }

  /** All contenders in turns; who comes first alternates too. */
  async #round(): Promise<void> {
    const { turns, turnMilliseconds } = this.#parts.timing;
    for (const lane of this.#lanes) lane.beginRound();
    for (let turn = 0; turn < turns; turn += 1)
      for (const lane of turn % 2 === 0 ? this.#lanes : this.#lanes.toReversed())
        await lane.turn(turnMilliseconds);
    for (const lane of this.#lanes) lane.endRound();
  }

  #readMachine(): MachineReading {
    const { databasePid } = this.#parts;
    // Servers and load are descendants of this process; a database server may not be.
    const own = databasePid === undefined ? [process.pid] : [process.pid, databasePid];
    return {
      milliseconds: performance.now(),
      busyNanoseconds: busyNanoseconds(),
      ownNanoseconds: processorNanoseconds(own),
    };
  }
}
