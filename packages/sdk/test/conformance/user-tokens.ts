import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Caller } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

/** Codes, user access tokens and refresh tokens. */
export function testUserTokens(given: () => Caller): void {
  describe("a code", () => {
    test("gives an access token of three days, a refresh token and an openid, all safe in an address", async () => {
      const caller = given();
      const { data } = await caller.exchange(await caller.subject.obtainCode("ada"));
      expect(Object.keys(data)).toEqual(["access_token", "refresh_token", "expires_in", "openid"]);
      expect(data.expires_in).toBe(259_200);
      for (const value of [data.access_token, data.refresh_token, data.openid])
        expect(value).toMatch(/^[A-Za-z0-9_-]{20,128}$/);
    });

    test("works once; sent again at once it is refused, and what it gave goes on working", async () => {
      const caller = given();
      const code = await caller.subject.obtainCode("ada");
      const { data } = await caller.exchange(code);
      expectRefusal(caller, await caller.exchange(code), "invalid_grant");
      expect((await caller.call("/api/oauth2/user", caller.proofOf(data))).code).toBe("OK");
    });

    test("works for one of many at the same moment", async () => {
      const caller = given();
      const code = await caller.subject.obtainCode("ada");
      const answers = await Promise.all(Array.from({ length: 5 }, () => caller.exchange(code)));
      expect(answers.filter((answer) => answer.code === "OK")).toHaveLength(1);
    });

    test("is not used up by a wrong secret, another application, a team or half a request", async () => {
      const caller = given();
      const { otherWeb, team } = caller.subject;
      const code = await caller.subject.obtainCode("ada");
      expectRefusal(caller, await caller.exchange(code, { secret: "wrong" }), "invalid_client");
      expectRefusal(caller, await caller.exchange(code, { appid: "nobody" }), "invalid_client");
      expectRefusal(caller, await caller.exchange(code, { ...otherWeb }), "invalid_grant");
      expectRefusal(caller, await caller.exchange(code, { ...team }), "unauthorized_client");
      expectRefusal(caller, await caller.exchange(code, { secret: undefined }), "invalid_argument");
      expect((await caller.exchange(code)).code).toBe("OK");
    });

    test("is refused when it is none", async () => {
      for (const code of ["x", "sopc_", `sopc_${"A".repeat(32)}`])
        expectRefusal(given(), await given().exchange(code), "invalid_grant");
    });

    test("that was asked for with a PKCE challenge needs its verifier, and one without takes none", async () => {
      const caller = given();
      const verifier = "v".repeat(43);
      const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
      const code = await caller.subject.obtainCode("ada", { codeChallenge });
      expectRefusal(caller, await caller.exchange(code), "invalid_grant");
      expectRefusal(caller, await caller.exchange(code, { code_verifier: "w".repeat(43) }), "invalid_grant");
      expect((await caller.exchange(code, { code_verifier: verifier })).code).toBe("OK");
      const plain = await caller.subject.obtainCode("ada");
      expectRefusal(caller, await caller.exchange(plain, { code_verifier: verifier }), "invalid_grant");
      expect((await caller.exchange(plain)).code).toBe("OK");
    });
  });

  describe("a person", () => {
    test("has the same openid after every consent, and another one than everybody else", async () => {
      const [first, second, bob] = [
        await given().signIn(),
        await given().signIn(),
        await given().signIn("bob"),
      ];
      expect(second.openid).toBe(first.openid);
      expect(bob.openid).not.toBe(first.openid);
    });

    test("is returned as openid, nickname and avatar, to the token of that user", async () => {
      const caller = given();
      const tokens = await caller.signIn();
      const { data } = await caller.call("/api/oauth2/user", caller.proofOf(tokens));
      expect(Object.keys(data)).toEqual(["openid", "nickname", "avatar"]);
      expect(data).toMatchObject({ openid: tokens.openid, nickname: "Ada", avatar: expect.any(String) });
    });

    test("is not returned to any other token", async () => {
      const caller = given();
      const [ada, bob] = [await caller.signIn(), await caller.signIn("bob")];
      const proof = caller.proofOf(ada);
      const answer = (changes: object) => caller.call("/api/oauth2/user", { ...proof, ...changes });
      expectRefusal(caller, await answer({ openid: bob.openid }), "claim_error");
      expectRefusal(caller, await answer({ openid: "x" }), "claim_error");
      expectRefusal(caller, await answer({ appid: caller.subject.otherWeb.appid }), "invalid_token");
      expectRefusal(caller, await answer({ access_token: ada.refresh_token }), "invalid_token");
      expectRefusal(caller, await answer({ access_token: `${ada.access_token}x` }), "invalid_token");
      expectRefusal(caller, await answer(await caller.teamProof()), "claim_error");
    });
  });

  describe("a refresh token", () => {
    test("gives a further access token and nothing else, and the older one goes on working", async () => {
      const caller = given();
      const tokens = await caller.signIn();
      const { data } = await caller.refresh(tokens.refresh_token);
      expect(Object.keys(data)).toEqual(["access_token", "expires_in"]);
      expect(data.expires_in).toBe(259_200);
      expect(data.access_token).not.toBe(tokens.access_token);
      for (const access_token of [tokens.access_token, data.access_token]) {
        const answer = await caller.call("/api/oauth2/user", caller.proofOf({ ...tokens, access_token }));
        expect(answer.code).toBe("OK");
      }
    });

    test("keeps at most ten access tokens of a grant alive; the oldest goes first", async () => {
      const caller = given();
      const tokens = await caller.signIn("bob");
      const works = async (access_token: string) =>
        (await caller.call("/api/oauth2/user", caller.proofOf({ ...tokens, access_token }))).error.type;
      const issued = [tokens.access_token];
      for (let count = 0; count < 10; count += 1)
        issued.push((await caller.refresh(tokens.refresh_token)).data.access_token);
      expect(await Promise.all(issued.map(works))).toEqual(["invalid_token", ...Array(10).fill("")]);
    });

    test("needs no secret, and takes no wrong one", async () => {
      const caller = given();
      const { refresh_token } = await caller.signIn();
      const { secret } = caller.subject.web;
      expectRefusal(caller, await caller.refresh(refresh_token, { secret: "wrong" }), "invalid_client");
      expect((await caller.refresh(refresh_token, { secret })).code).toBe("OK");
    });

    test("works for its own application alone, and nothing else works in its place", async () => {
      const caller = given();
      const tokens = await caller.signIn();
      const { otherWeb, team } = caller.subject;
      const answer = (token: string, appid: string) => caller.refresh(token, { appid });
      expectRefusal(caller, await answer(tokens.refresh_token, otherWeb.appid), "invalid_grant");
      expectRefusal(caller, await answer(tokens.refresh_token, team.appid), "unauthorized_client");
      expectRefusal(caller, await answer(tokens.refresh_token, "nobody"), "invalid_client");
      expectRefusal(caller, await caller.refresh(tokens.access_token), "invalid_grant");
      expect((await caller.refresh(tokens.refresh_token)).code).toBe("OK");
    });
  });
}
