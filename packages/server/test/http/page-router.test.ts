import { TrieRouter } from "hono/router/trie-router";
import { describe, expect, it } from "vitest";
import { PageRouter } from "../../src/http/page-router.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS"];
/** What may stand where a route has a part such as `:id`, and what may follow a path. */
const values = ["7", "new", "a%20b", "%2541", "a.b", ":id", ""];
const endings = ["", "/", "/new", "/7/7"];

describe("the router of pages", () => {
  it("finds what the router of the framework finds, for every path of the platform and beside them", async () => {
    const { routes } = (await startTestPlatform()).app.pages;
    const [own, theirs] = [new PageRouter<number>(), new TrieRouter<number>()];
    for (const [index, { method, path }] of routes.entries()) {
      own.add(method, path, index);
      theirs.add(method, path, index);
    }
    const paths = new Set(
      routes.flatMap(({ path }) =>
        values.flatMap((value) =>
          endings.map((ending) => `${path.replaceAll(/:\w+/g, () => value)}${ending}`),
        ),
      ),
    );
    expect(paths.size).toBeGreaterThan(1000);
    for (const path of [...paths, "/", "//", "/nowhere", "/constructor", "/__proto__"]) {
      for (const method of methods) {
        const [[found]] = theirs.match(method, path);
        const expected = found === undefined ? [] : [[found[0], { ...found[1] }]];
        expect(own.match(method, path), `${method} ${path}`).toEqual([expected]);
      }
    }
  });

  it("prefers what was added first, whether or not it has parts", () => {
    const router = new PageRouter<string>();
    router.add("GET", "/teams/new", "form");
    router.add("GET", "/teams/:id", "team");
    router.add("GET", "/teams/all", "never");
    router.add("ALL", "/teams/new", "other methods");
    const found = (method: string, path: string) => router.match(method, path)[0][0]?.[0];
    expect(found("GET", "/teams/new")).toBe("form");
    expect(found("GET", "/teams/all")).toBe("team");
    expect(found("POST", "/teams/new")).toBe("other methods");
    expect(found("POST", "/teams/7")).toBeUndefined();
  });

  it.each(["/files/*", "/:team", "/teams/:id?", "/teams/:id{[0-9]+}"])("takes no path such as %s", (path) => {
    expect(() => new PageRouter<string>().add("GET", path, "")).toThrow("is no path of a page");
  });
});
