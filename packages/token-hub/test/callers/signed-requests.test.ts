import { describe, expect, test } from "vitest";
import { createCallerDirectory } from "../../src/callers/caller-directory.ts";
import { UsedSignatures } from "../../src/callers/used-signatures.ts";
import { HubError } from "../../src/errors.ts";
import { authorizationOf, none, openDirectory, requestWith, thrownBy } from "./caller-stage.ts";

const report = { method: "POST", target: "/v1/apps/team_a/token/report?x=1", body: '{"version":7}' };
const reportBody = Buffer.from(report.body);

async function open() {
  const stage = await openDirectory();
  const caller = await stage.add();
  const sign = async (sent = {}) =>
    await authorizationOf(caller, { time: stage.clock.now, ...report, ...sent });
  /** How a request is taken: by whom it is, or by the type of the refusal. */
  const take = (header: string | undefined, changes: Partial<typeof report> = {}, body = reportBody) => {
    try {
      return stage.desk.authenticate(requestWith(header, { ...report, ...changes }), body).id;
    } catch (error) {
      return error instanceof HubError ? error.type : error;
    }
  };
  return { ...stage, caller, sign, take };
}

describe("a signed request", () => {
  test("is taken when it comes from whom it says, as the SDK signs it", async () => {
    const { caller, sign, take } = await open();
    expect(take(await sign())).toBe(caller.id);
  });

  test("is taken once, however often it is sent", async () => {
    const { caller, sign, take, clock } = await open();
    const header = await sign();
    expect(take(header)).toBe(caller.id);
    for (let second = 0; second <= 125; second += 1) {
      expect(take(header)).toBe("invalid_caller");
      clock.now += 1;
    }
    expect(take(await sign())).toBe(caller.id);
  });

  test("from the future is not taken a second time when its time has come", async () => {
    const { caller, sign, take, clock } = await open();
    const header = await sign({ time: clock.now + 60 });
    expect(take(header)).toBe(caller.id);
    for (let second = 0; second <= 130; second += 1) {
      expect(take(header)).toBe("invalid_caller");
      clock.now += 1;
    }
  });

  test.each([
    ["60 seconds old", -60, true],
    ["60 seconds ahead", 60, true],
    ["61 seconds old", -61, false],
    ["61 seconds ahead", 61, false],
    ["an hour old", -3_600, false],
  ])("that is %s: taken is %s", async (_, seconds, isTaken) => {
    const { caller, sign, take, clock } = await open();
    expect(take(await sign({ time: clock.now + seconds }))).toBe(isTaken ? caller.id : "invalid_caller");
  });

  test.each([
    ["another path", { target: "/v1/apps/team_b/token/report?x=1" }],
    ["another query", { target: "/v1/apps/team_a/token/report?x=2" }],
    ["no query", { target: "/v1/apps/team_a/token/report" }],
    ["another method", { method: "DELETE" }],
    ["a path in another case", { target: "/V1/apps/team_a/token/report?x=1" }],
    ["a path with more slashes", { target: "//v1/apps/team_a/token/report?x=1" }],
  ])("is refused with %s, and not used up by that", async (_, changes) => {
    const { caller, sign, take } = await open();
    const header = await sign();
    expect(take(header, changes)).toBe("invalid_caller");
    expect(take(header)).toBe(caller.id);
  });

  test.each([
    ["another body", '{"version":8}'],
    ["a longer body", '{"version":7} '],
    ["no body", ""],
  ])("is refused with %s", async (_, body) => {
    const { sign, take } = await open();
    expect(take(await sign(), {}, Buffer.from(body))).toBe("invalid_caller");
  });

  test("is refused when a part of the header is not what was signed", async () => {
    const { caller, add, sign, take, clock } = await open();
    const other = await add();
    const header = await sign();
    const changed = [
      header.replace(/nonce=./, (start) => `nonce=${start.endsWith("A") ? "B" : "A"}`),
      header.replace(`time=${clock.now}`, `time=${clock.now + 1}`),
      header.replace(caller.id, other.id),
      header.replace(/signature=./, (start) => `signature=${start.endsWith("A") ? "B" : "A"}`),
    ];
    for (const one of changed) {
      expect(one).not.toBe(header);
      expect(take(one)).toBe("invalid_caller");
    }
    expect(take(header)).toBe(caller.id);
  });

  test("is refused when the signature is the same bytes in another spelling", async () => {
    const { caller, sign, take } = await open();
    const header = await sign();
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(header.at(-1) ?? "");
    const respelt = [1, 2, 3].map((bits) => header.slice(0, -1) + (alphabet[last + bits] ?? ""));
    for (const one of [`${header}=`, ...respelt]) expect(take(one)).toBe("invalid_caller");
    expect(take(header)).toBe(caller.id);
  });

  test("is refused from near misses of the secret", async () => {
    const { caller, take, clock } = await open();
    const misses = [
      caller.secret.slice(0, -1),
      `${caller.secret}x`,
      caller.secret.toUpperCase(),
      caller.secret.replace("hubs_", ""),
      ` ${caller.secret}`,
      `hubs_${"A".repeat(32)}`,
    ];
    for (const secret of misses) {
      const padded = secret.padEnd(32, "=");
      const header = await authorizationOf({ ...caller, secret: padded }, { time: clock.now, ...report });
      expect(take(header)).toBe("invalid_caller");
    }
  });

  test.each([
    ["no header", () => undefined],
    ["an empty header", () => ""],
    ["another scheme", (header: string) => header.replace("SHA256", "SHA1")],
    ["a scheme in another case", (header: string) => header.replace("SOP-HMAC", "sop-hmac")],
    ["a part twice", (header: string) => `${header}, nonce=${"A".repeat(24)}`],
    ["two headers in one", (header: string) => `${header}, ${header}`],
    ["parts in another order", (header: string) => header.replace(/(caller=\S+), (time=\d+)/, "$2, $1")],
    ["a short nonce", (header: string) => header.replace(/nonce=[^,]+/, "nonce=abc")],
    ["a very long nonce", (header: string) => header.replace(/nonce=[^,]+/, `nonce=${"A".repeat(10_000)}`)],
    ["a time with a sign", (header: string) => header.replace("time=", "time=+")],
    ["a time that is no time", (header: string) => header.replace(/time=\d+/, "time=99999999999")],
    ["a caller of another form", (header: string) => header.replace("hubc_", "__proto__")],
    ["a Basic header", () => "Basic aHViY186aHVic18="],
  ])("is refused with %s", async (_, change) => {
    const { sign, take } = await open();
    expect(take(change(await sign()))).toBe("invalid_caller");
  });

  test("from before the hub started is refused, for nothing is remembered of what was taken then", async () => {
    const { caller, parts, clock } = await open();
    const header = await authorizationOf(caller, { time: clock.now, ...report });
    clock.now += 2;
    const restarted = createCallerDirectory(parts);
    await restarted.refresh();
    const take = (authorization: string) =>
      restarted.desk.authenticate(requestWith(authorization, report), reportBody).id;
    expect(thrownBy(() => take(header))).toMatchObject({ type: "invalid_caller" });
    expect(take(await authorizationOf(caller, { time: clock.now, ...report }))).toBe(caller.id);
  });

  test("is refused with the time of the hub and the way to sign, and with one answer for every reason", async () => {
    const { desk, caller, clock } = await open();
    const stranger = { ...caller, id: "hubc_AAAAAAAAAAAA" };
    const headers = [
      undefined,
      await authorizationOf(stranger, { time: clock.now }),
      await authorizationOf(caller, { time: clock.now - 100 }),
      await authorizationOf({ ...caller, secret: "x".repeat(37) }, { time: clock.now }),
    ];
    for (const header of headers) {
      const error = thrownBy(() => desk.authenticate(requestWith(header), none));
      expect(error).toMatchObject({
        type: "invalid_caller",
        retryAfterSeconds: undefined,
        headers: {
          "WWW-Authenticate": "SOP-HMAC-SHA256, Bearer",
          Date: new Date(clock.now * 1000).toUTCString(),
        },
      });
    }
  });

  test("leaves nothing of the secret in the error that refuses it", async () => {
    const { desk, caller, clock } = await open();
    const header = await authorizationOf(caller, { time: clock.now - 100 });
    const error = thrownBy(() => desk.authenticate(requestWith(header), none));
    expect(JSON.stringify(error) + String(error)).not.toContain(caller.secret);
  });
});

describe("remembering signatures", () => {
  test("keeps none of them longer than it takes", () => {
    const used = new UsedSignatures(60);
    const signatures = Array.from({ length: 300 }, (_, index) => {
      const signature = Buffer.alloc(32);
      signature.writeUInt32BE(index + 1);
      return signature;
    });
    signatures.forEach((signature, second) => expect(used.take(signature, second, second)).toBe(true));
    expect(used.size).toBeLessThanOrEqual(60 + 2 * 15);
    expect(used.take(signatures[290] ?? Buffer.alloc(32), 290, 299)).toBe(false);
  });

  test("refuses everything rather than forgetting when there are too many", () => {
    const used = new UsedSignatures(60, { most: 2 });
    const take = (number: number) => used.take(Buffer.alloc(32, number), 0, 0);
    expect([take(1), take(2), take(3), take(1)]).toEqual([true, true, false, false]);
  });
});
