import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { waitingForLocks } from "../support/waiting-for-locks.ts";
import { describe, expect, it } from "vitest";
import { sampleText, type Token } from "../support/api-calls.ts";
import { declareDemoApp } from "../support/declare.ts";
import { obtainTeamToken } from "../support/flows.ts";
import { startListeningPlatform } from "../support/listening-platform.ts";
import { allowedTokens } from "../support/quick-consent.ts";
import { pathWithQuery, sendRaw } from "../support/raw-http.ts";
import { bodyOf, startSampleWrites } from "../support/sample-write.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const headers = { "Content-Type": "application/json" };
const day = 24 * 3_600_000;

async function start(onWrite?: () => void | Promise<void>) {
  const platform = await startTestPlatform();
  await declareDemoApp(platform, { may_write: true });
  const writes = await startSampleWrites(platform, onWrite);
  return { platform, ...writes, before: await writes.stored() };
}

/** How many surveys a team has. */
async function surveysOf(platform: TestPlatform, token: Token): Promise<number> {
  return (await platform.call<{ readonly total: number }>("/api/surveys", { ...token })).data.total;
}

describe("a call that changes something", () => {
  it("checks the token before anything else: a bad one is invalid_token whatever else is wrong", async () => {
    const { send, token, surveyId, stored, before } = await start();
    const bad = { ...token, access_token: `${token.access_token.slice(0, -1)}!` };
    for (const [path, body, type] of [
      [surveyId, "{}", "application/json"],
      ["nonsense", "[", "application/json"],
      [surveyId, "a".repeat(2_000_000), "application/json"],
      [surveyId, "<x>", "application/xml"],
    ] as const) {
      const address = pathWithQuery(`/api/samples/${path}`, bad);
      const response = await send(address, {
        headers: { "Content-Type": type, "Idempotency-Key": "\u00ff" },
        body,
      });
      expect((await bodyOf(response)).error.type).toBe("invalid_token");
    }
    expect(await stored()).toEqual(before);
  });

  it("does not wait for the body of a caller without a valid token", async () => {
    const { send, surveyId } = await start();
    const address = pathWithQuery(`/api/samples/${surveyId}`, { appid: "acme_team", access_token: "x" });
    // A stream needs this to be sent; the type has no such member.
    const init = { headers, body: new ReadableStream(), duplex: "half" } as RequestInit;
    expect((await bodyOf(await send(address, init))).error.type).toBe("invalid_token");
  });

  it("needs a token for writing: one for reading changes nothing", async () => {
    const platform = await startTestPlatform();
    const { send } = await startSampleWrites(platform);
    const { access_token, openid } = await allowedTokens(platform);
    const token = { appid: "demo_app", access_token };
    const list = await platform.call<{ list: readonly { id: number }[] }>("/api/surveys", {
      ...token,
      openid,
    });
    const path = pathWithQuery(`/api/samples/${list.data.list[0]?.id}`, token);
    const response = await send(path, { headers, body: '{"title":"t"}' });
    expect((await bodyOf(response)).error.type).toBe("permission_denied");
    expect(JSON.stringify(await platform.call("/api/surveys", { ...token, openid }))).not.toContain(
      '"title":"t"',
    );
  });

  it("says which methods a path takes, and has no effect with any other", async () => {
    const { send, path, stored, before } = await start();
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "OPTIONS"]) {
      const response = await send(path, { method });
      expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "POST, DELETE"]);
    }
    expect(await stored()).toEqual(before);
    const deleted = await send(path, { method: "DELETE", headers, body: '{"title":"by DELETE"}' });
    expect(await bodyOf(deleted)).toMatchObject({ code: "OK", data: { title: "by DELETE" } });
  });

  it("leaves nothing behind when it is refused after a change", async () => {
    const { post, stored, before } = await start();
    const refused = await post({ title: "half done", count: -1 }, { "Idempotency-Key": "k" });
    expect(refused.error.type).toBe("claim_error");
    expect(await stored()).toEqual(before);
    // The key is free again.
    expect((await post({ title: "whole" }, { "Idempotency-Key": "k" })).code).toBe("OK");
  });

  it("changes nothing when the token is replaced while its body is on the way", async () => {
    const { platform, send, path, stored, before } = await start();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const init = { headers, body: readable, duplex: "half" } as RequestInit;
    const response = send(path, init);
    await writer.write(new TextEncoder().encode('{"title":'));
    await new Promise(setImmediate);
    await obtainTeamToken(platform);
    await writer.write(new TextEncoder().encode('"late"}'));
    await writer.close();
    expect((await bodyOf(await response)).error.type).toBe("invalid_token");
    expect(await stored()).toEqual(before);
  });

  it("is over before a revocation that waits for it, or refused after it", async () => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const { platform, post, stored } = await start(async () => {
      begun.resolve();
      await goOn.promise;
    });
    const written = post({ title: "in time" });
    await begun.promise;
    let isReplaced = false;
    const replaced = obtainTeamToken(platform).then(() => (isReplaced = true));
    await expect.poll(() => isReplaced || isHeldUp(platform)).toBe(true);
    expect(isReplaced).toBe(false);
    goOn.resolve();
    expect((await written).code).toBe("OK");
    await replaced;
    expect((await stored()).title).toBe("in time");
    expect((await post({ title: "too late" })).error.type).toBe("invalid_token");
  });
});

/** Whether another transaction waits; on SQLite it waits before it begins, and some turns are enough. */
async function isHeldUp(platform: TestPlatform): Promise<boolean> {
  if (isOnPostgres()) return (await waitingForLocks(platform)) > 0;
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  return true;
}

