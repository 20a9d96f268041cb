import { expect, test } from "vitest";
import { help, readOptions } from "../../bench/options.ts";
import { scenarios } from "../../bench/scenarios.ts";

test("without options the main table is measured with 100,000 live tokens and two starts", () => {
  const options = readOptions([]);
  expect(options).toMatchObject({ liveTokens: 100_000, scenarios });
  expect(options.timing).toMatchObject({ starts: 2, rounds: 5, turns: 4, turnMilliseconds: 150 });
});

test("scenarios are separated by commas", () => {
  const options = readOptions(["--only", "user,team-token", "--rounds=2"]);
  expect(options.scenarios.map(({ name }) => name)).toEqual(["user", "team-token"]);
  expect(options.timing.rounds).toBe(2);
});

test.each([["--rounds=0"], ["--rounds=many"], ["--only=user,none"], ["--unknown"]])(
  "a wrong option is refused: %s",
  (word) => {
    expect(() => readOptions([word])).toThrow(word.replace(/=.*/, ""));
  },
);

test("every option of the help can be given", () => {
  const options = [...help.matchAll(/^ +(--[a-z]+)( [A-Z]+)?/gm)].map(([, name = "", value]) =>
    value === undefined ? [name] : [name, { "--only": "user", "--rounds": "2" }[name] ?? "x"],
  );
  expect(options).toHaveLength(7);
  for (const words of options) expect(() => readOptions(words)).not.toThrow();
});
