import { median, spreadOf, type Spread } from "../figures.ts";

/** One of two things that are compared. */
export type Work = () => Promise<unknown>;

/** What one of them did in its turns of a round. */
interface Turn {
  readonly done: number;
  readonly milliseconds: number;
  readonly processorMicroseconds: number;
}

/** How the first does in times of the second, by rounds. */
export interface Comparison {
  /** Done per second. */
  readonly rate: Spread;
  /** Processor time for each. */
  readonly processorTime: Spread;
  /** Middle of what was done per second, of the first and of the second. */
  readonly perSecond: readonly [number, number];
}

/** How long and how often. */
export interface Turns {
  readonly rounds: number;
  readonly milliseconds: number;
  /** Callers that do it at the same time. */
  readonly callers: number;
}

/** Lets two kinds of work take turns in this process, each by several callers at once. */
export async function compareInTurns(first: Work, second: Work, turns: Turns): Promise<Comparison> {
  // Both have been compiled, and their statements prepared, before anything is measured.
  await turn(first, turns);
  await turn(second, turns);
  const rounds: (readonly [Turn, Turn])[] = [];
  for (let round = 0; round < turns.rounds; round += 1) {
    // Each begins every other round.
    const isFirst = round % 2 === 0;
    const [one, other] = [
      await turn(isFirst ? first : second, turns),
      await turn(isFirst ? second : first, turns),
    ];
    rounds.push(isFirst ? [one, other] : [other, one]);
  }
  const ratios = (figure: (turn: Turn) => number) =>
    spreadOf(rounds.map(([one, other]) => figure(one) / figure(other)));
  return {
    rate: ratios(perSecond),
    processorTime: ratios(({ processorMicroseconds, done }) => processorMicroseconds / done),
    perSecond: [
      median(rounds.map(([one]) => perSecond(one))),
      median(rounds.map(([, other]) => perSecond(other))),
    ],
  };
}

async function turn(work: Work, { milliseconds, callers }: Turns): Promise<Turn> {
  const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()];
  let done = 0;
  const isOver = () => performance.now() - startedAt > milliseconds;
  const callAgain = async () => {
    while (!isOver()) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, callAgain));
  const { user, system } = process.cpuUsage(usedBefore);
  return { done, milliseconds: performance.now() - startedAt, processorMicroseconds: user + system };
}

function perSecond({ done, milliseconds }: Turn): number {
  return (done / milliseconds) * 1000;
}
