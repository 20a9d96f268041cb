import { describe, expect, it } from "vitest";
import { DescribedClients } from "../../src/grants/clients/described-clients.ts";
import { registerClient } from "../../src/grants/clients/register-client.ts";
import { RegisteredClients } from "../../src/grants/clients/registered-client.ts";
import { parseOpenedReceivers } from "../../src/model/opened-receivers.ts";
import { ensureClientApplication } from "../../src/store/applications/client-application-table.ts";
import { databaseContents } from "../support/database-contents.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const browser = { text: "203.0.113.7", network: "203.0.113.7", site: undefined };
const metadata = {
  client_name: "Sample Agent",
  redirect_uris: ["http://localhost:33418/oauth/callback", "https://agent.example/callback"],
};
const day = 86_400_000;

function clientsOf(
  { store }: Pick<TestPlatform, "store">,
  registration: "all" | "documents" | "off" = "all",
) {
  return new DescribedClients({ store, opened: parseOpenedReceivers(""), registration });
}

async function register(platform: TestPlatform, given: unknown = metadata) {
  const response = await registerClient(platform.store, new RegisteredClients(platform.store), given);
  return { ...response, body: response.body as Record<string, unknown> };
}

async function registeredId(platform: TestPlatform): Promise<string> {
  return String((await register(platform)).body["client_id"]);
}

