import { describe, expect, it, test } from "vitest";
import { isDeep } from "../../../../scripts/vitest/depth.ts";
import {
  exchangeParameters,
  obtainTeamToken,
  teamTokenParameters,
  type UserTokens,
} from "../support/flows.ts";
import { startListeningPlatform, type ListeningPlatform } from "../support/listening-platform.ts";
import { allowedCode, allowedTokens, otherExchange, refreshParameters } from "../support/quick-consent.ts";
import { getRequest, pathWithQuery, race, raceRequests } from "../support/raw-http.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { formsOf } from "../support/browser.ts";
import type { Envelope } from "../support/test-platform.ts";
import { revocationOfAllPage, revocationPage } from "../support/revocation-pages.ts";

const tokenPath = "/api/oauth2/access_token";
const rounds = Array.from({ length: isDeep ? 16 : 4 }, (_, index) => index + 1);

function start(settings: Parameters<typeof startListeningPlatform>[0] = {}) {
  return startListeningPlatform({
    tokenRequestBurst: "100000",
    failedSecretsPerMinute: "100000",
    ...settings,
  });
}

function get(path: string, parameters: Readonly<Record<string, string>>): string {
  return getRequest(pathWithQuery(path, parameters));
}

function times<Value>(count: number, value: Value): readonly Value[] {
  return Array.from({ length: count }, () => value);
}

function typesOf(answers: readonly Envelope[]): Readonly<Record<string, number>> {
  const types = answers.map(({ error }) => error.type || "OK");
  return Object.fromEntries(
    [...new Set(types)].map((type) => [type, types.filter((one) => one === type).length]),
  );
}

function granted(answers: readonly Envelope[]): readonly UserTokens[] {
  // Successful answers of an exchange have this shape.
  return answers.filter(({ code }) => code === "OK").map(({ data }) => data as unknown as UserTokens);
}

async function liveness(
  platform: ListeningPlatform,
  tokens: readonly { readonly access_token: string }[],
  openid: string,
) {
  const calls = tokens.map(({ access_token }) =>
    platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid }),
  );
  return (await Promise.all(calls)).map(({ code }) => code === "OK");
}

describe("fifty requests that arrive together", () => {
  test.each(rounds)("exchange one code exactly once, and that exchange holds (round %i)", async () => {
    const platform = await start();
    const code = await allowedCode(platform);
    const answers = await raceRequests(platform.url, times(50, get(tokenPath, exchangeParameters(code))));
    expect(typesOf(answers)).toEqual({ OK: 1, invalid_grant: 49 });
    const [tokens] = granted(answers);
    if (tokens === undefined) throw new Error("no request got tokens");
    expect(await liveness(platform, [tokens], tokens.openid)).toEqual([true]);
    expect(
      await platform.database.reader.kysely.selectFrom("user_access_tokens").select("hash").execute(),
    ).toHaveLength(1);
  });

  it("exchange fifty codes, each of them", async () => {
    const platform = await start();
    const codes: string[] = [];
    for (let at = 0; at < 50; at += 1)
      codes.push(await allowedCode(platform, { username: at % 2 === 0 ? "ada" : "bob" }));
    const answers = await raceRequests(
      platform.url,
      codes.map((code) => get(tokenPath, exchangeParameters(code))),
    );
    expect(typesOf(answers)).toEqual({ OK: 50 });
    expect(new Set(granted(answers).map(({ access_token }) => access_token)).size).toBe(50);
  });

  it("cannot get in between the owner and their code when half of them are a thief's", async () => {
    const platform = await start();
    const code = await allowedCode(platform);
    const pair = [get(tokenPath, otherExchange(code)), get(tokenPath, exchangeParameters(code))];
    const answers = await raceRequests(platform.url, times(25, pair).flat());
    const [thief, owner] = [
      answers.filter((_, index) => index % 2 === 0),
      answers.filter((_, index) => index % 2 === 1),
    ];
    expect(typesOf(thief)).toEqual({ invalid_grant: 25 });
    expect(typesOf(owner)).toEqual({ OK: 1, invalid_grant: 24 });
  });

  test.each(rounds)("for a team's token leave exactly one of them valid (round %i)", async () => {
    const platform = await start();
    const before = await obtainTeamToken(platform);
    const answers = await raceRequests(platform.url, times(50, get(tokenPath, teamTokenParameters)));
    expect(typesOf(answers)).toEqual({ OK: 50 });
    const tokens = [before, ...granted(answers).map(({ access_token }) => access_token)];
    const calls = tokens.map((access_token) =>
      platform.call("/api/surveys", { appid: "acme_team", access_token }),
    );
    const codes = (await Promise.all(calls)).map(({ code }) => code);
    expect([codes[0], codes.filter((code) => code === "OK").length]).toEqual(["PermissionDenied", 1]);
  });

  it("refresh all of them, and exactly ten access tokens stay alive", async () => {
    const platform = await start();
    const { refresh_token, openid } = await allowedTokens(platform);
    const answers = await raceRequests(
      platform.url,
      times(50, get("/api/oauth2/refresh_token", refreshParameters(refresh_token))),
    );
    expect(typesOf(answers)).toEqual({ OK: 50 });
    expect((await liveness(platform, granted(answers), openid)).filter(Boolean)).toHaveLength(10);
  });

  it("are counted exactly by the limit of requests", async () => {
    const platform = await start({ tokenRequestBurst: "20" });
    const answers = await raceRequests(platform.url, times(60, get(tokenPath, teamTokenParameters)));
    expect(typesOf(answers)).toEqual({ OK: 20, request_rate_limited: 40 });
  });

  it("are counted exactly by the limit of wrong secrets, and a right one among the rest gets nothing out of turn", async () => {
    const platform = await start({ failedSecretsPerMinute: "10" });
    const wrong = get(tokenPath, { ...teamTokenParameters, secret: "wrong" });
    const answers = await raceRequests(platform.url, times(50, wrong));
    expect(typesOf(answers)).toEqual({ invalid_client: 10, request_rate_limited: 40 });
    const [right] = await raceRequests(platform.url, [get(tokenPath, teamTokenParameters)]);
    expect(right?.error.type).toBe("request_rate_limited");
  });
});

