import { describe, expect, test } from "vitest";
import { CallerDirectory } from "../../src/callers/caller-directory.ts";
import { UsedSignatures } from "../../src/callers/used-signatures.ts";
import { HubError } from "../../src/errors.ts";
import { authorizationOf, none, openDirectory, requestWith, thrownBy } from "./caller-stage.ts";

const report = { method: "POST", target: "/v1/apps/team_a/token/report?x=1", body: '{"version":7}' };
const reportBody = Buffer.from(report.body);
const read = { method: "GET", target: "/v1/apps/team_a/token", body: "" };
/** What a process remembers by itself, and what the store remembers for all. */
const kinds = [
  ["a read", read, none],
  ["a write", report, reportBody],
] as const;

async function open() {
  const stage = await openDirectory();
  const caller = await stage.add();
  const sign = async (sent = {}) =>
    await authorizationOf(caller, { time: stage.clock.now, ...report, ...sent });
  /** How a request is taken: by whom it is, or by the type of the refusal. */
  const take = async (
    header: string | undefined,
    changes: Partial<typeof report> = {},
    body: Uint8Array = reportBody,
    authenticator = stage.authenticator,
  ) => {
    try {
      return (await authenticator.authenticate(requestWith(header, { ...report, ...changes }), body)).id;
    } catch (error) {
      return error instanceof HubError ? error.type : error;
    }
  };
  return { ...stage, caller, sign, take };
}

