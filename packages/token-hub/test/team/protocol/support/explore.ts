import { holdsNewest, isQuiet, movesOf, type ModelState, type Move, type World } from "./model.ts";

/** What an exploration of every interleaving found. */
export interface Exploration {
  readonly states: number;
  readonly quiet: readonly ModelState[];
  /** Quiet states in which the store does not hold the platform's newest token. */
  readonly violations: readonly ModelState[];
  /** States that are not quiet and from which nothing can happen. */
  readonly stuck: readonly ModelState[];
  /** The moves by which a state was reached first. */
  readonly traceTo: (state: ModelState) => readonly Move[];
}

interface PageRequest {
  readonly state: ModelState;
  readonly from: string | undefined;
  readonly label: string;
}

/** Visits every state that can be reached, the nearest first. */
export function explore(start: ModelState, world: World): Exploration {
  const visits = new Map<string, PageRequest>([[keyOf(start), { state: start, from: undefined, label: "" }]]);
  const quiet: ModelState[] = [];
  const stuck: ModelState[] = [];
  for (const [key, { state }] of visits) {
    const moves = movesOf(state, world);
    if (isQuiet(state)) quiet.push(state);
    else if (moves.length === 0) stuck.push(state);
    for (const { label, next } of moves) {
      const nextKey = keyOf(next);
      if (!visits.has(nextKey)) visits.set(nextKey, { state: next, from: key, label });
    }
  }
  return {
    states: visits.size,
    quiet,
    violations: quiet.filter((state) => !holdsNewest(state)),
    stuck,
    traceTo: (state) => traceTo(visits, keyOf(state)),
  };
}

function traceTo(visits: ReadonlyMap<string, PageRequest>, key: string): readonly Move[] {
  const pageRequest = visits.get(key);
  if (pageRequest?.from === undefined) return [];
  return [...traceTo(visits, pageRequest.from), { label: pageRequest.label, next: pageRequest.state }];
}

/** One way through the model by chance, until it is quiet. @param random from 0 up to 1 */
export function wander(start: ModelState, world: World, random: () => number): readonly Move[] {
  const trace: Move[] = [];
  for (let state = start; !isQuiet(state);) {
    const moves = movesOf(state, world);
    const move = moves[Math.floor(random() * moves.length)];
    if (move === undefined) throw new Error("The model is stuck");
    trace.push(move);
    state = move.next;
  }
  return trace;
}

/** As JSON, of which a move leaves most parts as they are. */
function keyOf({ store, newest, requests, orphans, hubs, faults }: ModelState): string {
  const lists = [requests, orphans, hubs].map((list) => list.map(textOf).join(","));
  return `${newest};${textOf(store)};${textOf(faults)};${lists.join(";")}`;
}

const texts = new WeakMap<object, string>();

function textOf(part: object): string {
  const known = texts.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part);
  texts.set(part, text);
  return text;
}
