import { describe, expect, test } from "vitest";
import type { CallerCredentials } from "../../src/callers/register-caller.ts";
import { reportEndpoint } from "../../src/team/report-endpoint.ts";
import { team } from "../support/test-hub.ts";
import { ask, openHub, origin } from "./http-stage.ts";

const path = `/v1/apps/${team.appid}/token/report`;

async function open() {
  const stage = await openHub();
  const endpoint = reportEndpoint(stage.parts);
  const caller = await stage.addCaller();
  const { version } = await stage.hub.token(team.appid);
  /** The version that a report is answered with, or the type of the refusal. */
  const report = (reported = version, from = caller) => send(JSON.stringify({ version: reported }), from);
  const send = async (body: string, { id, secret }: CallerCredentials = caller) => {
    const headers = { authorization: `Bearer ${id}.${secret}` };
    const request = new Request(origin + path, { method: "POST", headers, body });
    try {
      return ((await (await ask(endpoint, request)).json()) as { readonly version: number }).version;
    } catch (error) {
      return (error as { readonly type: string }).type; // Every refusal is a HubError.
    }
  };
  const probes = () => stage.platform.calls.filter((call) => call.path === "/api/surveys").length;
  return { ...stage, caller, version, report, send, probes };
}

describe("a report of a dead token", () => {
  test("by 1,000 at once is one probe, and takes one from the budget", async () => {
    const { report, version, probes, platform } = await open();
    platform.mintElsewhere();
    const versions = await Promise.all(Array.from({ length: 1_000 }, () => report()));
    expect(new Set(versions)).toEqual(new Set([version + 1]));
    expect(probes()).toBe(1);
    // Nine are left of the ten that may come at once.
    const later = await Promise.all(Array.from({ length: 10 }, () => report(version + 1)));
    expect(later).toEqual(later.map(() => version + 1));
  });

  test("that is not the newest any more is answered at once and costs nothing, however often", async () => {
    const { report, hub, version, probes } = await open();
    await hub.rotate(team.appid, "operator");
    for (let asked = 0; asked < 100; asked += 1) expect(await report(version)).toBe(version + 1);
    expect(probes()).toBe(0);
  });

  test("is probed for at most ten times at once by one caller, and other callers keep their budgets", async () => {
    const { report, addCaller, version, probes } = await open();
    const answers = [];
    for (let asked = 0; asked < 15; asked += 1) answers.push(await report());
    expect(answers.filter((answer) => answer === version)).toHaveLength(10);
    expect(answers.filter((answer) => answer === "request_rate_limited")).toHaveLength(5);
    expect(probes()).toBe(10);
    expect(await report(version, await addCaller())).toBe(version);
  });

  test("by a caller without budget does not fail the reports of others that come at the same time", async () => {
    const { report, addCaller, version, platform } = await open();
    for (let asked = 0; asked < 11; asked += 1) await report();
    const other = await addCaller();
    platform.mintElsewhere();
    const [limited, ...served] = await Promise.all([
      report(),
      report(version, other),
      report(version, other),
    ]);
    expect([limited, ...served]).toEqual(["request_rate_limited", version + 1, version + 1]);
  });

  test.each([
    ["no JSON", "version=1"],
    ["a repeated name", '{"version":1,"version":2}'],
    ["a name repeated by an escape", '{"version":1,"\\u0076ersion":2}'],
    ["deep nesting", `{"version":1,"more":${"[".repeat(40)}${"]".repeat(40)}}`],
  ])("with a body with %s, which programs may read differently, is refused", async (_, body) => {
    const { send, probes } = await open();
    expect(await send(body)).toBe("invalid_argument");
    expect(probes()).toBe(0);
  });
});