describe("a call with an idempotency key", () => {
  it("that is sent again gets the same data, and changes nothing", async () => {
    const { post, stored } = await start();
    const first = await post({ title: "once" }, { "Idempotency-Key": "key 1" });
    const again = await post({ title: "once", unknown: 1 }, { "Idempotency-Key": "key 1" });
    expect(again).toEqual({ ...first, request_id: again.request_id });
    expect((await stored()).writes).toBe(1);
    await post({ title: "once" }, { "Idempotency-Key": "key 2" });
    await post({ title: "once" });
    expect((await stored()).writes).toBe(3);
  });

  it("that is sent twenty times at once is made once", async () => {
    const { post, stored } = await start();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => post({ title: "once" }, { "Idempotency-Key": "k" })),
    );
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(["OK"]));
    expect((await stored()).writes).toBe(1);
  });

  it("is refused when the key came with another body before", async () => {
    const { post, stored, path, send } = await start();
    await post({ title: "one" }, { "Idempotency-Key": "k" });
    const response = await send(path, {
      headers: { ...headers, "Idempotency-Key": "k" },
      body: '{"title":"two"}',
    });
    expect((await bodyOf(response)).error.type).toBe("invalid_argument");
    expect(response.headers.get("x-error-parameter")).toBe("Idempotency-Key");
    expect(await stored()).toEqual({ title: "one", writes: 1 });
  });

  it.each(["", "a".repeat(256), "a\tb", "\u00fc"])("is refused when the key is %j", async (key) => {
    const { send, path, stored, before } = await start();
    const response = await send(path, {
      headers: { ...headers, "Idempotency-Key": key },
      body: '{"title":"t"}',
    });
    expect((await bodyOf(response)).error.type).toBe("invalid_argument");
    expect(response.headers.get("x-error-parameter")).toBe("Idempotency-Key");
    expect(await stored()).toEqual(before);
  });

  it("is refused when it has two keys, also the same one twice", async () => {
    const platform = await startListeningPlatform();
    const token = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
    const address = pathWithQuery("/api/surveys", token);
    const body = JSON.stringify({ text: sampleText });
    const before = await surveysOf(platform, token);
    for (const keys of [
      ["one", "two"],
      ["same", "same"],
      ["first", ""],
    ]) {
      const lines = keys.map((key) => `Idempotency-Key: ${key}\r\n`).join("");
      const head = `POST ${address} HTTP/1.1\r\nHost: platform.example\r\nContent-Type: application/json\r\n`;
      const { replies } = await sendRaw(
        platform.url,
        `${head}${lines}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(replies.map((reply) => reply.headers.get("x-error-parameter"))).toEqual(["Idempotency-Key"]);
    }
    expect(await surveysOf(platform, token)).toBe(before);
  });

  it("is made again a day later", async () => {
    const { platform, post, stored, send, surveyId } = await start();
    await post({ title: "once" }, { "Idempotency-Key": "k" });
    platform.clock.now += day;
    const token = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
    const response = await send(pathWithQuery(`/api/samples/${surveyId}`, token), {
      headers: { ...headers, "Idempotency-Key": "k" },
      body: '{"title":"once"}',
    });
    expect((await bodyOf(response)).code).toBe("OK");
    expect((await stored()).writes).toBe(2);
    platform.clock.now += day + 1;
    while ((await platform.store.sweepExpired()) > 0);
    expect(await platform.database.reader.kysely.selectFrom("kept_responses").selectAll().execute()).toEqual(
      [],
    );
  });

  it("gets no response of another caller, another path or another method", async () => {
    const { platform, send, post, path, surveyId, stored } = await start();
    const key = { ...headers, "Idempotency-Key": "k" };
    await post({ title: "of acme" }, { "Idempotency-Key": "k" });
    const body = '{"title":"of acme"}';
    const outcomes: string[] = [];
    const birch = { appid: "birch_team", access_token: await obtainTeamToken(platform, "birch") };
    const ada = await allowedTokens(platform);
    for (const token of [birch, { appid: "demo_app", access_token: ada.access_token }]) {
      const response = await send(pathWithQuery(`/api/samples/${surveyId}`, token), { headers: key, body });
      outcomes.push((await bodyOf(response)).error.type);
    }
    const otherPath = path.replace(String(surveyId), "999999");
    outcomes.push((await bodyOf(await send(otherPath, { headers: key, body }))).error.type);
    expect(outcomes).toEqual(["not_found", "not_found", "not_found"]);
    await send(path, { method: "DELETE", headers: key, body });
    expect((await stored()).writes).toBe(2);
  });

  it("gets no response of another user of the same application", async () => {
    const { platform, send } = await start();
    const [ada, bob] = [await allowedTokens(platform), await allowedTokens(platform, { username: "bob" })];
    const tokenOf = ({ access_token }: typeof ada) => ({ appid: "demo_app", access_token });
    const list = await platform.call<{ list: readonly { id: number }[] }>("/api/surveys", {
      ...tokenOf(ada),
      openid: ada.openid,
    });
    const path = `/api/samples/${list.data.list[0]?.id}`;
    const init = { headers: { ...headers, "Idempotency-Key": "k" }, body: '{"title":"of Ada"}' };
    expect((await bodyOf(await send(pathWithQuery(path, tokenOf(ada)), init))).code).toBe("OK");
    expect((await bodyOf(await send(pathWithQuery(path, tokenOf(bob)), init))).error.type).toBe("not_found");
  });

  it("is not given a secret again, and the database keeps none", async () => {
    const { platform, post } = await start();
    const first = await post({ title: "secret" }, { "Idempotency-Key": "k" });
    const again = await post({ title: "secret" }, { "Idempotency-Key": "k" });
    expect([first.data["title"], again.data["title"]]).toEqual(["secret", ""]);
    const kept = await platform.database.reader.kysely.selectFrom("kept_responses").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain("secret");
  });
});
