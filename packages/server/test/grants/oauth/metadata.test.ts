import { describe, expect, it, test } from "vitest";
import { standardAddresses } from "../../../src/grants/oauth/issuer.ts";
import { oauthSettings, platformOrigin } from "../../support/oauth.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const serverPaths = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"];
const resourcePath = "/.well-known/oauth-protected-resource";

async function readDocument(path: string, settings: Readonly<Record<string, string>> = oauthSettings) {
  const platform = await startTestPlatform(settings);
  const response = await platform.fetch(path);
  // A metadata document is an object.
  const document = (await response.json()) as Record<string, unknown>;
  return { response, document };
}

/** Members whose list has no element (RFC 8414, section 3.2; RFC 9728, section 3.2). */
function emptyMembers(document: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(document).filter((name) => isEmpty(document[name]));
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

describe("the metadata", () => {
  test.each(serverPaths)(
    "of the server are at %s, open to scripts and kept for five minutes",
    async (path) => {
      const { response, document } = await readDocument(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.headers.get("cache-control")).toBe("public, max-age=300");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
      expect(document).toMatchObject({
        issuer: platformOrigin,
        token_endpoint: `${platformOrigin}/oauth/token`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        // OpenID Connect Discovery, section 3.
        userinfo_endpoint: `${platformOrigin}/oauth/userinfo`,
        jwks_uri: `${platformOrigin}/oauth/jwks`,
        response_modes_supported: ["query", "form_post"],
        subject_types_supported: ["pairwise"],
        id_token_signing_alg_values_supported: ["RS256"],
        claims_supported: expect.arrayContaining(["sub", "auth_time", "name", "zoneinfo"]),
        claims_parameter_supported: false,
        request_parameter_supported: false,
        request_uri_parameter_supported: false,
        ui_locales_supported: ["en", "zh-CN"],
      });
      expect(emptyMembers(document)).toEqual([]);
    },
  );

  test.each([
    [`${resourcePath}/api`, "/api"],
    [`${resourcePath}/mcp`, "/mcp"],
    [resourcePath, "/mcp"],
  ])("of a resource are at %s", async (path, ending) => {
    const { response, document } = await readDocument(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(emptyMembers(document)).toEqual([]);
    expect(document).toMatchObject({
      resource: platformOrigin + ending,
      authorization_servers: [platformOrigin],
      bearer_methods_supported: ["header"],
    });
    expect(document["scopes_supported"]).not.toContain("offline_access");
  });

  it("name the base of the API where that is another", async () => {
    const settings = { ...oauthSettings, baseUrl: "https://api.example" };
    const { document } = await readDocument(`${resourcePath}/api`, settings);
    expect(document).toMatchObject({
      resource: "https://api.example/api",
      authorization_servers: [platformOrigin],
    });
  });

  it("name endpoints that there are, all of the issuer", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const { document } = await readDocument(serverPaths[0] ?? "");
    const endpoints = Object.entries(document).flatMap(([name, value]) =>
      /_endpoint$|^jwks_uri$/.test(name) ? [String(value)] : [],
    );
    expect(endpoints.length).toBeGreaterThan(8);
    for (const endpoint of endpoints) {
      const { origin, pathname } = new URL(endpoint);
      expect(origin).toBe(platformOrigin);
      expect((await platform.fetch(pathname, { method: "POST" })).status, pathname).not.toBe(404);
    }
  });

  it("are not there without a public address", async () => {
    for (const path of serverPaths) expect((await readDocument(path, {})).response.status, path).toBe(404);
  });

  it("take no other method, and answer what a browser asks before a script's request", async () => {
    const platform = await startTestPlatform(oauthSettings);
    for (const path of [...serverPaths, resourcePath]) {
      const posted = await platform.fetch(path, { method: "POST" });
      expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
      const asked = await platform.fetch(path, { method: "OPTIONS" });
      expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([204, "GET"]);
    }
  });
});

describe("the issuer", () => {
  it("never follows the request", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const headers = {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      Forwarded: "host=evil.example",
    };
    for (const path of [...serverPaths, resourcePath, `${resourcePath}/api`]) {
      const text = await (await platform.fetch(path, { headers })).text();
      expect(text).toContain(platformOrigin);
      expect(text).not.toContain("evil");
    }
  });

  test.each([
    [
      "the setting",
      { authUrl: "https://survey.example", baseUrl: "" },
      "http://127.0.0.1:1",
      "https://survey.example",
    ],
    [
      "the address listened on",
      { authUrl: "", baseUrl: "" },
      "http://127.0.0.1:8787",
      "http://127.0.0.1:8787",
    ],
    [
      "the address listened on, in IPv6",
      { authUrl: "", baseUrl: "" },
      "http://[::1]:8787",
      "http://[::1]:8787",
    ],
    ["nothing that others reach", { authUrl: "", baseUrl: "" }, "http://0.0.0.0:8787", undefined],
    ["nothing before it is listened on", { authUrl: "", baseUrl: "" }, undefined, undefined],
  ])("is %s", (_, settings, listeningAt, issuer) => {
    expect(standardAddresses(settings, listeningAt)?.issuer).toBe(issuer);
  });
});
