import { describe, expect, it } from "vitest";
import { exchangeParameters, obtainCode, obtainUserTokens } from "../../support/flows.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

describe("web authorization", () => {
  it("leads from the link over consent and exchange to the person's surveys", async () => {
    const platform = await startTestPlatform();
    const code = await obtainCode(platform);
    const { data, error } = await platform.call<{ access_token: string; openid: string; expires_in: number }>(
      "/api/oauth2/access_token",
      exchangeParameters(code),
    );
    expect(error.type).toBe("");
    expect(data.expires_in).toBe(259_200);
    const { access_token, openid } = data;
    const surveys = await platform.call<{ total: number }>("/api/surveys", {
      appid: "demo_app",
      access_token,
      openid,
    });
    expect(surveys).toMatchObject({ code: "OK", data: { total: 2 } });
    const user = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
    expect(user.data).toEqual({ openid, nickname: "Ada", avatar: "https://pictures.example/ada.png" });
  });

  it("gives the same openid again when the person authorizes again", async () => {
    const platform = await startTestPlatform();
    const first = await obtainUserTokens(platform);
    const second = await obtainUserTokens(platform);
    expect(second.openid).toBe(first.openid);
    expect(second.access_token).not.toBe(first.access_token);
  });
});
