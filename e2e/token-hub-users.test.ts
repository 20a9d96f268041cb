import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, fromHub, signHubRequest } from "@survey-open-platform/sdk";
import { expect, onTestFinished, test } from "vitest";
import { credentials, writeDeclaration } from "./support/declaration-file.ts";
import { runHub, startHub } from "./support/hub-process.ts";
import { startPlatform } from "./support/platform-process.ts";
import { WebClient } from "./support/web-client.ts";

const { application, ada } = credentials;
const callback = "http://localhost:9/callback";

/** The hub in front of the built platform, for an application that people allow, and a server that may ask it. */
async function startStage() {
  const stack = new AsyncDisposableStack();
  const platform = stack.use(await startPlatform({ parameters: ["--apply", writeDeclaration(callback)] }));
  const folder = mkdtempSync(join(tmpdir(), "token-hub-users-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "key"), randomBytes(32).toString("base64"));
  const applications = [{ ...application, mode: "user", base_url: platform.url }];
  const settings = { listen: "127.0.0.1:0", key_file: "key", applications };
  writeFileSync(join(folder, "token-hub.yaml"), JSON.stringify(settings));
  const add = ["callers", "add", "--name", "shop", "--rights", "users", "--json"];
  const added = await runHub({ words: add, folder });
  // What the command prints.
  const { id, secret } = JSON.parse(added.stdout) as { id: string; secret: string };
  const hub = stack.use(await startHub({ words: ["serve"], folder }));
  const browser = new WebClient(platform.url);
  await browser.signIn(ada.username, ada.password);
  const caller = { callerId: id, callerSecret: secret };
  return { platform, hub, browser, caller, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

type Stage = Awaited<ReturnType<typeof startStage>>;

/** Ada allows the application, which gives the code to the hub. @returns what the hub answers */
async function consent({ hub, browser, caller }: Stage) {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    appid: application.appid,
    redirect_uri: callback,
    response_type: "code",
    scope: "snsapi_user",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const code = await browser.allow(`/connect/oauth2/authorize?${query.toString()}`);
  const target = `/v1/apps/${application.appid}/users`;
  const body = JSON.stringify({ code, code_verifier: verifier });
  const time = Math.floor(Date.now() / 1000);
  const authorization = await signHubRequest(caller, { method: "POST", target, body, time });
  const answer = await fetch(hub.url + target, { method: "POST", headers: { authorization }, body });
  // The hub's answer to an exchange.
  return { status: answer.status, ...((await answer.json()) as { readonly openid: string }) };
}

test("a person's surveys are read with a token that the hub keeps, until they take their consent back", async () => {
  await using stage = await startStage();
  const { platform, hub, browser, caller } = stage;
  const { status, openid } = await consent(stage);
  expect(status).toBe(200);
  const source = fromHub({ hubUrl: hub.url }, { appid: application.appid, ...caller, openid });
  const client = createClient({ platform: { baseUrl: platform.url }, source });
  expect(await client.getUser()).toMatchObject({ openid, nickname: "Ada Lovelace" });
  expect((await client.surveys.list()).list.map(({ title }) => title)).toEqual(["Customers 2026 客户"]);

  const page = await browser.get("/account/applications/revoke-all");
  await browser.submit(page, "/account/applications/revoke-all", {});
  await expect(client.surveys.list()).rejects.toMatchObject({ type: "consent_required" });

  // A new consent takes effect at once, with the same openid.
  expect(await consent(stage)).toMatchObject({ status: 200, openid });
  const again = fromHub({ hubUrl: hub.url }, { appid: application.appid, ...caller, openid });
  const newer = createClient({ platform: { baseUrl: platform.url }, source: again });
  expect((await newer.surveys.list()).total).toBe(1);
});
