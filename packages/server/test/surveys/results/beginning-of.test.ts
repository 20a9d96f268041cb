import { expect, test } from "vitest";
import { beginningOf } from "../../../src/surveys/results/beginning-of.ts";

test.each([
  ["short", 10, "short"],
  ["Jackets and fleeces", 14, "Jackets and…"],
  ["Jackets and fleeces", 11, "Jackets and…"],
  ["Jackets · Boots", 10, "Jackets…"],
  ["食堂的菜很好吃但是排队", 6, "食堂的菜很好…"],
  ["x".repeat(20), 5, "xxxxx…"],
  ["😀".repeat(4), 3, "😀…"],
])("the beginning of %j up to %i is cut between words", (text, longest, beginning) => {
  expect(beginningOf(text, longest)).toBe(beginning);
});
