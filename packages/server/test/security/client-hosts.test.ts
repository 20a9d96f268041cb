import { describe, expect, it } from "vitest";
import { DescribedClients } from "../../src/grants/clients/described-clients.ts";
import { parseOpenedReceivers } from "../../src/model/opened-receivers.ts";
import { listClients, setClientHostDisabled } from "../../src/store/applications/client-administration.ts";
import {
  ensureClientApplication,
  type DescribedClient,
} from "../../src/store/applications/client-application-table.ts";
import { makeAdministrators } from "../support/administrators.ts";
import { auditEntries } from "../support/audit.ts";
import { sendForm } from "../support/registered-application.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const browser = { text: "203.0.113.7", network: "203.0.113.7", site: undefined };
const operator = { userId: null, username: "operator", address: "" };

function described(clientId: string, redirectUris = ["http://localhost/callback"]): DescribedClient {
  return { clientId, origin: "document", name: "Sample Agent", redirectUris };
}

/** A client somebody has consented to. */
async function allowed({ store }: TestPlatform, client: DescribedClient): Promise<string> {
  const application = await store.write(ensureClientApplication, client, operator);
  if (application === undefined) throw new Error("its host is disabled");
  return application.appid;
}

const disable = ({ store }: TestPlatform, host: string, disabled = true) =>
  store.write(setClientHostDisabled, { host, disabled, actor: operator });

const isServed = async ({ store }: TestPlatform, appid: string) =>
  (await store.findApplication(appid))?.disabled === false;

describe("the application of a client that describes itself", () => {
  it("is made with the first consent, once, and has neither owner nor secret", async () => {
    const platform = await startTestPlatform();
    const client = described("https://agent.example/client");
    const appids = new Set([await allowed(platform, client), await allowed(platform, client)]);
    expect(appids.size).toBe(1);
    const [appid = ""] = appids;
    expect(await platform.store.findApplication(appid)).toMatchObject({
      developer: "",
      isPublic: true,
      requiresPkce: true,
      verified: false,
      origin: "document",
      clientId: client.clientId,
    });
  });
});

describe("disabling a host", () => {
  it("freezes its clients and those below it, by document or redirect address, and no others", async () => {
    const platform = await startTestPlatform();
    const frozen = [
      described("https://agent.example/client"),
      described("https://a.b.agent.example/client"),
      described("https://other.example/client", ["https://login.agent.example/callback"]),
      { ...described("sopi_1", ["https://agent.example/callback"]), origin: "registered" as const },
    ];
    const others = [
      described("https://notagent.example/client"),
      described("https://example/client"),
      { ...described("sopi_2", ["http://localhost/agent.example"]), origin: "registered" as const },
    ];
    const [ended, served] = [[] as string[], [] as string[]];
    for (const client of frozen) ended.push(await allowed(platform, client));
    for (const client of others) served.push(await allowed(platform, client));
    expect(await disable(platform, "agent.example")).toBe(true);
    expect(await disable(platform, "agent.example")).toBe(false);
    for (const appid of ended) expect(await isServed(platform, appid)).toBe(false);
    for (const appid of served) expect(await isServed(platform, appid)).toBe(true);
    const entries = (await auditEntries(platform)).filter(({ action }) => action === "client_host.disabled");
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).toContain("agent.example");
  });

  it("lets no client of it in, not even into a consent that was asked for before", async () => {
    const platform = await startTestPlatform();
    await disable(platform, "agent.example");
    const { store } = platform;
    const clients = new DescribedClients({ store, opened: parseOpenedReceivers(""), registration: "all" });
    const clientId = "https://a.agent.example/client";
    expect(await clients.find(clientId, browser)).toEqual({ problem: "application_disabled" });
    expect(await store.write(ensureClientApplication, described(clientId), operator)).toBeUndefined();
    await disable(platform, "agent.example", false);
    expect(await store.write(ensureClientApplication, described(clientId), operator)).toBeDefined();
  });

  it("is undone without what it froze", async () => {
    const platform = await startTestPlatform();
    const appid = await allowed(platform, described("https://agent.example/client"));
    await disable(platform, "agent.example");
    await disable(platform, "agent.example", false);
    expect(await isServed(platform, appid)).toBe(false);
    expect(
      await platform.store.write(
        ensureClientApplication,
        described("https://agent.example/client"),
        operator,
      ),
    ).toBeUndefined();
  });
});

describe("an administrator", () => {
  it("finds clients with their hosts, and disables one of these hosts", async () => {
    const platform = await startTestPlatform();
    const appid = await allowed(
      platform,
      described("https://agent.example/client", ["https://cb.example/x"]),
    );
    await makeAdministrators(platform, "bob");
    const bob = await signedInBrowser(platform, "bob");
    const { html } = await bob.get("/admin/clients?q=agent.example");
    for (const shown of ["Sample Agent", "<code>agent.example</code>", "<code>cb.example</code>"])
      expect(html).toContain(shown);
    expect((await bob.get("/admin/clients?q=elsewhere")).html).not.toContain("Sample Agent");
    const wrong = await sendForm(bob, "/admin/clients/hosts", { host: "https://agent.example/" });
    expect(wrong.status).toBe(400);
    const page = await bob.follow(sendForm(bob, "/admin/clients/hosts", { host: "Agent.example" }));
    expect(page.html).toContain("One client is frozen");
    await sendForm(bob, "/admin/clients/hosts/agent.example/disable", {});
    expect(await isServed(platform, appid)).toBe(false);
    expect((await bob.get("/admin/clients")).html).toContain("/admin/clients/hosts/agent.example/enable");
    expect((await bob.get(`/admin/applications/${appid}`)).html).toContain("https://agent.example/client");
  });

  it("sees no application of a developer among them", async () => {
    const { store } = await startTestPlatform();
    expect(await listClients(store.reader, { search: "", after: 0, limit: 10 })).toEqual([]);
  });
});
