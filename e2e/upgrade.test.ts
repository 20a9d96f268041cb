import { beforeAll, expect, test } from "vitest";
import { callAddress } from "./support/api-client.ts";
import { credentials, writeDeclaration } from "./support/declaration-file.ts";
import { findNginx } from "./support/find-nginx.ts";
import { startNginx, type NginxProcess } from "./support/nginx-process.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";

const team = { ...credentials.team, grant_type: "client_credential" };
const tokenCall = callAddress("", "/api/oauth2/access_token", team);

// It may have to be installed first.
beforeAll(async () => void (await findNginx()));

test("nodes are replaced one after the other behind nginx, as the guide says, and no request fails", async () => {
  const settings = ["--token-request-burst", "1000000", "--trust-proxy", "1"];
  await using first = await startPlatform({
    parameters: ["--apply", writeDeclaration("http://localhost:9/callback"), ...settings],
  });
  const start = () => startPlatform({ folder: first.folder, parameters: settings });
  await using second = await start();
  await using nginx = await startNginx([hostOf(first), hostOf(second)]);
  const enough = new AbortController();
  const failures: string[] = [];
  let answered = 0;
  const callers = Array.from({ length: 4 }, async () => {
    while (!enough.signal.aborted) {
      const outcome = await outcomeOf(nginx);
      answered += 1;
      if (outcome !== "OK") failures.push(outcome);
    }
  });
  const goesOn = async () => {
    const before = answered;
    await expect.poll(() => answered).toBeGreaterThan(before + 10);
  };
  await goesOn();

  await nginx.route([`${hostOf(first)} down`, hostOf(second)]);
  expect(await first.terminate()).toEqual({ code: 0, signal: null });
  await using third = await start();
  await goesOn();
  await nginx.route([hostOf(third), `${hostOf(second)} down`]);
  expect(await second.terminate()).toEqual({ code: 0, signal: null });
  await using fourth = await start();
  await nginx.route([hostOf(third), hostOf(fourth)]);
  for (const node of [third, fourth])
    await nginx.logged(`a request to ${hostOf(node)}`, (access) => access.includes(hostOf(node)));

  enough.abort();
  await Promise.all(callers);
  expect(failures).toEqual([]);
});

function hostOf({ url }: PlatformProcess): string {
  return new URL(url).host;
}

/** A token and a call with it; another caller may have replaced it meanwhile. */
async function outcomeOf(nginx: NginxProcess): Promise<string> {
  const issued = await nginx.get(tokenCall).catch((error: unknown) => ({ text: String(error) }));
  const token = /"access_token":"([^"]+)"/.exec(issued.text)?.[1];
  if (token === undefined) return issued.text;
  const { text, status } = await nginx.get(
    callAddress("", "/api/surveys", { appid: team.appid, access_token: token }),
  );
  return /"code":"OK"|"invalid_token"/.test(text) ? "OK" : `${status} ${text}`;
}
