import { describe, expect, test } from "vitest";
import { expectNothingInside } from "./safe-refusal.ts";

const reply = (body: string) => ({ status: 500, headers: new Headers(), body });

describe("a response with nothing of the server's inner workings", () => {
  test.each([
    ["a form key", `<input type="hidden" name="csrf" value="pg_${"a".repeat(40)}"/>`],
    [
      "a form key with a hyphen",
      `<input type="hidden" name="csrf" value="${"a".repeat(20)}-PG_${"b".repeat(19)}"/>`,
    ],
    ["an id in a cookie", `sop_sign_in=${"0".repeat(10)}-pg_${"b".repeat(18)}; Path=/`],
  ])("may have %s in it that reads like a name by chance", (_, body) => {
    expect(() => expectNothingInside(reply(body))).not.toThrow();
  });

  test.each([
    ["a table of PostgreSQL", "relation pg_catalog.pg_class"],
    ["a function of PostgreSQL", "pg_advisory_xact_lock(hashtextextended($1, 0))"],
    ["a statement", "select id from users"],
    ["a stack trace", "Error: x\n    at file:///srv/app.js:1:2"],
    ["a path", "/srv/node_modules/kysely/index.js"],
    ["a token", `sopt_${"a".repeat(32)}`],
  ])("may not have %s in it", (_, body) => {
    expect(() => expectNothingInside(reply(body))).toThrow("not to match");
  });
});
