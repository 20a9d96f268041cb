import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const file = join(import.meta.dirname, "../../../../deploy/nginx/survey-platform.conf");
const directives = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => !line.trimStart().startsWith("#"));

describe("the sample configuration of a proxy", () => {
  it("logs no query string, by whatever variable", () => {
    const format = directives.find((line) => line.startsWith("log_format without_query")) ?? "";
    expect(format).toContain("$uri");
    expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|arg_\w+|http_referer)\b/);
    const logs = directives.filter((line) => line.includes("access_log"));
    expect(logs.length).toBeGreaterThan(0);
    for (const line of logs) expect(line).toMatch(/ without_query;$/);
  });

  it("sends only what reads a second time, and keeps no answer", () => {
    expect(directives.map((line) => line.trim())).toEqual(
      expect.arrayContaining(["proxy_next_upstream off;", "proxy_cache off;"]),
    );
    const locations = directives.join("\n").match(/location [^{]+\{[^}]*\}/g) ?? [];
    const repeating = locations.filter((location) => /proxy_next_upstream (?!off)/.test(location));
    expect(repeating.map((location) => /location (.+) \{/.exec(location)?.[1])).toEqual([
      "~ ^/api/(?:oauth2/user$|surveys(?:/|$))",
    ]);
  });
});
