import { describe, expect, test } from "vitest";
import { authorizeUrl } from "../src/authorize-url.ts";

const platform = { baseUrl: "https://platform.example" };
const request = { appid: "my_app", redirectUri: "https://me.example/callback?a=b c", state: "k3J9" };

describe("an authorization link", () => {
  test("carries exactly the parameters of the interface and ends with its fragment", () => {
    const link = new URL(authorizeUrl(platform, request));
    expect(`${link.origin}${link.pathname}`).toBe("https://platform.example/connect/oauth2/authorize");
    expect([...link.searchParams]).toEqual([
      ["appid", "my_app"],
      ["redirect_uri", "https://me.example/callback?a=b c"],
      ["response_type", "code"],
      ["scope", "snsapi_user"],
      ["state", "k3J9"],
    ]);
    expect(authorizeUrl(platform, request)).toMatch(/#wj_redirect$/);
    expect(link.search).not.toContain("+");
  });

  test("goes to the authorization page's own address when it has one", () => {
    const link = authorizeUrl({ ...platform, authUrl: "https://sign-in.example/pages/" }, request);
    expect(link).toMatch(/^https:\/\/sign-in\.example\/pages\/connect\/oauth2\/authorize\?/);
  });

  test("carries a PKCE challenge when there is one", () => {
    const link = new URL(authorizeUrl(platform, { ...request, codeChallenge: "x".repeat(43) }));
    expect(link.searchParams.get("code_challenge")).toBe("x".repeat(43));
    expect(link.searchParams.get("code_challenge_method")).toBe("S256");
  });

  test.each(["", "a".repeat(129), "with-dash", "with space", "ä", "a\n"])(
    "is not made with the state %j, which the platform would refuse",
    (state) => {
      const expected = { type: "invalid_argument", parameter: "state" };
      expect(() => authorizeUrl(platform, { ...request, state })).toThrow(expect.objectContaining(expected));
    },
  );

  test.each(["/callback", "javascript:alert(1)", "https://me.example/#x", "https://", ""])(
    "is not made with the redirect address %j, which no platform registers",
    (redirectUri) => {
      const expected = { type: "invalid_argument", parameter: "redirect_uri" };
      expect(() => authorizeUrl(platform, { ...request, redirectUri })).toThrow(
        expect.objectContaining(expected),
      );
    },
  );
});
