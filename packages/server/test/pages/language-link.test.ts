import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languageLink } from "../../src/pages/language-link.ts";

describe("a link to the same page in another language", () => {
  test.each([
    ["/", "/?lang=en"],
    ["/login", "/login?lang=en"],
    ["/login?", "/login?lang=en"],
    ["/login?lang=zh-CN", "/login?lang=en"],
    ["/login?lang=zh-CN&return_to=%2F", "/login?return_to=%2F&lang=en"],
    ["/login?a=1&lang&b=2&lang=x", "/login?a=1&b=2&lang=en"],
    ["/login?language=zh", "/login?language=zh&lang=en"],
  ])("from %s is %s", (path, link) => {
    expect(languageLink(path, "en")).toBe(link);
  });

  test("keeps every other parameter byte for byte", () => {
    const query = "redirect_uri=https%3A%2F%2Fa.example%2Fcb%3Fx%3D%2B1&state=a+b&c=?&e=%E4%BD%A0";
    expect(languageLink(`/connect?${query}`, "zh-CN")).toBe(`/connect?${query}&lang=zh-CN`);
  });

  test.each([
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "\n//evil.example",
    " //evil.example",
    "\u0001//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "evil.example",
  ])("never leaves this origin, not even from %j", (path) => {
    expect(new URL(languageLink(path, "en"), "https://platform.example/a/b").origin).toBe(
      "https://platform.example",
    );
  });

  test("never leaves this origin, wherever it starts", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "\t",
      "\n",
      " ",
      ":",
      "@",
      "?",
      "#",
      ".",
      "https:",
      "evil.example",
      "\0",
    );
    const property = fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const link = new URL(languageLink(pieces.join(""), "en"), "https://platform.example/a");
      expect(link.origin).toBe("https://platform.example");
      expect(link.searchParams.get("lang")).toBe("en");
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
