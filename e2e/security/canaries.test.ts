import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { isOnPostgres } from "../../packages/database/test/support/postgres/postgres-databases.ts";
import { connect } from "../../packages/database/test/support/postgres/postgres-of-run.ts";
import { restoreScript } from "../../packages/database/test/support/postgres/restore-script.ts";
import { makeTestDatabase } from "../../packages/database/test/support/test-database.ts";
import { callApi, type UserTokens } from "../support/api-client.ts";
import { credentials, writeDeclaration } from "../support/declaration-file.ts";
import { startPlatform, type PlatformProcess } from "../support/platform-process.ts";
import { crawl, makeSecretsOnPages } from "../support/page-secrets.ts";
import { WebClient } from "../support/web-client.ts";
import { leakedSecrets } from "../support/leaked-secrets.ts";

const callback = "http://localhost:9/callback";
const link = `/connect/oauth2/authorize?${new URLSearchParams({ appid: credentials.application.appid, redirect_uri: callback, response_type: "code", scope: "snsapi_user", state: "abc" }).toString()}`;

/** What people and programs type where it does not belong. */
const misplaced = {
  password: "typed-into-the-wrong-field-1",
  newPassword: "the-password-of-a-later-day-4444",
  wrongPassword: "almost-the-right-password-22",
  wrongSecret: "almost-the-right-secret-333333",
} as const;

test("no secret is found in the log, on the disk or in an answer after everything was done once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sop-canaries-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = isOnPostgres() ? await makeTestDatabase() : `sqlite:${join(folder, "platform.db")}`;
  await using platform = await startPlatform({
    folder,
    database,
    parameters: ["--apply", writeDeclaration(callback)],
    environment: { SOP_LOG_LEVEL: "trace", TMPDIR: folder, SOP_TOKEN_REQUEST_BURST: "1000" },
  });
  const secrets = new Set<string>([
    credentials.ada.password,
    credentials.application.secret,
    credentials.team.secret,
    ...Object.values(misplaced),
  ]);
  const tokens = await doEverything(platform, secrets);
  const browser = new WebClient(platform.url);
  await browser.signIn(credentials.ada.username, credentials.ada.password);
  const { hashed, kept } = await makeSecretsOnPages({
    browser,
    password: credentials.ada.password,
    newPassword: misplaced.newPassword,
  });
  for (const value of [...hashed, ...browser.cookies.values()]) secrets.add(value);
  const pages = await crawl(browser, ["/account", "/console", "/teams"]);
  const whileRunning = writtenBytes(folder);
  await platform.stop();
  const elsewhere = { ...pages, stdout: platform.stdout, stderr: platform.stderr };
  const written = { ...whileRunning, ...writtenBytes(folder, "after the end: ") };
  const held = isOnPostgres() ? await heldByServer(database) : {};
  const places = { ...elsewhere, ...written, ...held };
  expect(secrets.size).toBeGreaterThan(35);
  expect(leakedSecrets(places, secrets)).toEqual([]);
  const withoutKept = isOnPostgres()
    ? await heldByServer(database, emptyKeptColumns)
    : copyWithoutKept(join(folder, "platform.db"));
  expect(kept.size).toBe(4);
  expect(leakedSecrets({ ...elsewhere, ...notOfDatabase(written), ...withoutKept }, kept)).toEqual([]);
  // The columns are what has them, and nothing else.
  const stored = [...kept].filter((one) => !one.includes(" "));
  for (const one of stored) expect(leakedSecrets(places, new Set([one]))).not.toEqual([]);
  // The search does find what is there: the stored form of a token, the log's own words.
  expect(leakedSecrets(places, new Set([hashOf(tokens.access_token)]))).not.toEqual([]);
  expect(platform.stdout).toContain("/api/oauth2/access_token");
});

/** Uses and misuses every secret that there is. @returns what the last exchange gave */
async function doEverything({ url }: PlatformProcess, secrets: Set<string>): Promise<UserTokens> {
  const browser = new WebClient(url);
  await browser.signIn(credentials.ada.username, misplaced.wrongPassword);
  await browser.signIn(misplaced.password, "x");
  await browser.signIn(credentials.ada.username, credentials.ada.password);
  const tokens = await authorize(url, browser, secrets);
  await misuse(url, tokens, secrets);
  await browser.submit(
    await browser.get("/account/applications/revoke-all"),
    "/account/applications/revoke-all",
    {},
  );
  await callApi(url, "/api/surveys", { appid: "demo_app", ...tokens });
  await browser.submit(await browser.get("/account/applications"), "/logout", {});
  for (const value of browser.seen) secrets.add(value);
  const again = new WebClient(url);
  await again.signIn(credentials.ada.username, credentials.ada.password);
  const last = await authorize(url, again, secrets);
  for (const value of again.seen) secrets.add(value);
  return last;
}

