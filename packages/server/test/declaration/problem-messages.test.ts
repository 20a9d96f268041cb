import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { InvalidDeclarationError } from "../../src/declaration/invalid-declaration-error.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { sampleDeclaration } from "./sample-declaration.ts";
import { changedValue, type Path } from "./changed-value.ts";
import { temporaryDatabase } from "./temporary-database.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

describe("the problems of a file", () => {
  test("never repeat a value of the file, which may be a password", async () => {
    const { database } = await temporaryDatabase();
    const sample = sampleDeclaration();
    const paths = leavesOf(sample);
    const zone = platformZone("Asia/Shanghai");
    const canary = fc.constantFrom(
      "canary canary",
      "https://canary.example:443/canary/../",
      "data:canary",
      "2026-canary",
    );
    const value = fc.oneof(
      canary,
      canary.map((text) => [text]),
      canary.map((text) => ({ text })),
      canary.map((text) => ({ user: text, team: text })),
    );
    const rule = fc.asyncProperty(fc.constantFrom(...paths), value, async (path, replacement) => {
      // Something that is always wrong, so that nothing is ever applied.
      const file = Object.assign(Object(changedValue(sample, path, replacement)), { wrong: true });
      const refusal = applyDeclaration(database, file, { zone });
      await expect(refusal).rejects.toThrow(InvalidDeclarationError);
      await expect(refusal).rejects.not.toThrow(/canary/i);
    });
    await fc.assert(rule, { numRuns: runs(500) });
  });
});

/** The places of everything in a value that is no object or list. */
function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, entry]) =>
    leavesOf(entry, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
