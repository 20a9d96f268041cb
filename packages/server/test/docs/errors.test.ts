import { describe, expect, it } from "vitest";
import { errorKinds, PlatformError, type ErrorType } from "../../src/errors.ts";
import { statusOf } from "../../src/http/error-reply.ts";
import { errorTextFor } from "../../src/api/reference/error-texts.ts";
import { readReference, sectionOf, tablesOf, unwrapped } from "./support/markdown-tables.ts";

const page = readReference("errors.md");
// The keys of the table are its types.
const types = Object.keys(errorKinds) as readonly ErrorType[];

describe("the reference of errors", () => {
  it("has one row for each type, with its code and status under both settings", () => {
    const [rows] = tablesOf(sectionOf(page, "## Which HTTP status"));
    const expected = types.map((type) => [
      `[\`${type}\`](#${type})`,
      `\`${errorKinds[type].code}\``,
      statusText(type),
      isAlways(type) ? "either" : "semantic; 200 otherwise",
    ]);
    expect(rows).toEqual(expected);
  });

  it("has one section for each type, in the same order and nothing else", () => {
    const headings = page.match(/^### .*$/gm);
    expect(headings).toEqual(types.map((type) => `### ${type}`));
  });

  it.each(types)("says of %s when it is answered, and what the caller does about it", (type) => {
    const section = sectionOf(page, `### ${type}`);
    const { says, todo } = errorTextFor(type, "en");
    expect(unwrapped(section)).toContain(says);
    expect(unwrapped(section)).toContain(`**What to do:** ${todo}`);
    expect(section).toMatch(/^- \S/m);
  });

  it("names every class of error", () => {
    const codes = new Set(Object.values(errorKinds).map(({ code }) => `\`${code}\``));
    for (const code of codes) expect(unwrapped(sectionOf(page, "## Which HTTP status"))).toContain(code);
  });

  it("is right that a type marked so has its status under either setting, and the others 200", () => {
    for (const type of types) {
      const ordinary = statusOf(new PlatformError(type), "ok");
      expect(ordinary, type).toBe(isAlways(type) ? errorKinds[type].status : 200);
      expect(statusOf(new PlatformError(type), "semantic"), type).toBe(errorKinds[type].status);
    }
    expect(statusOf(new PlatformError("no_route", { allow: "GET" }), "ok")).toBe(405);
  });
});

function isAlways(type: ErrorType): boolean {
  return "always" in errorKinds[type];
}

function statusText(type: ErrorType): string {
  return type === "no_route" ? "404, or 405 for a wrong method" : String(errorKinds[type].status);
}