describe("a signed request", () => {
  test("is taken when it comes from whom it says, as the SDK signs it", async () => {
    const { caller, sign, take } = await open();
    expect(await take(await sign())).toBe(caller.id);
  });

  test.each(kinds)("for %s is taken once, however often it is sent", async (_, sent, body) => {
    const { caller, sign, take, clock } = await open();
    const header = await sign(sent);
    expect(await take(header, sent, body)).toBe(caller.id);
    for (let second = 0; second <= 125; second += 1) {
      expect(await take(header, sent, body)).toBe("invalid_caller");
      clock.now += 1;
    }
    expect(await take(await sign())).toBe(caller.id);
  });

  test.each(kinds)(
    "for %s in the future is taken once, also when its time has come",
    async (_, sent, body) => {
      const { caller, sign, take, clock } = await open();
      const header = await sign({ ...sent, time: clock.now + 5 });
      expect(await take(header, sent, body)).toBe(caller.id);
      for (let second = 0; second <= 75; second += 1) {
        expect(await take(header, sent, body)).toBe("invalid_caller");
        clock.now += 1;
      }
    },
  );

  test.each([
    ["60 seconds old", -60, true],
    ["5 seconds ahead", 5, true],
    ["61 seconds old", -61, false],
    ["6 seconds ahead", 6, false],
    ["an hour old", -3_600, false],
  ])("that is %s: taken is %s", async (_, seconds, isTaken) => {
    const { caller, sign, take, clock } = await open();
    expect(await take(await sign({ time: clock.now + seconds }))).toBe(
      isTaken ? caller.id : "invalid_caller",
    );
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
    expect(await take(header, changes)).toBe("invalid_caller");
    expect(await take(header)).toBe(caller.id);
  });

  test.each([
    ["another body", '{"version":8}'],
    ["a longer body", '{"version":7} '],
    ["no body", ""],
  ])("is refused with %s", async (_, body) => {
    const { sign, take } = await open();
    expect(await take(await sign(), {}, Buffer.from(body))).toBe("invalid_caller");
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
      expect(await take(one)).toBe("invalid_caller");
    }
    expect(await take(header)).toBe(caller.id);
  });

  test("is refused when the signature is the same bytes in another spelling", async () => {
    const { caller, sign, take } = await open();
    const header = await sign();
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(header.at(-1) ?? "");
    const respelt = [1, 2, 3].map((bits) => header.slice(0, -1) + (alphabet[last + bits] ?? ""));
    for (const one of [`${header}=`, ...respelt]) expect(await take(one)).toBe("invalid_caller");
    expect(await take(header)).toBe(caller.id);
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
      expect(await take(header)).toBe("invalid_caller");
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
    expect(await take(change(await sign()))).toBe("invalid_caller");
  });

  test("for a read from before the hub started is refused: it does not remember what it took then", async () => {
    const { caller, parts, clock, take } = await open();
    const header = await authorizationOf(caller, { ...read, time: clock.now });
    clock.now += 2;
    const restarted = new CallerDirectory(parts);
    await restarted.refresh();
    expect(await take(header, read, none, restarted)).toBe("invalid_caller");
    const later = await authorizationOf(caller, { ...read, time: clock.now });
    expect(await take(later, read, none, restarted)).toBe(caller.id);
  });

  test("is taken after the hub's clock was set back, and once", async () => {
    const { caller, clock, take } = await open();
    for (const back of [1, 100, 3_600, 1]) {
      clock.now -= back;
      for (const [, sent, body] of kinds) {
        const header = await authorizationOf(caller, { ...sent, time: clock.now });
        expect(await take(header, sent, body)).toBe(caller.id);
        expect(await take(header, sent, body)).toBe("invalid_caller");
      }
    }
  });

  test("that writes is taken once by all hubs on a store, also when they are asked at once", async () => {
    const { caller, parts, sign, take } = await open();
    const hubs = [1, 2, 3].map(() => new CallerDirectory(parts));
    await Promise.all(hubs.map((hub) => hub.refresh()));
    const clockOfHubs = parts.wallClock() / 1000 + 1;
    const header = await sign({ time: clockOfHubs });
    const answers = await Promise.all([...hubs, ...hubs].map((hub) => take(header, {}, reportBody, hub)));
    expect(answers.filter((answer) => answer === caller.id)).toHaveLength(1);
    expect(answers.filter((answer) => answer === "invalid_caller")).toHaveLength(5);
  });

  test("that writes, from a clock that runs ahead, is not taken again after a restart", async () => {
    const { caller, parts, clock, sign, take } = await open();
    const header = await sign({ time: clock.now + 5 });
    expect(await take(header)).toBe(caller.id);
    clock.now += 2;
    const restarted = new CallerDirectory(parts);
    await restarted.refresh();
    for (let second = 0; second < 70; second += 1) {
      expect(await take(header, {}, reportBody, restarted)).toBe("invalid_caller");
      clock.now += 1;
    }
  });

  test("that reads is taken at once, and asks the store nothing", async () => {
    const { caller, parts, clock, sign } = await open();
    const store = { ...parts.store, claimSignature: () => Promise.reject(new Error("the store was asked")) };
    const directory = new CallerDirectory({ ...parts, store });
    await directory.refresh();
    const header = await sign({ ...read, time: clock.now + 1 });
    expect(directory.authenticateRead(requestWith(header, read)).id).toBe(caller.id);
    expect(thrownBy(() => directory.authenticateRead(requestWith(header, read)))).toMatchObject({
      type: "invalid_caller",
    });
  });

  test("that writes is not taken where only reads are", async () => {
    const { authenticator, sign } = await open();
    const header = await sign();
    expect(() => authenticator.authenticateRead(requestWith(header, report))).toThrow("is no read");
  });

  test("is refused with the time of the hub and the way to sign, and with one answer for every reason", async () => {
    const { authenticator, caller, clock } = await open();
    const stranger = { ...caller, id: "hubc_AAAAAAAAAAAA" };
    const headers = [
      undefined,
      await authorizationOf(stranger, { time: clock.now }),
      await authorizationOf(caller, { time: clock.now - 100 }),
      await authorizationOf({ ...caller, secret: "x".repeat(37) }, { time: clock.now }),
    ];
    for (const header of headers) {
      const error = await authenticator
        .authenticate(requestWith(header), none)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        type: "invalid_caller",
        retryAfterSeconds: undefined,
        headers: {
          "www-authenticate": "SOP-HMAC-SHA256, Bearer",
          date: new Date(clock.now * 1000).toUTCString(),
        },
      });
    }
  });

  test("leaves nothing of the secret in the error that refuses it", async () => {
    const { authenticator, caller, clock } = await open();
    const header = await authorizationOf(caller, { time: clock.now - 100 });
    const error = await authenticator
      .authenticate(requestWith(header), none)
      .catch((thrown: unknown) => thrown);
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
