import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError, readConfig } from "../src/config.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const application = { appid: "my_team", secret: "secret-of-a-test", base_url: "https://platform.example/" };

/** Reads a configuration file that holds this. */
function read(settings: unknown, environment: Readonly<Record<string, string>> = { TOKEN_HUB_KEY: key }) {
  const folder = mkdtempSync(join(tmpdir(), "token-hub-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "token-hub.yaml");
  writeFileSync(path, typeof settings === "string" ? settings : stringify(settings));
  writeFileSync(join(folder, "keys"), `${key}\n${Buffer.alloc(32, 8).toString("base64")}\n`);
  writeFileSync(join(folder, "app.secret"), "secret-in-a-file\n");
  return { config: readConfig({ path, environment }), folder };
}

/** What is wrong with it. */
function problemsOf(settings: unknown, environment?: Readonly<Record<string, string>>): readonly string[] {
  try {
    read(settings, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("a file with nothing but an application has every default", () => {
  const { config, folder } = read({ applications: [application] });
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 8790,
    metricsPort: undefined,
    database: `sqlite:${join(folder, "data/token-hub.db")}`,
    leaseSeconds: 8,
    applications: [
      { appid: "my_team", mode: "team", baseUrl: "https://platform.example", foreignRefresher: "reclaim" },
    ],
  });
  expect(config.keys).toHaveLength(1);
});

test("secrets and keys may come from files beside the configuration and from variables", () => {
  const { appid, base_url } = application;
  const applications = [
    { appid, base_url, secret_file: "app.secret" },
    { appid: "other", base_url, secret_env: "OTHER_SECRET" },
  ];
  const { config } = read({ key_file: "keys", applications }, { OTHER_SECRET: "secret-in-a-variable" });
  expect(config.keys.map((bytes) => bytes[0])).toEqual([7, 8]);
  expect(config.applications.map(({ secret }) => secret)).toEqual([
    "secret-in-a-file",
    "secret-in-a-variable",
  ]);
});

test("all problems are reported at once, each with its place", () => {
  const problems = problemsOf({
    listen: "nowhere",
    lease_seconds: 4,
    applications: [
      { appid: "no spaces", base_url: "http://platform.example" },
      { ...application, mints_per_hour: 0, colour: 1 },
    ],
  });
  expect(problems).toEqual([
    "listen must be host:port, such as 127.0.0.1:8790",
    "applications.0.appid must be 1 to 64 letters, digits, _ or -",
    "applications.0.secret needs exactly one of secret, secret_env and secret_file",
    "applications.0.base_url must begin with https:// unless the platform is on this machine; allow_insecure_http lifts that",
    "applications.1.mints_per_hour must be at least 1",
    "applications.1 has unknown settings: colour",
    "lease_seconds must be more than twice request_timeout_seconds, or no request fits into a lease",
  ]);
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["no application", {}, "applications must be a list"],
  ["an empty list of them", { applications: [] }, "applications must have at least one application"],
  [
    "one appid twice",
    { applications: [application, application] },
    "applications must not name an appid twice",
  ],
  [
    "an address without TLS to another machine",
    { applications: [{ ...application, base_url: "http://platform.example" }] },
    "applications.0.base_url must begin with https:// unless the platform is on this machine; allow_insecure_http lifts that",
  ],
  [
    "no secret",
    { applications: [{ ...application, secret: undefined }] },
    "applications.0.secret needs exactly one of secret, secret_env and secret_file",
  ],
  [
    "two secrets",
    { applications: [{ ...application, secret_env: "X" }] },
    "applications.0.secret needs exactly one of secret, secret_env and secret_file",
  ],
  [
    "a lease that no request fits into",
    { applications: [application], lease_seconds: 6 },
    "lease_seconds must be more than twice request_timeout_seconds, or no request fits into a lease",
  ],
  [
    "a file that is not there",
    { applications: [{ ...application, secret: undefined, secret_file: "nowhere" }] },
    "applications.0.secret_file names a file that cannot be read: nowhere",
  ],
])("%s gives an error", (_, settings, problem) => {
  expect(problemsOf(settings)).toContain(problem);
});

test("a file that cannot be read gives one error, and not a second one for what it would hold", () => {
  const missing = { ...application, secret: undefined, secret_file: "nowhere" };
  const files = { key_file: "no-key", status_password_file: "no-password" };
  expect(problemsOf({ applications: [missing], ...files }, {})).toEqual([
    "key_file names a file that cannot be read: no-key",
    "status_password_file names a file that cannot be read: no-password",
    "applications.0.secret_file names a file that cannot be read: nowhere",
  ]);
});

test("a key that is missing or short gives an error", () => {
  const settings = { applications: [application] };
  expect(problemsOf(settings, {})).toEqual(["TOKEN_HUB_KEY has no key: set key_file or TOKEN_HUB_KEY"]);
  expect(problemsOf(settings, { TOKEN_HUB_KEY: "c2hvcnQ=" })).toEqual([
    "TOKEN_HUB_KEY must hold keys of 32 bytes as base64, one per line",
  ]);
});

test("malformed YAML is reported by its line, without quoting a secret that may be there", () => {
  const problems = problemsOf(`applications:\n  - secret: "canary-secret\n   bad`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^line \d+ is no valid YAML/);
  expect(problems.join("")).not.toContain("canary");
});
