import { expect, test } from "vitest";
import { groupsOf, profileTable, type CpuProfile } from "../../bench/profile-groups.ts";

/** A profile of functions that were each sampled once, for so many microseconds, from the hundredth on. */
function profileOf(
  sampled: readonly (readonly [functionName: string, url: string, duration: number])[],
): CpuProfile {
  return {
    nodes: sampled.map(([functionName, url], id) => ({ id, callFrame: { functionName, url } })),
    startTime: 0,
    samples: sampled.map((_, id) => id),
    timeDeltas: [100, ...sampled.map(([, , duration]) => duration)],
  };
}

const root = "file:///somewhere/packages";

test("time is grouped by SQLite, Node, libraries, the engine and folders of ours; idle time does not count", () => {
  const groups = groupsOf(
    profileOf([
      ["(idle)", "", 1000],
      ["writeUtf8String", "", 40],
      ["rows", `${root}/database/dist/sqlite-connection.js`, 25],
      ["all", "", 5],
      ["read", `${root}/server/dist/api/user-info-endpoint.js`, 10],
      ["emit", "node:events", 8],
      ["_asJson", "file:///somewhere/node_modules/pino/lib/tools.js", 7],
      ["(garbage collector)", "", 3],
      ["hash", "", 2],
    ]),
    0,
  );
  expect(groups.map(({ group, share }) => [group, Math.round(share * 100)])).toEqual([
    ["writing to sockets", 40],
    ["SQLite", 30],
    ["server/api", 10],
    ["Node's JavaScript", 8],
    ["library pino", 7],
    ["collecting garbage", 3],
    ["other functions of the engine", 2],
  ]);
});

test("what was sampled while the server warmed up does not count", () => {
  const profile = profileOf([
    ["compile", "node:internal/modules", 500],
    ["all", "", 10],
    ["hash", "", 30],
  ]);
  expect(groupsOf(profile, 600)).toEqual([
    { group: "other functions of the engine", share: 0.75 },
    { group: "SQLite", share: 0.25 },
  ]);
});

test("the table has a row for each group and a column for each scenario and checkout", () => {
  const profiles = [
    {
      title: "check",
      contender: "platform",
      groups: [
        { group: "SQLite", share: 0.996 },
        { group: "hub", share: 0.004 },
      ],
    },
    { title: "check", contender: "beside", groups: [{ group: "service", share: 1 }] },
  ];
  const lines = profileTable(profiles).split("\n");
  expect(lines[0]).toBe("| group | check (platform) | check (beside) |");
  expect(lines.slice(2)).toEqual(["| SQLite | 99.6 % | 0.0 % |", "| service | 0.0 % | 100.0 % |"]);
});
