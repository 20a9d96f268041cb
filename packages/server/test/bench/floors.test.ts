import { expect, test } from "vitest";
import { parameterIn, pathOf } from "../../bench/floors/floor-calls.ts";
import { floorTable } from "../../bench/floors/measure-floors.ts";
import { platformScenarios } from "../../bench/scenarios.ts";

function contender(name: string, microseconds: number) {
  const round = { answered: 1000, failed: 0, milliseconds: 100, databaseNanoseconds: 0 };
  const rounds = [{ ...round, processorNanoseconds: microseconds * 1_000_000 }];
  return { contender: name, responseBytes: 171, rounds, latencies: [], residentMegabytes: [100] };
}

function verdict(platform: number, floor: number): string | undefined {
  const scenario = platformScenarios.find(({ name }) => name === "user");
  if (scenario === undefined) throw new Error("there is no such scenario");
  const contenders = [contender("bare", 10), contender("platform", platform), contender("floor", floor)];
  const others = [{ cores: 0, milliseconds: 1 }];
  const table = floorTable([{ scenario, contenders, others }], 1);
  return table.split("\n").at(-1)?.split(" | ").at(-2);
}

test.each([
  [20, 14, "out of reach"],
  [20, 12.5, "within reach"],
  [12.5, 11, "reached"],
])(
  "with %d µs, a floor of %d and a target of 0.75 of 10 µs, the target is %s",
  (platform, floor, expected) => {
    expect(verdict(platform, floor)).toBe(expected);
  },
);

test("parameters of a request's target are found by their whole names", () => {
  const url = "/api/surveys?appid=a&access_token=b&per_page=20";
  expect([pathOf(url), parameterIn(url, "access_token")]).toEqual(["/api/surveys", "b"]);
  expect([parameterIn(url, "per_page"), parameterIn(url, "page"), parameterIn(url, "code")]).toEqual([
    "20",
    "",
    "",
  ]);
});
