import { expect, it } from "vitest";
import { renderInTurns } from "../../src/pages/render-in-turns.ts";
import { renderPart } from "../../src/pages/render-page.ts";

/** Counts how often other work gets its turn while something runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

const parts = Array.from({ length: 6 }, (_, at) => <li>{`<${at}> & "more"`}</li>);

it("gives the same page as rendering it at once", async () => {
  const inTurns = await renderInTurns(parts);
  expect(renderPart(<ol>{inTurns}</ol>)).toBe(renderPart(<ol>{parts}</ol>));
});

it("lets other work go on between the parts", async () => {
  expect(await turnsDuring(() => renderInTurns(parts))).toBeGreaterThanOrEqual(parts.length - 1);
});
