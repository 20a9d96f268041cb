import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/guides/behind-a-proxy.md"), "utf8");
const [, configuration = ""] = /```nginx\n(.*?)```/s.exec(page) ?? [];
const directives = configuration.split("\n").filter((line) => !line.trimStart().startsWith("#"));

describe("the sample configuration of a proxy", () => {
  it("logs no query string, by whatever variable", () => {
    const format = directives.find((line) => line.startsWith("log_format without_query")) ?? "";
    expect(format).toContain("$uri");
    expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|arg_\w+|http_referer)\b/);
    expect(directives.filter((line) => line.includes("access_log"))).toEqual([
      expect.stringMatching(/ without_query;$/),
    ]);
  });

  it("sends no request a second time and keeps no answer", () => {
    expect(directives.map((line) => line.trim())).toEqual(
      expect.arrayContaining(["proxy_next_upstream off;", "proxy_cache off;"]),
    );
  });
});