describe("a client that registers itself", () => {
  it("gets a client_id and no secret, whatever it asked for", async () => {
    const platform = await startTestPlatform();
    const { status, body } = await register(platform, {
      ...metadata,
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["implicit"],
      jwks_uri: "https://agent.example/keys",
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...metadata,
      client_id: expect.stringMatching(/^sopi_v1\.[\w-]+\.[\w-]+$/),
      client_id_issued_at: platform.clock.now / 1000,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
  });

  it("is known on every node by its client_id alone", async () => {
    const platform = await startTestPlatform();
    const clientId = await registeredId(platform);
    for (const store of platform.stores)
      expect(await clientsOf({ store }).find(clientId, browser)).toEqual({
        clientId,
        origin: "registered",
        name: "Sample Agent",
        redirectUris: ["http://localhost/oauth/callback", "https://agent.example/callback"],
      });
  });

  it("is called by its first host when it has no name", async () => {
    const platform = await startTestPlatform();
    const { body } = await register(platform, { redirect_uris: metadata.redirect_uris });
    expect(body["client_name"]).toBe("localhost");
  });

  it("is the same client when it registers again on any node within a month, whatever port it listens on", async () => {
    const platform = await startTestPlatform();
    const first = await registeredId(platform);
    platform.clock.now += day;
    const [, callback = ""] = metadata.redirect_uris;
    const again = { ...metadata, redirect_uris: ["http://localhost:33419/oauth/callback", callback] };
    for (const store of platform.stores) {
      const { body } = await register({ ...platform, store }, again);
      expect(body).toMatchObject({ client_id: first, redirect_uris: again.redirect_uris });
    }
  });

  it.each([
    ["another name", { client_name: "Another Agent" }],
    ["another address", { redirect_uris: ["https://agent.example/callback"] }],
    [
      "another port of another machine",
      { redirect_uris: [metadata.redirect_uris[0], "https://agent.example:8443/callback"] },
    ],
  ])("is another one with %s", async (_, changes) => {
    const platform = await startTestPlatform();
    const { body } = await register(platform, { ...metadata, ...changes });
    expect(body["client_id"]).not.toBe(await registeredId(platform));
  });

  it("leaves nothing in the database, however often it does", async () => {
    const platform = await startTestPlatform();
    await registeredId(platform);
    const before = await databaseContents(platform);
    const clients = new RegisteredClients(platform.store);
    const ids = new Set<unknown>();
    for (let number = 0; number < 10_000; number += 1) {
      const { body } = await registerClient(platform.store, clients, {
        ...metadata,
        client_name: `Agent ${number}`,
      });
      ids.add((body as Record<string, unknown>)["client_id"]);
    }
    expect(ids.size).toBe(10_000);
    expect(await databaseContents(platform)).toEqual(before);
  });
});

describe("a registration is refused", () => {
  const long = Array.from(
    { length: 20 },
    (_, number) => `https://agent.example/${number}/${"x".repeat(100)}`,
  );
  it.each([
    ["with javascript:", { ...metadata, redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["with data:", { ...metadata, redirect_uris: ["data:text/html,x"] }, "invalid_redirect_uri"],
    [
      "with a scheme of its own",
      { ...metadata, redirect_uris: ["com.example.agent:/cb"] },
      "invalid_redirect_uri",
    ],
    [
      "with http to another machine",
      { ...metadata, redirect_uris: ["http://agent.example/cb"] },
      "invalid_redirect_uri",
    ],
    [
      "with a fragment",
      { ...metadata, redirect_uris: ["https://agent.example/cb#"] },
      "invalid_redirect_uri",
    ],
    [
      "with a user",
      { ...metadata, redirect_uris: ["https://localhost@evil.example/cb"] },
      "invalid_redirect_uri",
    ],
    [
      "with one bad address among good ones",
      { ...metadata, redirect_uris: [...metadata.redirect_uris, "ftp://x/"] },
      "invalid_redirect_uri",
    ],
    ["without addresses", { ...metadata, redirect_uris: [] }, "invalid_redirect_uri"],
    ["without the field", { client_name: "x" }, "invalid_redirect_uri"],
    [
      "with an address as text",
      { ...metadata, redirect_uris: "https://agent.example/cb" },
      "invalid_redirect_uri",
    ],
    [
      "with 21 addresses",
      { ...metadata, redirect_uris: Array.from({ length: 21 }, (_, i) => `https://a.example/${i}`) },
      "invalid_redirect_uri",
    ],
    ["with more than 2 KB", { ...metadata, redirect_uris: long }, "invalid_client_metadata"],
    ["with a name of two lines", { ...metadata, client_name: "a\nb" }, "invalid_client_metadata"],
    [
      "with a name of 101 characters",
      { ...metadata, client_name: "x".repeat(101) },
      "invalid_client_metadata",
    ],
    ["as a list", [metadata], "invalid_client_metadata"],
    ["as null", null, "invalid_client_metadata"],
  ])("%s", async (_, given, error) => {
    const platform = await startTestPlatform();
    const { status, body } = await register(platform, given);
    expect(status).toBe(400);
    expect(body).toEqual({ error, error_description: expect.stringMatching(/\w/) });
  });
});

describe("a client_id is refused", () => {
  it("when any character of it was changed", async () => {
    const platform = await startTestPlatform();
    const clientId = await registeredId(platform);
    const clients = clientsOf(platform);
    const refused = { problem: "client_registration_invalid", detail: "client_id" };
    for (let at = "sopi_".length; at < clientId.length; at += 7) {
      const changed = clientId.slice(0, at) + (clientId[at] === "A" ? "B" : "A") + clientId.slice(at + 1);
      expect(await clients.find(changed, browser)).toEqual(refused);
    }
    for (const other of [
      clientId.slice(0, -4),
      `${clientId}AAAA`,
      "sopi_",
      "sopi_v1.a.b",
      `sopi_${"x".repeat(9000)}`,
    ])
      expect(await clients.find(other, browser)).toEqual(refused);
  });

  it("when another installation made it", async () => {
    const [one, other] = [await startTestPlatform(), await startTestPlatform()];
    const clientId = await registeredId(one);
    expect(await clientsOf(other).find(clientId, browser)).toMatchObject({
      problem: "client_registration_invalid",
    });
  });

  it("when it is older than 90 days, unless somebody has consented to it", async () => {
    const platform = await startTestPlatform();
    const { body } = await register(platform, { ...metadata, client_name: "Another Agent" });
    const [forgotten, used] = [String(body["client_id"]), await registeredId(platform)];
    const clients = clientsOf(platform);
    // Clients of the same 30 days have the same age.
    const firstDay = platform.clock.now - (platform.clock.now % (30 * day));
    platform.clock.now = firstDay + 90 * day - 1;
    const client = await clients.find(used, browser);
    expect(client).toMatchObject({ name: "Sample Agent" });
    if ("problem" in client) throw new Error("it is known");
    await platform.store.write(ensureClientApplication, client, { userId: null, username: "", address: "" });
    platform.clock.now += 1;
    expect(await clients.find(forgotten, browser)).toEqual({
      problem: "client_registration_old",
      detail: "client_id",
    });
    expect(await clients.find(used, browser)).toMatchObject({ name: "Sample Agent" });
  });

  it("when the operator does not let clients register themselves", async () => {
    const platform = await startTestPlatform();
    const clientId = await registeredId(platform);
    for (const setting of ["documents", "off"] as const)
      expect(await clientsOf(platform, setting).find(clientId, browser)).toEqual({
        problem: "client_unregistered",
      });
    expect(await clientsOf(platform, "off").find("https://agent.example/client", browser)).toEqual({
      problem: "client_unregistered",
    });
  });
});
