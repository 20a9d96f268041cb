import { expect, test } from "vitest";
import { help, readOptions } from "../../bench/options.ts";

test("without options the main table is measured with 100,000 live tokens and two starts", () => {
  const options = readOptions([]);
  expect(options).toMatchObject({ part: "main", liveTokens: 100_000, only: [] });
  expect(options.timing).toMatchObject({ starts: 2, rounds: 5, turns: 4, turnMilliseconds: 150 });
});

test("scenarios are separated by commas, and one part is measured instead of the main table", () => {
  const options = readOptions(["--only", "user,team-token-1", "--postgres", "--rounds=2"]);
  expect(options).toMatchObject({ part: "postgres", only: ["user", "team-token-1"], timing: { rounds: 2 } });
});

test.each([["--rounds=0"], ["--rounds=many"], ["--only=user,none"], ["--unknown"]])(
  "a wrong option is refused: %s",
  (word) => {
    expect(() => readOptions([word])).toThrow(word.replace(/=.*/, ""));
  },
);

test("two parts at once are refused", () => {
  expect(() => readOptions(["--consent", "--postgres"])).toThrow("--postgres and --consent");
});

test("every option of the help can be given", () => {
  const options = [...help.matchAll(/^ +(--[a-z]+)( [A-Z]+)?/gm)].map(([, name = "", value]) =>
    value === undefined ? [name] : [name, { "--only": "user", "--rounds": "2" }[name] ?? "x"],
  );
  expect(options).toHaveLength(9);
  for (const words of options) expect(() => readOptions(words)).not.toThrow();
});
