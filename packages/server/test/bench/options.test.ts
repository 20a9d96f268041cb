import { expect, test } from "vitest";
import { help, readOptions } from "../../bench/options.ts";

test("without options the main table is measured with 100,000 live tokens and two starts", () => {
  const options = readOptions([]);
  expect(options).toMatchObject({ main: true, postgres: false, liveTokens: 100_000, only: [] });
  expect(options.timing).toMatchObject({ starts: 2, rounds: 5, turns: 4, turnMilliseconds: 150 });
  expect(options.growthSizes).toEqual([1000, 1_000_000, 10_000_000]);
});

test("lists are separated by commas, and the main table can be left out", () => {
  const options = readOptions(["--only", "user,exchange", "--no-main", "--growth-sizes", "10,20"]);
  expect(options).toMatchObject({ main: false, only: ["user", "exchange"], growthSizes: [10, 20] });
});

test.each([
  ["--rounds=0"],
  ["--starts=many"],
  ["--tokens=-1"],
  ["--growth-sizes=10,x"],
  ["--only=user,none"],
  ["--unknown"],
])("a wrong option is refused: %s", (word) => {
  expect(() => readOptions([word])).toThrow(word.replace(/=.*/, ""));
});

test("the help names every option", () => {
  const given = Object.keys(readOptions([])).filter((name) => name !== "timing" && name !== "liveTokens");
  const options = given.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  expect(options.filter((name) => !new RegExp(`--(no-)?${name}\\b`).test(help))).toEqual([]);
});
