import { describe, expect, it } from "vitest";
import { problemLine, readMetadataDocument } from "../../../src/grants/clients/client-metadata.ts";
import { cacheMilliseconds } from "../../../src/grants/clients/cache-time.ts";
import { documentOf } from "../../support/document-host.ts";

const clientId = "https://agent.example/client.json";
const right = documentOf(clientId);

function lineFor(document: unknown): string | undefined {
  const read = readMetadataDocument(
    typeof document === "string" ? document : JSON.stringify(document),
    clientId,
  );
  return "says" in read ? problemLine(read) : undefined;
}

describe("a metadata document", () => {
  it("gives name and redirect addresses; other fields are ignored", () => {
    const document = { ...right, logo_uri: "https://agent.example/logo.png", x: 1 };
    expect(readMetadataDocument(JSON.stringify(document), clientId)).toEqual({
      name: "Sample Agent",
      redirectUris: right.redirect_uris,
    });
  });

  it("may have a redirect address of its own scheme", () => {
    expect(lineFor({ ...right, redirect_uris: ["com.example.agent:/callback"] })).toBeUndefined();
  });

  it.each([
    ["is no JSON", "<html>", "is no JSON object"],
    ["has a name twice", '{"client_id":"a","client_id":"b"}', "is no JSON object"],
    ["is a list", [right], /Invalid input/],
    [
      "names another address",
      { ...right, client_id: "https://agent.example/other.json" },
      /^client_id: must be the address/,
    ],
    [
      "names its address in another spelling",
      { ...right, client_id: "https://agent.example:443/client.json" },
      /^client_id:/,
    ],
    ["names no address", { ...right, client_id: undefined }, /^client_id:/],
    ["has no name", { ...right, client_name: undefined }, /^client_name:/],
    ["has an empty name", { ...right, client_name: "" }, /^client_name:/],
    ["has a name of two lines", { ...right, client_name: "a\nb" }, /^client_name: must be one line/],
    ["has no redirect address", { ...right, redirect_uris: [] }, /^redirect_uris:/],
    [
      "has 21 redirect addresses",
      { ...right, redirect_uris: Array.from({ length: 21 }, (_, i) => `https://agent.example/${i}`) },
      /^redirect_uris:/,
    ],
    ["redirects to a script", { ...right, redirect_uris: ["javascript:alert(1)"] }, /^redirect_uris\.0:/],
    ["redirects to data", { ...right, redirect_uris: ["data:text/html,x"] }, /^redirect_uris\.0:/],
    [
      "redirects by http",
      { ...right, redirect_uris: ["http://agent.example/cb"] },
      /^redirect_uris\.0: must begin with https/,
    ],
    [
      "redirects with a wildcard",
      { ...right, redirect_uris: ["https://*.example/cb"] },
      /^redirect_uris\.0:/,
    ],
    ["has a secret in it", { ...right, client_secret: "x" }, /^client_secret: must not be there/],
    [
      "has a secret",
      { ...right, token_endpoint_auth_method: "client_secret_basic" },
      /^token_endpoint_auth_method: must be "none"/,
    ],
    [
      "has a key",
      { ...right, token_endpoint_auth_method: "private_key_jwt" },
      /^token_endpoint_auth_method:/,
    ],
  ])("is refused when it %s", (_, document, line) => {
    expect(lineFor(document)).toMatch(line);
  });
});

describe("a document is kept as long as its headers say, for an hour to a day", () => {
  const hours = 3_600_000;
  const date = "Sat, 21 Nov 2026 08:00:00 GMT";
  it.each([
    [{}, 1],
    [{ "cache-control": "max-age=60" }, 1],
    [{ "cache-control": "public, max-age=7200" }, 2],
    [{ "cache-control": "max-age=999999999" }, 24],
    [{ "cache-control": "no-store, max-age=7200" }, 1],
    [{ "cache-control": "no-cache" }, 1],
    [{ date, expires: "Sat, 21 Nov 2026 11:00:00 GMT" }, 3],
    [{ date, expires: "0" }, 1],
    [{ date, expires: "Sat, 21 Nov 2026 11:00:00 GMT", "cache-control": "max-age=18000" }, 5],
  ])("%j: %d hours", (headers, kept) => {
    expect(cacheMilliseconds(headers)).toBe(kept * hours);
  });
});
