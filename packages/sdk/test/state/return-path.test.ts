import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeReturnPath } from "../../src/state/return-path.ts";

describe("a return path", () => {
  test.each(["/", "/surveys", "/surveys/42?page=2&x=%2F%2F", "/a#b", "/@x", "/:80", "/a//b"])(
    "may be %s",
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  test.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "@evil.example",
    "",
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/x/..//evil.example",
    "/\u0000",
    "/客",
    "/a b",
    `/${"a".repeat(1024)}`,
  ])("is never %j", (path) => {
    expect(safeReturnPath(path)).toBeUndefined();
  });

  test("is nothing when there is none", () => {
    expect(safeReturnPath(undefined)).toBeUndefined();
    expect(safeReturnPath(null)).toBeUndefined();
  });

  test("never leads off the site, whatever it is made of", () => {
    const pieces = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2f",
      "%5c",
      "%2e",
      "@",
      ":",
      "evil.example",
      "\t",
      "\r",
      "#",
      "?",
      "https:",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = safeReturnPath(parts.join(""));
        if (path === undefined) return;
        const once = new URL(path, "https://me.example/callback");
        expect(once.origin).toBe("https://me.example");
        // A proxy that rewrites the path, dot segments resolved, must not turn it into another site either.
        expect(new URL(once.pathname, "https://me.example").origin).toBe("https://me.example");
      }),
      { numRuns: 2000 },
    );
  });
});
