import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, fromHub, fromHubProxy } from "@survey-open-platform/sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { callApi } from "./support/api-client.ts";
import { credentials, writeDeclaration } from "./support/declaration-file.ts";
import { runHub, startHub } from "./support/hub-process.ts";
import { startPlatform } from "./support/platform-process.ts";

const { team } = credentials;

/** The real platform, a hub in front of it, both as processes, and a caller of the hub's. */
async function open() {
  const platform = await startPlatform({
    parameters: ["--apply", writeDeclaration("http://localhost:9/callback")],
  });
  onTestFinished(() => platform.stop());
  const folder = mkdtempSync(join(tmpdir(), "token-hub-callers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "key"), randomBytes(32).toString("base64"));
  const config = join(folder, "hub.json");
  const applications = [{ ...team, base_url: platform.url }];
  writeFileSync(config, JSON.stringify({ listen: "127.0.0.1:0", key_file: "key", applications }));
  const words = ["callers", "add", "--name", "shop", "--proxy", "/api/surveys", "--json", "--config", config];
  // What the command prints, for the only time.
  const caller = JSON.parse((await runHub({ words, folder })).stdout) as { id: string; secret: string };
  const start = () => startHub({ words: ["serve", "--config", config], folder });
  const hub = await start();
  onTestFinished(async () => void (await hub.stop()));
  const overrideElsewhere = () =>
    callApi(platform.url, "/api/oauth2/access_token", { ...team, grant_type: "client_credential" });
  return { platform, hub, caller, overrideElsewhere };
}

async function json(url: string) {
  return (await (await fetch(url)).json()) as Awaited<ReturnType<typeof callApi>>;
}

/**
 * A program as teams have them: written against the platform with nothing but `fetch`, it knows the documented token
 * call. Only `tokenBase`, `appid` and `secret` of its settings change when a hub is put in front.
 */
function teamProgram({ tokenBase, dataBase, appid, secret }: Readonly<Record<string, string>>) {
  let token = "";
  const renew = async () => {
    const query = `appid=${appid}&secret=${secret}&grant_type=client_credential`;
    const { code, data } = await json(`${tokenBase}/api/oauth2/access_token?${query}`);
    if (code !== "OK") throw new Error(`no token: ${code}`);
    token = String(data["access_token"]);
  };
  const list = () => json(`${dataBase}/api/surveys?appid=${team.appid}&access_token=${token}`);
  return async (): Promise<unknown> => {
    const first = await list();
    if (first.code === "OK") return first.data["total"];
    await renew();
    const second = await list();
    if (second.code !== "OK") throw new Error(`refused twice: ${second.error.type}`);
    return second.data["total"];
  };
}

describe("the real platform behind the real hub", () => {
  test("serves a program that was not written for a hub: only the base address of its token call changes", async () => {
    const { platform, hub, caller, overrideElsewhere } = await open();
    const settings = { tokenBase: hub.url, dataBase: platform.url, appid: caller.id, secret: caller.secret };
    const servers = Array.from({ length: 5 }, () => teamProgram(settings));
    const round = () => Promise.all(servers.map((count) => count()));
    expect(await round()).toEqual([1, 1, 1, 1, 1]);
    const token = await callApi(hub.url, "/api/oauth2/access_token", {
      appid: caller.id,
      secret: caller.secret,
      grant_type: "client_credential",
    });
    expect(Object.keys(token)).toEqual(["code", "error", "data", "request_id"]);
    // Without a hub each of them would have overridden the others' token; here somebody else does, once.
    await overrideElsewhere();
    expect(await round()).toEqual([1, 1, 1, 1, 1]);
  });

  test("serves the SDK, with tokens of its own keeping and without any, over an override", async () => {
    const { platform, hub, caller, overrideElsewhere } = await open();
    const whom = { appid: team.appid, callerId: caller.id, callerSecret: caller.secret };
    const clients = [
      createClient({ platform: { baseUrl: platform.url }, source: fromHub({ hubUrl: hub.url }, whom) }),
      createClient({ source: fromHubProxy({ hubUrl: hub.url }, whom) }),
    ];
    const titles = () =>
      Promise.all(clients.map(async (client) => (await client.surveys.list()).list[0]?.title));
    expect(await titles()).toEqual(["Team pulse", "Team pulse"]);
    await overrideElsewhere();
    expect(await titles()).toEqual(["Team pulse", "Team pulse"]);
    for (const client of clients)
      await expect(client.surveys.get(999_999)).rejects.toMatchObject({ type: "not_found" });
  });

  test("keeps serving the SDK's callers while the hub is stopped", async () => {
    const { platform, hub, caller } = await open();
    const whom = { appid: team.appid, callerId: caller.id, callerSecret: caller.secret };
    const source = fromHub({ hubUrl: hub.url }, whom);
    const client = createClient({ platform: { baseUrl: platform.url }, source });
    expect((await client.surveys.list()).total).toBe(1);
    await hub.kill();
    for (let call = 0; call < 20; call += 1) expect((await client.surveys.list()).total).toBe(1);
  });
});
