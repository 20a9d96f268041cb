import { describe, expect, it } from "vitest";
import { oauthSettings, platformOrigin } from "../../support/oauth.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const metadata = { client_name: "Sample Agent", redirect_uris: ["http://127.0.0.1:9/callback"] };
const metadataPath = "/.well-known/oauth-authorization-server";

function post(platform: TestPlatform, body: string, type = "application/json") {
  return platform.fetch("/oauth/register", { method: "POST", body, headers: { "Content-Type": type } });
}

async function serverMetadata(platform: TestPlatform): Promise<Record<string, unknown>> {
  // A metadata document is an object.
  return (await (await platform.fetch(metadataPath)).json()) as Record<string, unknown>;
}

describe("a program registers itself", () => {
  it("at the address that the metadata name, with the response of RFC 7591, from scripts of any website too", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const { registration_endpoint: endpoint } = await serverMetadata(platform);
    expect(endpoint).toBe(`${platformOrigin}/oauth/register`);
    const response = await post(platform, JSON.stringify(metadata));
    expect(response.status).toBe(201);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toMatchObject({
      client_id: expect.stringMatching(/^sopi_/),
      token_endpoint_auth_method: "none",
      ...metadata,
    });
  });

  it.each([
    ["a form", "client_name=x", "application/x-www-form-urlencoded"],
    ["text", JSON.stringify(metadata), "text/plain"],
    ["no JSON", "{", "application/json"],
    ["JSON with a name twice", '{"redirect_uris":[],"redirect_uris":[]}', "application/json"],
    ["more than 16 KB", JSON.stringify({ ...metadata, x: "x".repeat(17_000) }), "application/json"],
  ])("and is refused with %s", async (_, body, type) => {
    const platform = await startTestPlatform(oauthSettings);
    const response = await post(platform, body, type);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_client_metadata" });
  });
});

describe("the metadata name what the operator lets clients do", () => {
  it.each([
    ["all", true, true],
    ["documents", false, true],
    ["off", false, false],
  ])("with client-registration %s", async (clientRegistration, registers, describes) => {
    const platform = await startTestPlatform({ ...oauthSettings, clientRegistration });
    const document = await serverMetadata(platform);
    expect("registration_endpoint" in document).toBe(registers);
    expect("client_id_metadata_document_supported" in document).toBe(describes);
    expect((await post(platform, JSON.stringify(metadata))).status).toBe(registers ? 201 : 404);
  });
});
