import { describe, expect, it, test } from "vitest";
import { hashToken, makeRandomId } from "../../src/model/token.ts";
import { obtainTeamToken, type UserTokens } from "../support/flows.ts";
import {
  allowedCode,
  allowedTokens,
  otherExchange,
  otherLink,
  refreshParameters,
} from "../support/quick-consent.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { checkedLater, expectRefusedSafely } from "../support/safe-refusal.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const unlimited = { tokenRequestBurst: "100000", failedSecretsPerMinute: "100000" };

/** One value of each kind that the platform hands out, all of them valid. */
async function startWithEverything() {
  const platform = await startTestPlatform(unlimited);
  const code = await allowedCode(platform);
  const tokens = await allowedTokens(platform);
  const teamToken = await obtainTeamToken(platform);
  const userCall = { appid: "demo_app", access_token: tokens.access_token };
  const teamCall = { appid: "acme_team", access_token: teamToken };
  const values = {
    "authorization code": code,
    "user access token": tokens.access_token,
    "refresh token": tokens.refresh_token,
    "team access token": teamToken,
    secret: sampleSecrets.demoApp,
    openid: tokens.openid,
  };
  return { platform, code, tokens, userCall, teamCall, values };
}

const dataPaths = [
  "/api/surveys",
  "/api/surveys/1",
  "/api/surveys/1/legacy",
  "/api/surveys/1/answers",
  "/api/surveys/1/answers/1",
  "/api/oauth2/user",
];

describe("a value of one kind", () => {
  test.each(dataPaths)("is refused as the access token of %s when it is of another kind", async (path) => {
    const { platform, tokens, userCall, values } = await startWithEverything();
    const stillWorks = () => platform.call("/api/oauth2/user", { ...userCall, openid: tokens.openid });
    for (const kind of ["authorization code", "refresh token", "secret", "openid"] as const) {
      const reply = platform.fetch(
        pathWithQuery(path, { ...userCall, openid: tokens.openid, access_token: values[kind] }),
      );
      await expectRefusedSafely(reply, { as: "invalid_token", stillWorks });
    }
  });

  it("is refused as a refresh token when it is of another kind", async () => {
    const { platform, tokens, values } = await startWithEverything();
    const stillWorks = () =>
      platform.call("/api/oauth2/refresh_token", refreshParameters(tokens.refresh_token));
    for (const kind of [
      "authorization code",
      "user access token",
      "team access token",
      "secret",
      "openid",
    ] as const) {
      const reply = platform.fetch(
        pathWithQuery("/api/oauth2/refresh_token", refreshParameters(values[kind])),
      );
      await expectRefusedSafely(reply, { as: "invalid_grant", stillWorks });
    }
  });

  it("is refused as a secret when it is of another kind", async () => {
    const { platform, code, values } = await startWithEverything();
    for (const kind of [
      "authorization code",
      "user access token",
      "refresh token",
      "team access token",
      "openid",
    ] as const) {
      const parameters = { appid: "demo_app", secret: values[kind], code, grant_type: "authorization_code" };
      await expectRefusedSafely(platform.fetch(pathWithQuery("/api/oauth2/access_token", parameters)), {
        as: "invalid_client",
        stillWorks: checkedLater,
      });
    }
  });

  it("keeps its kind when somebody gives it another prefix", async () => {
    const { platform, tokens, userCall } = await startWithEverything();
    const stillWorks = () => platform.call("/api/oauth2/user", { ...userCall, openid: tokens.openid });
    for (const token of [
      tokens.refresh_token.replace("sopr_", "sopu_"),
      tokens.access_token.replace("sopu_", "sopt_"),
      tokens.access_token.slice(5),
    ]) {
      const reply = platform.fetch(
        pathWithQuery("/api/surveys", { ...userCall, openid: tokens.openid, access_token: token }),
      );
      await expectRefusedSafely(reply, { as: "invalid_token", stillWorks });
    }
  });
});

describe("a token of a release whose tokens did not begin with a time", () => {
  it("works as before, and ends with its grant", async () => {
    const { platform, tokens } = await startWithEverything();
    const older = { access: `sopu_${makeRandomId()}`, refresh: `sopr_${makeRandomId()}` };
    await platform.database.write(async ({ kysely }) => {
      await kysely
        .updateTable("user_access_tokens")
        .set({ hash: hashToken(older.access) })
        .where("hash", "=", hashToken(tokens.access_token))
        .execute();
      await kysely
        .updateTable("refresh_tokens")
        .set({ hash: hashToken(older.refresh) })
        .where("hash", "=", hashToken(tokens.refresh_token))
        .execute();
    });
    const call = { appid: "demo_app", access_token: older.access, openid: tokens.openid };
    const refresh = () => platform.call("/api/oauth2/refresh_token", refreshParameters(older.refresh));
    expect(await platform.call("/api/oauth2/user", call)).toMatchObject({ code: "OK" });
    expect(await refresh()).toMatchObject({ code: "OK" });
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("grants").set({ revoked_at: 1 }).where("openid", "=", tokens.openid).execute(),
    );
    expect(await platform.call("/api/oauth2/user", call)).toMatchObject({ error: { type: "invalid_token" } });
    expect(await refresh()).toMatchObject({ error: { type: "invalid_grant" } });
  });
});

