import { randomBytes } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callApi } from "../support/api-client.ts";
import { credentials, writeDeclaration } from "../support/declaration-file.ts";
import { runHub, startHub, type HubProcess } from "../support/hub-process.ts";
import { startPlatform } from "../support/platform-process.ts";
import { startRecordingProxy } from "../support/recording-proxy.ts";
import { WebClient } from "../support/web-client.ts";
import { leakedSecrets } from "../support/leaked-secrets.ts";

const { application, team, ada } = credentials;
const callback = "http://localhost:9/callback";
const link = `/connect/oauth2/authorize?${new URLSearchParams({ appid: application.appid, redirect_uri: callback, response_type: "code", scope: "snsapi_user" }).toString()}`;

/** What people and programs type where it does not belong. */
const misplaced = {
  wrongPassword: "almost-the-right-password-22",
  wrongSecret: "hubs_almost-the-right-secret-333333",
  wrongCode: "sopc_almost-the-right-code-44444444",
} as const;

/** Two folders: one for what has to hold secrets, one for all that the hub writes. */
function makePlace(baseUrl: string) {
  const root = mkdtempSync(join(tmpdir(), "token-hub-canaries-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [settings, written] = [join(root, "settings"), join(root, "written")];
  mkdirSync(settings);
  mkdirSync(written);
  const key = randomBytes(32).toString("base64");
  const password = `status-${randomBytes(12).toString("base64url")}`;
  writeFileSync(join(settings, "key"), key);
  writeFileSync(join(settings, "password"), password);
  const config = join(settings, "hub.json");
  const apps = [
    { ...team, base_url: baseUrl },
    { ...application, mode: "user", base_url: baseUrl },
  ];
  const fields = {
    listen: "127.0.0.1:0",
    metrics_port: 0,
    database: `sqlite:${join(written, "hub.db")}`,
    key_file: "key",
    status_password_file: "password",
    log_level: "trace",
    applications: apps,
  };
  writeFileSync(config, JSON.stringify(fields));
  return { settings, written, config, fields, key, password };
}

type Place = ReturnType<typeof makePlace>;

interface Caller {
  readonly id: string;
  readonly secret: string;
}

/** More than twenty processes, one after the other. */
const PATIENCE_MS = 240_000;

test(
  "no secret and no token is found in the hub's log, metrics, pages, audit trail, database or last words",
  { timeout: PATIENCE_MS },
  async () => {
    await using platform = await startPlatform({ parameters: ["--apply", writeDeclaration(callback)] });
    await using recorder = await startRecordingProxy(() => platform.url);
    const place = makePlace(recorder.url);
    const command = { folder: place.written, environment: { TMPDIR: place.written } };
    const run = (...words: readonly string[]) =>
      runHub({ ...command, words: [...words, "--config", place.config] });
    const rights = ["--rights", "token,report,users", "--proxy", "/api"];
    const appids = ["--app", `${team.appid},${application.appid}`];
    const added = await run("callers", "add", "--name", "shop", ...appids, ...rights, "--json");
    // What the command prints, for the only time.
    const caller = JSON.parse(added.stdout) as Caller;

    const browser = new WebClient(platform.url);
    await browser.signIn(ada.username, ada.password);
    const codes = [await browser.allow(link), await browser.allow(link)];
    const secrets = new Set<string>([
      place.key,
      place.password,
      caller.secret,
      team.secret,
      application.secret,
      ...codes,
      ...Object.values(misplaced),
    ]);

    const hub = await startHub({ ...command, words: ["serve", "--config", place.config] });
    const places: Record<string, string> = await useEverything(hub, place, caller, codes);
    // Somebody else renews, and the hub notices.
    await callApi(recorder.url, "/api/oauth2/access_token", { ...team, grant_type: "client_credential" });
    await misuse(hub, caller, [...recorder.tokens]);
    for (const words of [["status"], ["audit"], ["doctor"], ["callers", "list"]])
      for (const json of [[], ["--json"]]) {
        const { stdout, stderr } = await run(...words, ...json);
        places[[...words, ...json].join(" ")] = stdout + stderr;
      }
    places["rotate"] = (await run("rotate", team.appid)).stdout;
    places["metrics"] = await (await fetch(hub.metricsUrl)).text();
    Object.assign(places, writtenBytes(place.written, "while it runs: "));
    await platform.kill();
    await misuse(hub, caller, [...recorder.tokens]);
    await hub.kill("SIGABRT");
    Object.assign(places, { stdout: hub.stdout, stderr: hub.stderr }, await failedStarts(place, command));
    Object.assign(places, writtenBytes(place.written, "after the end: "));

    for (const token of recorder.tokens) secrets.add(token);
    expect(recorder.tokens.size).toBeGreaterThan(4);
    expect(leakedSecrets(places, secrets)).toEqual([]);
    // The search does find what is there, and everything did happen.
    expect(leakedSecrets(places, new Set(["/v1/apps/{appid}/users/{openid}/token"]))).not.toEqual([]);
    expect(places["audit --json"]).toContain("foreign_refresher");
    expect(places["status page"]).toContain("acme_team");
    expect(places["metrics"]).toContain("token_hub_mints_total");
    expect(places["yaml"]).toContain("line");
  },
);

/** Uses every call once as it is meant. @returns what people and programs got to see that holds no secret */
async function useEverything(hub: HubProcess, place: Place, caller: Caller, codes: readonly string[]) {
  const ask = asking(hub, caller);
  const [teamPath, userPath] = [`/v1/apps/${team.appid}`, `/v1/apps/${application.appid}/users`];
  const token = (await (await ask(`${teamPath}/token`)).json()) as { access_token: string };
  expect(token.access_token).toMatch(/^sopt_/);
  await ask(`${teamPath}/token/report`, { version: 1 });
  await ask(`${teamPath}/token/watch?after=0&wait=1`);
  await ask(`/proxy/${team.appid}/api/surveys`);
  const dropIn = { appid: `${caller.id}.${team.appid}`, secret: caller.secret };
  await callApi(hub.url, "/api/oauth2/access_token", { ...dropIn, grant_type: "client_credential" });
  const grant = (await (await ask(userPath, { code: codes[0] })).json()) as { openid: string };
  await ask(`${userPath}/${grant.openid}/token`);
  await ask(`${userPath}/${grant.openid}/token/report`, { version: 1 });
  const list = await (await ask(userPath)).text();
  expect(list).toContain(grant.openid);
  const client = new WebClient(hub.url);
  const form = await client.get("/status/login");
  await client.submit(form, "/status/login", { password: misplaced.wrongPassword });
  await client.submit(await client.get("/status/login"), "/status/login", { password: place.password });
  return { "status page": (await client.get("/status")).text, "list of people": list };
}

/** Secrets where they do not belong: in other parameters, in paths, in headers, in bodies. */
async function misuse(hub: HubProcess, caller: Caller, tokens: readonly string[]): Promise<void> {
  const ask = asking(hub, caller);
  const stranger = asking(hub, { id: caller.id, secret: misplaced.wrongSecret });
  await ask(`/v1/apps/${team.appid}/token/report`, { version: 1 });
  await ask(`/proxy/${team.appid}/api/surveys`);
  await ask(`/v1/apps/${application.appid}/users`, { code: misplaced.wrongCode });
  await stranger(`/v1/apps/${team.appid}/token`);
  for (const secret of [caller.secret, ...tokens]) {
    await ask(`/v1/apps/${secret}/token`);
    await ask(`/${secret}`);
    await ask(`/v1/apps/${application.appid}/users/${secret}/token`);
    await ask(`/v1/apps/${application.appid}/users`, { code: "x", [secret]: secret });
    await ask(`/proxy/${team.appid}/api/${secret}?access_token=${secret}&page=${secret}`);
    await ask(`/status?lang=${secret}`);
    await callApi(hub.url, "/api/oauth2/access_token", { appid: secret, secret, grant_type: secret });
  }
  await fetch(`${hub.url}/v1/apps/${team.appid}/token`, {
    headers: { authorization: `Bearer ${caller.secret}`, cookie: `hub_session=${caller.secret}` },
  });
  // A request that is none at all.
  await fetch(`${hub.url}/?${caller.secret}${"x".repeat(20_000)}`).catch(() => undefined);
}

function asking({ url }: HubProcess, { id, secret }: Caller) {
  return async (path: string, body?: unknown): Promise<Response> =>
    await fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${id}.${secret}` },
      redirect: "manual",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}

/** What the hub says when it cannot start. */
async function failedStarts(place: Place, command: Omit<Parameters<typeof runHub>[0], "words">) {
  const start = async (name: string, text: string) => {
    const file = join(place.settings, name);
    writeFileSync(file, text);
    const { status, stdout, stderr } = await runHub({ ...command, words: ["serve", "--config", file] });
    expect(status, name).toBe(1);
    return stdout + stderr;
  };
  const { fields } = place;
  const applications = [{ ...fields.applications[0], secret: [team.secret] }];
  writeFileSync(join(place.settings, "short-key"), place.key.slice(0, 30));
  return {
    yaml: await start(
      "broken.yaml",
      `applications:\n  - secret: "${team.secret}\n  x: ]${application.secret}`,
    ),
    shape: await start("shape.json", JSON.stringify({ ...fields, applications, [team.secret]: 1 })),
    key: await start("key.json", JSON.stringify({ ...fields, key_file: "short-key" })),
    database: await start("db.json", JSON.stringify({ ...fields, database: "sqlite:/proc/nowhere/hub.db" })),
  };
}

/** Every file below a folder, by its name. */
function writtenBytes(folder: string, when: string): Record<string, string> {
  const files = globSync("**/*", { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  expect(files).toContain("hub.db");
  return Object.fromEntries(files.map((name) => [when + name, readFileSync(join(folder, name), "latin1")]));
}