describe("a revocation that races with exchanges and refreshes", () => {
  test.each(rounds)(
    "leaves nothing alive that was given before it, whatever order they take (round %i)",
    async () => {
      const platform = await start();
      const { refresh_token, openid } = await allowedTokens(platform);
      const code = await allowedCode(platform);
      const revoke = await revocation(platform);
      const requests = [
        ...times(10, get(tokenPath, exchangeParameters(code))),
        ...times(10, get("/api/oauth2/refresh_token", refreshParameters(refresh_token))),
      ];
      // Each revocation is in another place of the row.
      const [answers] = await Promise.all([raceRequests(platform.url, requests), revoke()]);
      expect(Object.keys(typesOf(answers)).every((type) => type === "OK" || type === "invalid_grant")).toBe(
        true,
      );
      expect(granted(answers).length).toBeLessThanOrEqual(11);
      expect(await liveness(platform, granted(answers), openid)).toEqual(granted(answers).map(() => false));
      expect(
        await platform.call("/api/oauth2/refresh_token", refreshParameters(refresh_token)),
      ).toMatchObject({ error: { type: "invalid_grant" } });
      expect(await platform.call(tokenPath, exchangeParameters(code))).toMatchObject({
        error: { type: "invalid_grant" },
      });
    },
  );

  it("twenty times at once ends the same way", async () => {
    const platform = await start();
    const tokens = await allowedTokens(platform);
    const code = await allowedCode(platform);
    const browser = await signedInBrowser(platform);
    const page = await revocationPage(browser);
    const form = formsOf(page.html).find(({ action }) => action === "/account/applications/revoke");
    const body = new URLSearchParams(form?.hidden).toString();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const post = `POST /account/applications/revoke HTTP/1.1\r\nHost: platform.example\r\nCookie: ${cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const exchange = get(tokenPath, exchangeParameters(code));
    const replies = await race(platform.url, [...times(10, post), exchange, ...times(10, post)]);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await liveness(platform, [tokens], tokens.openid)).toEqual([false]);
    const left = await platform.database.reader.kysely
      .selectFrom("user_access_tokens")
      .select("hash")
      .execute();
    expect(left).toEqual([]);
  });
});

async function revocation(platform: ListeningPlatform): Promise<() => Promise<void>> {
  const browser = await signedInBrowser(platform);
  const page = await revocationOfAllPage(browser);
  return async () => {
    // About when the last bytes are sent.
    await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 4));
    const { status } = await browser.submit(page, "/account/applications/revoke-all");
    expect(status).toBe(303);
  };
}