describe("the time that a token begins with", () => {
  test.each(["00000000", "zzzzzzzz", "\0".repeat(8), "\u00e9".repeat(8), "        ", "' or 1=1"])(
    "can only be the one that it was made with: not %j",
    async (time) => {
      const { platform, tokens, userCall } = await startWithEverything();
      const moved = (token: string) => `${token.slice(0, 5)}${time}${token.slice(13)}`;
      const calls = [
        [
          "/api/oauth2/user",
          { ...userCall, openid: tokens.openid, access_token: moved(tokens.access_token) },
        ],
        ["/api/oauth2/refresh_token", refreshParameters(moved(tokens.refresh_token))],
      ] as const;
      for (const [at, [path, parameters]] of calls.entries())
        await expectRefusedSafely(platform.fetch(pathWithQuery(path, parameters)), {
          as: at === 0 ? "invalid_token" : "invalid_grant",
          stillWorks: () => platform.call("/api/oauth2/user", { ...userCall, openid: tokens.openid }),
        });
    },
  );
});

describe("an access token", () => {
  test.each(dataPaths)("is refused at %s with any appid but its own, in either mode", async (path) => {
    const { platform, tokens, userCall, teamCall } = await startWithEverything();
    const stillWorks = () => platform.call("/api/oauth2/user", { ...userCall, openid: tokens.openid });
    const strangers = [
      "other_app",
      "birch_team",
      "acme_team",
      "demo_app",
      "DEMO_APP",
      "nobody",
      "demo_app ",
      "%",
    ];
    for (const call of [userCall, teamCall]) {
      for (const appid of strangers.filter((stranger) => stranger !== call.appid)) {
        const reply = platform.fetch(pathWithQuery(path, { ...call, openid: tokens.openid, appid }));
        await expectRefusedSafely(reply, { as: "invalid_token", stillWorks });
      }
    }
  });

  it("of one application of a person is refused to another application of the same person", async () => {
    const { platform, tokens, userCall } = await startWithEverything();
    const otherCode = await allowedCode(platform, { link: otherLink });
    const { data: other } = await platform.call<UserTokens>(
      "/api/oauth2/access_token",
      otherExchange(otherCode),
    );
    const stillWorks = () => platform.call("/api/oauth2/user", { ...userCall, openid: tokens.openid });
    const swapped = [
      { appid: "other_app", access_token: tokens.access_token, openid: tokens.openid },
      { appid: "other_app", access_token: tokens.access_token, openid: other.openid },
      { appid: "demo_app", access_token: other.access_token, openid: other.openid },
    ];
    for (const parameters of swapped) {
      await expectRefusedSafely(platform.fetch(pathWithQuery("/api/oauth2/user", parameters)), {
        as: "invalid_token",
        stillWorks,
      });
    }
    const othersOpenid = platform.fetch(
      pathWithQuery("/api/oauth2/user", { ...userCall, openid: other.openid }),
    );
    await expectRefusedSafely(othersOpenid, { as: "claim_error", stillWorks });
  });

  it("is refused in its stored form, so that a stolen database opens nothing", async () => {
    const { platform, tokens, userCall, teamCall } = await startWithEverything();
    const { kysely } = platform.database.reader;
    const user = await kysely.selectFrom("user_access_tokens").select("hash").executeTakeFirstOrThrow();
    const refresh = await kysely.selectFrom("refresh_tokens").select("hash").executeTakeFirstOrThrow();
    const team = await kysely.selectFrom("team_access_tokens").select("hash").executeTakeFirstOrThrow();
    const stillWorks = () => platform.call("/api/oauth2/user", { ...userCall, openid: tokens.openid });
    for (const [call, hash] of [
      [userCall, user.hash],
      [teamCall, team.hash],
      [userCall, `sopu_${user.hash}`],
    ] as const) {
      const reply = platform.fetch(
        pathWithQuery("/api/surveys", { ...call, access_token: hash, openid: tokens.openid }),
      );
      await expectRefusedSafely(reply, { as: "invalid_token", stillWorks });
    }
    const reply = platform.fetch(pathWithQuery("/api/oauth2/refresh_token", refreshParameters(refresh.hash)));
    await expectRefusedSafely(reply, { as: "invalid_grant", stillWorks });
  });

  it("is refused, without the database being asked, when it does not even look like one", async () => {
    const { platform, tokens, userCall } = await startWithEverything();
    const stillWorks = () => platform.call("/api/oauth2/user", { ...userCall, openid: tokens.openid });
    const garbage = [
      "x",
      "sopu_",
      `sopu_${"x".repeat(31)}`,
      `sopu_${"x".repeat(33)}`,
      "null",
      "undefined",
      "' or 1=1 --",
      "[object Object]",
      "\0".repeat(37),
    ];
    for (const access_token of garbage) {
      const reply = platform.fetch(
        pathWithQuery("/api/surveys", { ...userCall, access_token, openid: tokens.openid }),
      );
      await expectRefusedSafely(reply, { as: "invalid_token", stillWorks });
    }
    expect(await stillWorks()).toMatchObject({ code: "OK" });
  });
});
