import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { endpointsOf } from "../../src/api/endpoints.ts";
import { methodOf, type Endpoint } from "../../src/http/endpoint.ts";
import type { Store } from "../../src/store/store.ts";

const file = join(import.meta.dirname, "../../../../deploy/nginx/survey-platform.conf");
const directives = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => !line.trimStart().startsWith("#"));

const locations = directives.join("\n").match(/location [^{]+\{[^}]*\}/g) ?? [];
/** Paths of requests that nginx sends to another node when one fails. */
const repeating = locations
  .filter((location) => /proxy_next_upstream (?!off)/.test(location))
  .map((location) => /location (.+) \{/.exec(location)?.[1] ?? "");

// Describing endpoints asks no database.
const endpoints = endpointsOf({} as Store, { timeZone: "Asia/Shanghai" });
const examplePath = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, "7");

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
    expect(repeating).toEqual([expect.stringMatching(/^~ \^\/api\//)]);
    // Without this, nginx repeats no POST that a node has got.
    expect(directives.join("\n")).not.toContain("non_idempotent");
  });

  it("repeats no call by another method than GET and POST, and the data calls that read surveys", () => {
    const [, pattern = ""] = /^~ (.+)$/.exec(repeating[0] ?? "") ?? [];
    const repeated = endpoints.filter((endpoint) => new RegExp(pattern).test(examplePath(endpoint)));
    expect(new Set(repeated.map(methodOf))).toEqual(new Set(["GET", "POST"]));
    expect(repeated.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/api/oauth2/user", "/api/surveys", "/api/surveys/{survey_id}/answers"]),
    );
  });
});