async function authorize(url: string, browser: WebClient, secrets: Set<string>): Promise<UserTokens> {
  const code = await browser.allow(link);
  const exchange = { ...credentials.application, code, grant_type: "authorization_code" };
  const { data } = await callApi(url, "/api/oauth2/access_token", exchange);
  // A successful exchange has this shape; the search at the end would find nothing otherwise.
  const tokens = data as UserTokens;
  await callApi(url, "/api/oauth2/access_token", exchange);
  const { appid } = credentials.application;
  const refresh = { appid, refresh_token: tokens.refresh_token, grant_type: "refresh_token" };
  const refreshed = await callApi(url, "/api/oauth2/refresh_token", refresh);
  const team = await callApi(url, "/api/oauth2/access_token", {
    ...credentials.team,
    grant_type: "client_credential",
  });
  for (const value of [
    code,
    tokens.access_token,
    tokens.refresh_token,
    refreshed.data["access_token"],
    team.data["access_token"],
  ]) {
    secrets.add(String(value));
  }
  for (const path of [
    "/api/surveys",
    "/api/surveys/1",
    "/api/surveys/1/legacy",
    "/api/surveys/1/answers",
    "/api/oauth2/user",
  ]) {
    await callApi(url, path, { appid, access_token: tokens.access_token, openid: tokens.openid });
  }
  return tokens;
}

/** Secrets where they do not belong: in other parameters, in paths, in headers, in forms. */
async function misuse(
  url: string,
  { access_token, refresh_token }: UserTokens,
  secrets: Set<string>,
): Promise<void> {
  const { appid, secret } = credentials.application;
  const { wrongSecret } = misplaced;
  await callApi(url, "/api/oauth2/access_token", {
    appid: secret,
    secret: wrongSecret,
    grant_type: access_token,
  });
  await callApi(url, "/api/oauth2/access_token", {
    appid,
    secret: wrongSecret,
    code: refresh_token,
    grant_type: "authorization_code",
  });
  await callApi(url, "/api/oauth2/refresh_token", {
    appid,
    secret: wrongSecret,
    refresh_token: access_token,
    grant_type: "refresh_token",
  });
  await callApi(url, `/api/surveys/${access_token}`, { appid, access_token: refresh_token, page: secret });
  await callApi(url, "/api/surveys", { appid, access_token, page: secret, [secret]: secret });
  const paths = [
    `/${secret}`,
    `/logos/${secret}`,
    `/api/${access_token}`,
    `/connect/oauth2/authorize?appid=${secret}&redirect_uri=${secret}`,
    `/login?return_to=/${secret}`,
  ];
  const headers = {
    Authorization: `Bearer ${access_token}`,
    Cookie: `sop_session=${secret}`,
    "User-Agent": secret,
    Referer: `${url}/?${secret}`,
    "X-Request-Id": secret,
    "X-Forwarded-For": secret,
  };
  for (const path of paths) await (await fetch(url + path, { headers })).text();
  await fetch(`${url}/api/oauth2/access_token`, {
    method: "POST",
    body: new URLSearchParams({ secret }),
    headers,
  });
  // A request that is none at all.
  await fetch(`${url}/api/surveys?access_token=${access_token}${"x".repeat(20_000)}`).catch(() => undefined);
  secrets.add(hashOf(`never used ${secret}`));
}

/** Every file below a folder, by its name. */
function writtenBytes(folder: string, when = ""): Record<string, string> {
  const files = globSync("**/*", { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  expect(files.includes("platform.db")).toBe(!isOnPostgres());
  return Object.fromEntries(files.map((name) => [when + name, readFileSync(join(folder, name), "latin1")]));
}

/** What the platform computes codes and signatures with; nothing can be checked or signed with a hash. */
const emptyKeptColumns = [
  "update totp_secrets set secret = ''",
  "update webhooks set secret = '', previous_secret = ''",
];

/** The files without those of the SQLite database that has everything but the request log. */
function notOfDatabase(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter(([name]) => !/platform\.db(?:-wal|-shm)?$/.test(name)),
  );
}

/** All rows of a SQLite database whose kept columns are empty, in a file that has nothing of before. */
function copyWithoutKept(file: string): Record<string, string> {
  const copy = `${file}.copy`;
  const database = new DatabaseSync(file);
  for (const statement of emptyKeptColumns) database.exec(statement);
  database.exec(`vacuum into '${copy}'`);
  database.close();
  return { "database without kept columns": readFileSync(copy, "latin1") };
}

/** All that a database server knows: every row, and its log. */
async function heldByServer(
  address: string,
  changes: readonly string[] = [],
): Promise<Record<string, string>> {
  await using client = await connect(address);
  for (const change of changes) await client.query(change);
  const { log } = inject("postgres");
  return { rows: await restoreScript(client), ...(log && { log: readFileSync(log, "utf8") }) };
}

function hashOf(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}
