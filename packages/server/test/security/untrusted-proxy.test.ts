import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { checkProxy } from "../../src/operating/commands/doctor/check-proxy.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { startPlatform } from "../../src/platform.ts";
import type { InstallationFacts } from "../../src/store/installation/installation-facts.ts";

type Flags = Readonly<Partial<Record<"auth-url" | "trust-proxy" | "host" | "database" | "port", string>>>;

function configWith(flags: Flags) {
  return readConfig({ flags, environment: {} });
}

/** Sends requests with these headers, one after the other. @returns the lines of the log at warn and above */
async function warningsAfter(
  requests: readonly Readonly<Record<string, string>>[],
  flags: Flags = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const config = configWith({ port: "0", database: await makeTestDatabase(), ...flags });
  const platform = await startPlatform({ config, settings: [], log });
  for (const headers of requests) await (await fetch(`${platform.url}/login`, { headers })).text();
  await platform.stop();
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

describe("forwarded headers of a proxy that the settings do not name", () => {
  test("are reported once for the process, with the settings to change and no value of the headers", async () => {
    const headers = { "X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https" };
    const warnings = await warningsAfter([{}, headers, headers, { Forwarded: "for=198.51.100.8" }]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({
      headers: ["x-forwarded-for", "x-forwarded-proto"],
      settings: ["SOP_TRUST_PROXY", "SOP_AUTH_URL"],
    });
    const text = JSON.stringify(warnings);
    expect(text).toContain("Secure");
    expect(text).not.toContain("198.51.100");
  });

  test.each([
    [{ "auth-url": "https://survey.example" }, ["SOP_TRUST_PROXY"]],
    [{ "trust-proxy": "1" }, ["SOP_AUTH_URL"]],
    [{ "trust-proxy": "1", "auth-url": "http://survey.example" }, ["SOP_AUTH_URL"]],
  ])("are reported with what is missing beside %j", async (flags, settings) => {
    expect(await warningsAfter([{ Forwarded: "for=198.51.100.7;proto=https" }], flags)).toEqual([
      expect.objectContaining({ headers: ["forwarded"], settings }),
    ]);
  });

  test("are no reason for a report when the settings name proxy and public address", async () => {
    const flags = { "auth-url": "https://survey.example", "trust-proxy": "1" };
    expect(await warningsAfter([{ "X-Forwarded-For": "198.51.100.7" }], flags)).toEqual([]);
  });
});

function factsWith(redirectUri: string): InstallationFacts {
  const application = { appid: "reader", refreshRequiresSecret: true, redirectUris: [redirectUri] };
  return { applications: [application], unsafeSettings: [] };
}

describe("sop doctor", () => {
  const [publicFacts, localFacts] = [
    factsWith("https://reader.example/callback"),
    factsWith("http://localhost:9/callback"),
  ];
  const behindProxy = { "auth-url": "https://survey.example", "trust-proxy": "1" };

  test.each<[Flags, InstallationFacts | undefined, Readonly<Record<string, string>>]>([
    [{}, undefined, { "public-address": "note" }],
    [{}, localFacts, { "public-address": "note" }],
    [{}, publicFacts, { "public-address": "warning", "trust-proxy": "warning", "secure-cookies": "warning" }],
    [
      { "trust-proxy": "1" },
      localFacts,
      { "public-address": "warning", "trust-proxy": "ok", "secure-cookies": "warning" },
    ],
    [
      { "auth-url": "http://survey.example" },
      publicFacts,
      { "trust-proxy": "warning", "secure-cookies": "warning" },
    ],
    [
      { "auth-url": "https://survey.example" },
      publicFacts,
      { "trust-proxy": "warning", "secure-cookies": "ok" },
    ],
    [
      { host: "192.0.2.1" },
      undefined,
      { "public-address": "warning", "trust-proxy": "warning", "secure-cookies": "warning" },
    ],
    [{ ...behindProxy, host: "0.0.0.0" }, publicFacts, { "trust-proxy": "warning", "secure-cookies": "ok" }],
    [behindProxy, publicFacts, { "trust-proxy": "ok", "secure-cookies": "ok" }],
  ])("with %j and %j finds %j", (flags, facts, levels) => {
    const findings = checkProxy(configWith(flags), facts);
    expect(Object.fromEntries(findings.map(({ check, level }) => [check, level]))).toEqual(levels);
    for (const { says, todo } of findings.filter(({ level }) => level !== "ok"))
      expect(todo, says).toMatch(/SOP_AUTH_URL|SOP_TRUST_PROXY|SOP_HOST/);
    for (const { says } of findings.filter(({ check }) => check === "secure-cookies"))
      expect(says).toMatch(/Secure.*__Host-/);
  });
});
