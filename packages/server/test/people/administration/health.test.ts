import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config/read-config.ts";
import type { SettingName } from "../../../src/config/settings.ts";
import { checkHealth, type HealthFacts } from "../../../src/health/check-health.ts";
import type { ServingNode } from "../../../src/store/installation/node-table.ts";

const node: ServingNode = {
  id: "a",
  host: "h",
  pid: 1,
  release: "1",
  runtime: "v26",
  linesDropped: 0,
  clockAhead: 0,
  startedAt: 0,
  seenAt: 0,
  isServing: true,
};

function outcomesOf(
  changed: Partial<HealthFacts> = {},
  settings: Readonly<Partial<Record<SettingName, string>>> = {},
) {
  const config = readConfig({ flags: {}, environment: {}, defaults: settings });
  const database = {
    engine: "sqlite",
    version: "3",
    bytes: 1,
    schema: "current",
    unsafeSettings: [],
  } as const;
  const requestLog = { isOn: true, isFailing: false, written: 1, dropped: 0 };
  const freeSpace = { bytes: 1, level: "ok" } as const;
  return checkHealth({ config, database, requestLog, freeSpace, nodes: [node], ...changed });
}

const database = {
  engine: "postgres",
  version: "18",
  bytes: 1,
  schema: "current",
  unsafeSettings: [],
} as const;

describe("the checks of a running platform", () => {
  it("find nothing on a platform that only this machine reaches", () => {
    expect(outcomesOf()).toEqual([
      "schema_current",
      "commits_durable",
      "disk_ok",
      "request_log_ok",
      "address_local",
      "log_ok",
    ]);
  });

  it.each([
    ["schema_newer", { database: { ...database, schema: "newer" } }, {}],
    ["commits_unsafe", { database: { ...database, unsafeSettings: ["fsync=off"] } }, {}],
    ["disk_error", { freeSpace: { bytes: 1, level: "error" } }, {}],
    ["disk_warning", { freeSpace: { bytes: 1, level: "warning" } }, {}],
    ["connections_ok", { database: { ...database, connectionLimit: 10 } }, {}],
    ["connections_short", { database: { ...database, connectionLimit: 19 }, nodes: [node, node] }, {}],
    ["releases_same", { nodes: [node, { ...node, id: "b" }] }, {}],
    ["releases_differ", { nodes: [node, { ...node, id: "b", release: "2" }] }, {}],
    ["request_log_off", { requestLog: { isOn: false, isFailing: false, written: 0, dropped: 0 } }, {}],
    ["request_log_failing", { requestLog: { isOn: true, isFailing: true, written: 0, dropped: 0 } }, {}],
    ["request_log_dropped", { nodes: [{ ...node, linesDropped: 1 }] }, {}],
    ["address_missing", {}, { host: "0.0.0.0" }],
    ["cookies_plain", {}, { authUrl: "http://survey.example" }],
    ["cookies_ok", {}, { authUrl: "https://survey.example" }],
    ["log_silent", {}, { logLevel: "fatal" }],
  ] as const)("find %s", (outcome, changed, settings) => {
    expect(outcomesOf()).not.toContain(outcome);
    expect(outcomesOf(changed, settings)).toContain(outcome);
  });

  it("do not count a process that has stopped", () => {
    const stopped = { ...node, id: "b", release: "2", isServing: false };
    expect(outcomesOf({ nodes: [node, stopped] })).not.toContain("releases_differ");
  });
});
