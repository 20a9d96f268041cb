import { argon2Sync, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "../../src/session/password.ts";

describe("a stored password", () => {
  it("is recognised, and another one is not", async () => {
    const stored = await hashPassword("correct horse");
    expect(await verifyPassword("correct horse", stored)).toBe(true);
    expect(await verifyPassword("correct house", stored)).toBe(false);
  });

  it("is still recognised when new ones are derived at another cost", async () => {
    const stored = derivedAt({ memory: 8 * 1024, passes: 1, parallelism: 2 }, "correct horse");
    expect(await verifyPassword("correct horse", stored)).toBe(true);
    expect(await verifyPassword("correct house", stored)).toBe(false);
  });
});

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

function derivedAt(cost: Cost, password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync("argon2id", { message: password, nonce, tagLength: 32, ...cost });
  const texts = [nonce, tag].map((bytes) => bytes.toString("base64url"));
  return ["argon2id", cost.memory, cost.passes, cost.parallelism, ...texts].join("$");
}
