import { createSealer } from "@survey-open-platform/service";
import { createLocalJWKSet, jwtVerify } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { signIdToken } from "../../../src/grants/openid/id-token.ts";
import {
  makeSigningKey,
  SealedSigningKeyError,
  SigningKeys,
} from "../../../src/grants/openid/signing-keys.ts";
import {
  findSigningKey,
  listSigningKeys,
  revokeSigningKey,
  rotateSigningKey,
} from "../../../src/store/tokens/signing-key-table.ts";
import { readSteps } from "../../support/read-steps.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const dayMilliseconds = 86_400_000;
const actor = { userId: null, username: "test", address: "" };
const sealer = createSealer([new Uint8Array(32).fill(7)]);

let platform: TestPlatform;
let keys: SigningKeys;

beforeEach(async () => {
  platform = await startTestPlatform();
  keys = new SigningKeys(platform.store, undefined);
});

const pass = (days: number) => (platform.clock.now += days * dayMilliseconds);
const published = () => listSigningKeys(platform.store.reader);
const inUse = () => readSteps(platform.store, findSigningKey());

describe("signing keys", () => {
  it("are one when many nodes ask for the first one at once, and it signs at once", async () => {
    const nodes = platform.stores
      .flatMap((store) => [store, store])
      .map((store) => new SigningKeys(store, undefined));
    await Promise.all(nodes.map((node) => node.keepFresh()));
    expect(await published()).toMatchObject([{ signs: true }]);
    expect((await inUse())?.kid).toBe((await published())[0]?.kid);
  });

  it("change every 90 days: the next one is published a day before, the old one for two days after", async () => {
    await keys.keepFresh();
    const [first] = await published();
    pass(88);
    await keys.keepFresh();
    expect(await published()).toHaveLength(1);
    pass(1);
    await keys.keepFresh();
    expect(await published()).toMatchObject([{ kid: first?.kid, signs: true }, { signs: false }]);
    pass(1);
    await keys.keepFresh();
    expect(await published()).toMatchObject([{ kid: first?.kid, signs: false }, { signs: true }]);
    pass(2);
    await keys.keepFresh();
    expect(await published()).toMatchObject([{ signs: true }]);
    expect((await published())[0]?.kid).not.toBe(first?.kid);
  });

  it("leave no time without one, however long the platform was off", async () => {
    await keys.keepFresh();
    pass(91);
    await keys.keepFresh();
    expect((await published()).filter(({ signs }) => signs)).toHaveLength(1);
    pass(400);
    expect(await inUse()).toBe(undefined);
    await keys.keepFresh();
    expect(await published()).toMatchObject([{ signs: true }]);
  });

  it("are published without their private half", async () => {
    await keys.keepFresh();
    const [key] = (await keys.published()).keys;
    expect(Object.keys(key ?? {}).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  });

  it("sign from now on once rotated, and not any more once revoked", async () => {
    await keys.keepFresh();
    const old = await inUse();
    const next = await makeSigningKey(undefined);
    await platform.store.write(rotateSigningKey, next, actor);
    expect((await inUse())?.kid).toBe(next.kid);
    expect((await published()).map(({ kid }) => kid)).toEqual([old?.kid, next.kid]);
    const replacement = await makeSigningKey(undefined);
    expect(await platform.store.write(revokeSigningKey, { kid: next.kid, replacement }, actor)).toBe(true);
    expect((await inUse())?.kid).toBe(replacement.kid);
    expect((await published()).map(({ kid }) => kid)).toEqual([old?.kid, replacement.kid]);
    expect(await platform.store.write(revokeSigningKey, { kid: next.kid, replacement }, actor)).toBe(false);
  });

  it("are not readable in the database when a key file is set, and say so when it is missing", async () => {
    const sealing = new SigningKeys(platform.store, sealer);
    await sealing.keepFresh();
    const key = await inUse();
    if (key === undefined) throw new Error("no key signs");
    expect(key.privateKey).not.toContain("kty");
    await expect(sealing.open(key)).resolves.toBeDefined();
    await expect(keys.open(key)).rejects.toThrow(SealedSigningKeyError);
    const other = new SigningKeys(platform.store, createSealer([new Uint8Array(32).fill(8)]));
    await expect(other.open(key)).rejects.toThrow(SealedSigningKeyError);
  });
});

describe("an ID token", () => {
  it("is signed with the published key, and says who signed in when, and for whom", async () => {
    await keys.keepFresh();
    const key = await inUse();
    if (key === undefined) throw new Error("no key signs");
    const token = await signIdToken(
      {
        issuer: "https://survey.example",
        clientId: "held",
        openid: "o123",
        authTime: key.now - 5000,
        nonce: "n-0S6_WzA2Mj",
        accessToken: "sopb_x",
        issuedAt: key.now,
      },
      key.kid,
      await keys.open(key),
    );
    const known = createLocalJWKSet({ keys: [...(await keys.published()).keys] });
    const { payload, protectedHeader } = await jwtVerify(token, known, {
      issuer: "https://survey.example",
      audience: "held",
      currentDate: new Date(platform.clock.now),
    });
    const seconds = Math.floor(key.now / 1000);
    expect(protectedHeader).toEqual({ alg: "RS256", kid: key.kid, typ: "JWT" });
    expect(payload).toMatchObject({
      sub: "o123",
      iat: seconds,
      exp: seconds + 600,
      auth_time: seconds - 5,
      nonce: "n-0S6_WzA2Mj",
    });
    expect(payload["at_hash"]).toMatch(/^[\w-]{22}$/);
    await expect(
      jwtVerify(token, known, { currentDate: new Date(platform.clock.now + 601_000) }),
    ).rejects.toThrow("exp");
  });
});
