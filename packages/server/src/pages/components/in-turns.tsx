import { setImmediate as otherWork } from "node:timers/promises";
import { raw } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { renderedIfDone } from "../render-page.ts";

/** A list of a page that can be long. */
export type InTurnsProps<Item> = {
  readonly of: readonly Item[];
  readonly each: (item: Item, at: number) => JSX.Element;
};

/** How many are rendered at once. */
const fewItems = 20;

/** Characters of HTML after which the other work of the process gets its turn: they take about 4 ms. */
const turnCharacters = 64 * 1024;

/**
 * Renders each of a list. A long list is rendered with the other work of the process in between: a survey of the largest size would
 * hold up all requests otherwise. The page is the same as when it is rendered at once.
 */
export function InTurns<Item>({ of, each }: InTurnsProps<Item>): JSX.Element {
  return of.length <= fewItems ? <>{of.map(each)}</> : renderInTurns(of, each);
}

async function renderInTurns<Item>(
  items: readonly Item[],
  each: InTurnsProps<Item>["each"],
): Promise<ReturnType<typeof raw>> {
  const pieces: string[] = [];
  let parts: string[] = [];
  let characters = turnCharacters;
  for (const [at, item] of items.entries()) {
    if (characters >= turnCharacters) {
      // A string of many small ones is made into one here: the last one to read it would do that for the whole page at once.
      pieces.push(parts.join(""));
      [parts, characters] = [[], 0];
      await nextTurn();
    }
    const part = renderedIfDone(each(item, at));
    // Waiting for each of hundreds of options takes longer than rendering them.
    const html = typeof part === "string" ? part : await part;
    parts.push(html);
    characters += html.length;
  }
  return raw([...pieces, ...parts].join(""));
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** One turn after the other, of all pages that are being rendered: those that wait together would otherwise go on together. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => otherWork());
  return lastTurn;
}
