/** The arithmetic of the benchmark: functions of numbers only. */

/** What one contender did in one round, in which the contenders took short turns. */
export interface RoundFigures {
  readonly answered: number;
  /** Time of its own turns. */
  readonly milliseconds: number;
  /** Processor time of its processes over the whole round, so that work that it put off counts too. */
  readonly processorNanoseconds: number;
}

/** The middle of some figures; NaN when there are none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Latency of paced requests, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** NaN when there are none. */
export function latencyOf(milliseconds: Float64Array): Latency {
  const sorted = milliseconds.toSorted();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Processor time per request, in microseconds. */
export function microsecondsPerRequest({ processorNanoseconds, answered }: RoundFigures): number {
  return answered === 0 ? Number.NaN : processorNanoseconds / 1000 / answered;
}

/** Requests per second of the contender's own turns. */
export function requestsPerSecond({ answered, milliseconds }: RoundFigures): number {
  return milliseconds === 0 ? Number.NaN : (answered / milliseconds) * 1000;
}

/** Figures of the same round, divided by each other, for each round. */
export function pairedRatios(
  dividends: readonly RoundFigures[],
  divisors: readonly RoundFigures[],
  figureOf: (round: RoundFigures) => number,
): readonly number[] {
  if (dividends.length !== divisors.length) throw new RangeError("Both sides need the same rounds");
  return dividends.map((dividend, index) => figureOf(dividend) / figureOf(divisors[index] ?? dividend));
}

/** Processor time of the whole machine and of the benchmark's own processes, at one moment. */
export interface MachineReading {
  readonly milliseconds: number;
  readonly busyNanoseconds: number;
  readonly ownNanoseconds: number;
}

/** How many cores other programs used between two moments. */
export function coresOfOthers(before: MachineReading, after: MachineReading): number {
  const busy = after.busyNanoseconds - before.busyNanoseconds;
  const own = after.ownNanoseconds - before.ownNanoseconds;
  // The kernel counts the machine's time in hundredths of a second: the difference may be slightly negative.
  return Math.max(0, (busy - own) / ((after.milliseconds - before.milliseconds) * 1e6));
}

/** All responses of one contender in one scenario. */
export interface Responses {
  readonly answered: number;
  /** Those that are not what was expected. */
  readonly failed: number;
  /** One of them. */
  readonly example: string;
}

/** What is wrong with the responses of a scenario; undefined when nothing is. */
export function failureOf(name: string, { answered, failed, example }: Responses): string | undefined {
  if (answered === 0) return `${name}: no request was answered`;
  if (failed === 0) return undefined;
  return `${name}: ${failed} of ${answered} responses are not what was expected, for example:\n${example}`;
}
