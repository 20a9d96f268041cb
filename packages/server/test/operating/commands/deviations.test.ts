import { describe, expect, test } from "vitest";
import { checkDeviations } from "../../../src/operating/commands/doctor/check-deviations.ts";
import { checkSettings } from "../../../src/operating/commands/doctor/check-settings.ts";
import type { Deviation, Finding } from "../../../src/operating/commands/doctor/finding.ts";
import { readConfig } from "../../../src/config/read-config.ts";
import type { SettingName } from "../../../src/config/settings.ts";
import type {
  ApplicationFacts,
  InstallationFacts,
} from "../../../src/store/installation/installation-facts.ts";

type Settings = Readonly<Partial<Record<SettingName, string>>>;

const configOf = (defaults: Settings) => readConfig({ flags: {}, environment: {}, defaults });

/** An application as well protected as one can be. */
const careful: ApplicationFacts = {
  appid: "careful_app",
  refreshRequiresSecret: true,
  redirectUris: ["https://careful.example/callback"],
};

const factsOf = (...applications: readonly ApplicationFacts[]): InstallationFacts => ({
  applications,
  unsafeSettings: [],
});

/** What the register says of one row, as levels and sentences. */
function rowOf(
  name: Deviation,
  settings: Settings,
  facts: InstallationFacts | undefined,
): readonly Finding[] {
  return checkDeviations(configOf(settings), facts).filter(({ deviation }) => deviation === name);
}

const warningsIn = (findings: readonly Finding[]) => findings.filter(({ level }) => level === "warning");

const publicBehindProxy: Settings = { authUrl: "https://survey.example", trustProxy: "1" };

describe("the deviation register", () => {
  test("is closed as far as it can be on loopback, without applications", () => {
    const findings = checkDeviations(configOf({}), factsOf());
    expect(findings.map(({ deviation, level }) => [deviation, level])).toEqual(
      ["D1", "D2", "D3", "D4", "D5", "D6"].map((name) => [name, "ok"]),
    );
  });

  test("says of every open row what to do and what compensates meanwhile", () => {
    const open = { ...careful, refreshRequiresSecret: false, redirectUris: ["http://127.0.0.1/#"] };
    const settings = { host: "0.0.0.0", baseUrl: "http://api.example", userRefreshTokenTtl: "9999999" };
    const findings = checkDeviations(configOf(settings), factsOf(open)).filter(({ level }) => level !== "ok");
    expect(new Set(findings.map(({ deviation }) => deviation)).size).toBe(6);
    for (const { says, todo, compensation } of findings) {
      expect(todo, says).toMatch(/^[A-Z].+\.$/);
      expect(compensation, says).toMatch(/^[A-Z].+\.$/);
    }
  });

  test.each<readonly [Deviation, Settings, Partial<ApplicationFacts>, string]>([
    ["D1", { host: "0.0.0.0" }, {}, "plain HTTP"],
    ["D1", { host: "::" }, {}, "plain HTTP"],
    ["D1", { authUrl: "http://survey.example" }, {}, "http://survey.example is not https"],
    ["D1", { baseUrl: "http://api.example" }, {}, "http://api.example is not https"],
    ["D2", {}, { refreshRequiresSecret: false }, "careful_app"],
    ["D3", { authorizationCodeTtl: "601" }, {}, "601 seconds"],
    ["D3", {}, { redirectUris: ["http://localhost:1/callback"] }, "careful_app"],
    ["D5", { userRefreshTokenTtl: "2592001" }, {}, "SOP_USER_REFRESH_TOKEN_TTL"],
    ["D5", { userAccessTokenTtl: "259201" }, {}, "SOP_USER_ACCESS_TOKEN_TTL"],
    ["D5", { teamAccessTokenTtl: "7201" }, {}, "SOP_TEAM_ACCESS_TOKEN_TTL"],
    ["D6", {}, { redirectUris: ["https://careful.example/#"] }, "careful_app"],
  ])("warns of %s with %j and %j, and not without", (name, settings, application, says) => {
    const open = warningsIn(rowOf(name, settings, factsOf({ ...careful, ...application })));
    expect(open).toHaveLength(1);
    expect(open[0]?.says).toContain(says);
    expect(warningsIn(rowOf(name, {}, factsOf(careful)))).toEqual([]);
  });

  test("reminds of a proxy's logs and retries where one stands in front, and only there", () => {
    for (const name of ["D1", "D4"] as const) {
      expect(rowOf(name, publicBehindProxy, factsOf()).map(({ level }) => level)).toEqual(["note"]);
      expect(rowOf(name, { authUrl: "http://localhost:9000" }, factsOf()).map(({ level }) => level)).toEqual([
        "ok",
      ]);
    }
  });

  test("claims nothing about data that it could not read", () => {
    for (const name of ["D2", "D3", "D6"] as const) expect(rowOf(name, {}, undefined)).toEqual([]);
  });

  test("names a few applications and counts the others", () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      ...careful,
      appid: `app_${at}`,
      refreshRequiresSecret: false,
    }));
    const [finding] = rowOf("D2", {}, factsOf(...many));
    expect(finding?.says).toContain("app_0, app_1, app_2, app_3, app_4, 4 more.");
  });
});

describe("the doctor's look at settings", () => {
  const levels = async (settings: Settings, name: string) =>
    (await checkSettings(configOf(settings))).filter(({ check }) => check === name).map(({ level }) => level);

  test.each<readonly [string, Settings, readonly string[]]>([
    ["error-status", {}, ["note"]],
    ["error-status", { errorStatus: "semantic" }, ["ok"]],
    ["oauth", {}, ["ok"]],
    ["oauth", { host: "0.0.0.0" }, ["note"]],
    ["oauth", { host: "0.0.0.0", authUrl: "https://survey.example" }, ["ok"]],
    ["metrics", {}, ["note"]],
    ["metrics", { metricsPort: "9100" }, ["ok"]],
    ["log-level", {}, []],
    ["log-level", { logLevel: "silent" }, ["warning"]],
  ])("gives %s with %j the levels %j", async (name, settings, expected) => {
    expect(await levels(settings, name)).toEqual(expected);
  });
});
