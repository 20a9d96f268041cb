import { expect, test } from "vitest";
import { WordCounter } from "../../src/results/word-counter.ts";

function mostOf(...answers: readonly string[]) {
  const counter = new WordCounter();
  for (const answer of answers) counter.add([answer]);
  return counter.most(3);
}

test("words are counted once for each answer that has them, whatever their case", () => {
  expect(mostOf("Queues, queues, QUEUES", "The queue is long", "long queues")).toEqual([
    { word: "long", count: 2 },
    { word: "queues", count: 2 },
  ]);
});

test("words are found in Chinese, which has no spaces between them", () => {
  expect(mostOf("排队时间太长", "食堂排队", "食堂的菜很好")).toEqual([
    { word: "排队", count: 2 },
    { word: "食堂", count: 2 },
  ]);
});

test("stop words, numbers and single characters are no words", () => {
  expect(mostOf("it was 2026 and I x 我们 的", "it was 2026 and I x 我们 的")).toEqual([]);
});

test("texts are looked at up to a limit, so that a page has an end", () => {
  const counter = new WordCounter();
  for (let at = 0; at < 400; at += 1) counter.add(["long ".repeat(1000)]);
  expect(counter.answers).toBeLessThan(300);
  expect(counter.most(1)).toEqual([{ word: "long", count: counter.answers }]);
});
