import { describe, expect, it } from "vitest";
import { declare } from "../../support/declare.ts";
import { obtainTeamToken } from "../../support/flows.ts";
import { allowedTokens } from "../../support/quick-consent.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const path = "/api/oauth2/user";

describe("the information on a person", () => {
  it("is the openid, the nickname and the avatar as they are now", async () => {
    const platform = await startTestPlatform();
    const { access_token, openid } = await allowedTokens(platform);
    const ask = () => platform.call(path, { appid: "demo_app", access_token, openid });
    expect((await ask()).data).toEqual({
      openid,
      nickname: "Ada",
      avatar: "https://pictures.example/ada.png",
    });
    await declare(platform, { users: [{ username: "ada", nickname: "Ada L.", avatar: "" }] });
    expect((await ask()).data).toEqual({ openid, nickname: "Ada L.", avatar: "" });
  });

  it("needs the openid that came with the token", async () => {
    const platform = await startTestPlatform();
    const { access_token, openid } = await allowedTokens(platform);
    const bob = await allowedTokens(platform, { username: "bob" });
    const ask = (given: string | undefined) =>
      platform.call(path, { appid: "demo_app", access_token, openid: given });
    expect(await ask(undefined)).toMatchObject({ error: { type: "invalid_argument" }, data: {} });
    expect(await ask("")).toMatchObject({ error: { type: "invalid_argument" }, data: {} });
    for (const wrong of [bob.openid, openid.toUpperCase(), `${openid} `, openid.slice(1), "x"]) {
      expect(await ask(wrong)).toMatchObject({ error: { type: "claim_error" }, data: {} });
    }
  });

  it("is not for a team's token", async () => {
    const platform = await startTestPlatform();
    const { openid } = await allowedTokens(platform);
    const access_token = await obtainTeamToken(platform);
    const refused = await platform.call(path, { appid: "acme_team", access_token, openid });
    expect(refused).toMatchObject({ code: "PermissionDenied", error: { type: "claim_error" }, data: {} });
  });
});
