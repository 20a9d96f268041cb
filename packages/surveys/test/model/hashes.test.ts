import { randomBytes } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { answerReference } from "../../src/model/answer-reference.ts";
import { makeAnswerHash, makeAnswerHashes, makeSurveyHash } from "../../src/model/hashes.ts";

describe("a survey's hash", () => {
  it("is 16 lower-case hex digits, drawn from the randomness handed in", () => {
    expect(makeSurveyHash((size) => Uint8Array.from({ length: size }, () => 10))).toBe("0a".repeat(8));
    for (let at = 0; at < 200; at += 1) expect(makeSurveyHash(randomBytes)).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("an answer's hash", () => {
  it("is ten alphanumerics, and never reads as a serial", () => {
    for (let at = 0; at < 500; at += 1) {
      const hash = makeAnswerHash(randomBytes);
      expect(hash).toMatch(/^[A-Za-z0-9]{10}$/);
      expect(answerReference(hash)).toEqual({ hash });
    }
  });

  it("throws away bytes that would make some characters likelier than others", () => {
    const bytes = [255, 208, 0, ...Array<number>(9).fill(248), ...Array<number>(9).fill(61)];
    const drawn = makeAnswerHash((size) => Uint8Array.from(bytes.splice(0, size)));
    expect(drawn).toBe("a999999999");
  });

  it("uses every alphanumeric", () => {
    const seen = new Set(Array.from({ length: 400 }, () => makeAnswerHash(randomBytes)).join(""));
    expect(seen.size).toBe(62);
  });
});

describe("hashes of several answers", () => {
  it("are different ones, of the same form", () => {
    const hashes = makeAnswerHashes(500, randomBytes);
    expect(new Set(hashes).size).toBe(500);
    for (const hash of hashes) expect(hash).toMatch(/^[A-Za-z][A-Za-z0-9]{9}$/);
  });

  it("ask the source once for a batch, or twice", () => {
    let calls = 0;
    makeAnswerHashes(64, (size) => {
      calls += 1;
      return randomBytes(size);
    });
    expect(calls).toBeLessThanOrEqual(2);
  });
});

describe("the last part of an answer's address", () => {
  test.each([
    ["1", { serial: 1 }],
    ["1234567890", { serial: 1_234_567_890 }],
    ["a123456789", { hash: "a123456789" }],
  ])("names an answer by serial or by hash: %s", (text, reference) => {
    expect(answerReference(text)).toEqual(reference);
  });

  test.each([
    "",
    "0",
    "01",
    "-1",
    "1.0",
    "+1",
    "1e3",
    "9007199254740993",
    "abc",
    "a12345678é",
    "a123456789\n",
  ])("names nothing when it is neither: %j", (text) => {
    expect(answerReference(text)).toBeUndefined();
  });
});
