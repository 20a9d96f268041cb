import { describe, expect, it } from "vitest";
import { setApplicationFrozen } from "../../../src/store/applications/application-administration.ts";
import { listClients, setClientHostDisabled } from "../../../src/store/applications/client-administration.ts";
import { documentOf, sendDocument, startDocumentHost } from "../../support/document-host.ts";
import {
  allowOauth,
  challenged,
  codeExchange,
  oauthLink,
  oauthSettings,
  pkce,
  postOauth,
  resultOf,
  type OauthTokens,
} from "../../support/oauth.ts";
import { decisionPath } from "../../support/opened-consent.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const callback = "http://localhost:51234/callback";
const operator = { userId: null, username: "operator", address: "" };
const english = { "accept-language": "en" };

async function openByDocument() {
  const host = await startDocumentHost();
  const platform = await startTestPlatform({ ...oauthSettings, clientDocumentAllow: host.host });
  return { platform, host, clientId: host.address() };
}

async function openByRegistration() {
  const platform = await startTestPlatform(oauthSettings);
  const metadata = { client_name: "Sample Agent", redirect_uris: ["http://localhost/callback"] };
  const response = await platform.fetch("/oauth/register", {
    method: "POST",
    body: JSON.stringify(metadata),
    headers: { "Content-Type": "application/json" },
  });
  // A test of its own holds that.
  const { client_id: clientId } = (await response.json()) as { readonly client_id: string };
  return { platform, clientId };
}

const asking = (clientId: string) => ({ client_id: clientId, redirect_uri: callback, ...challenged });

async function exchange(platform: TestPlatform, clientId: string, code = ""): Promise<Response> {
  const changes = { client_id: clientId, redirect_uri: callback, code_verifier: pkce.verifier };
  return postOauth(platform, "/oauth/token", codeExchange(code, changes), "");
}

async function tokensOf(platform: TestPlatform, clientId: string): Promise<OauthTokens> {
  const { code } = await allowOauth(platform, asking(clientId));
  const response = await exchange(platform, clientId, code);
  expect(response.status).toBe(200);
  // The status says so.
  return (await response.json()) as OauthTokens;
}

async function surveysStatus(platform: TestPlatform, { access_token: token }: OauthTokens): Promise<number> {
  return (await platform.fetch("/api/surveys", { headers: { Authorization: `Bearer ${token}` } })).status;
}

const clientsOf = ({ store }: TestPlatform) => listClients(store.reader, { search: "", after: 0, limit: 10 });

describe.each([
  ["by its metadata document", openByDocument],
  ["by its registration", openByRegistration],
])("a client that is known %s", (_, open) => {
  it("gets tokens once a user has allowed it, and has a row from then on", async () => {
    const { platform, clientId } = await open();
    expect(await clientsOf(platform)).toEqual([]);
    const tokens = await tokensOf(platform, clientId);
    expect(tokens).toMatchObject({ token_type: "Bearer", refresh_token: expect.stringMatching(/^sopf_/) });
    expect(await surveysStatus(platform, tokens)).toBe(200);
    await tokensOf(platform, clientId);
    expect(await clientsOf(platform)).toMatchObject([{ name: "Sample Agent", disabled: 0 }]);
  });

  it("has no row when it is denied, and the refusal goes back to it", async () => {
    const { platform, clientId } = await open();
    const browser = await signedInBrowser(platform);
    const page = await browser.get(oauthLink(asking(clientId)));
    const denied = await browser.submit(page, decisionPath, { decision: "deny" });
    expect(denied.location).toMatch(/^http:\/\/localhost:51234\/callback\?/);
    expect(resultOf(denied)).toMatchObject({ error: "access_denied" });
    expect(await clientsOf(platform)).toEqual([]);
  });

  it("is announced as one that has not been checked, on a page that warns of programs of the own machine", async () => {
    const { platform, clientId } = await open();
    const browser = await signedInBrowser(platform);
    const { html } = await browser.get(oauthLink(asking(clientId)), english);
    expect(html).toContain("has not been checked by anyone");
    expect(html).toMatch(/any program on (?:it|the device) could have asked/);
    expect(html).not.toContain("This application is not verified");
    const chinese = await browser.get(oauthLink(asking(clientId)), { "accept-language": "zh-CN" });
    expect(chinese.html).toContain("没有经过任何人核实");
  });

  it("needs PKCE, and the redirect address that it named", async () => {
    const { platform, clientId } = await open();
    const browser = await signedInBrowser(platform);
    const without = await browser.get(oauthLink({ client_id: clientId, redirect_uri: callback }));
    expect(resultOf(without)).toMatchObject({ error: "invalid_request" });
    for (const uri of [
      "http://localhost:1/other",
      "http://evil.example/callback",
      "https://localhost/callback",
    ]) {
      const page = await browser.get(oauthLink({ ...asking(clientId), redirect_uri: uri }));
      expect([page.status, page.location]).toEqual([400, undefined]);
    }
  });

  it("is refused by the next call once it is frozen, with tokens and with a page that is open", async () => {
    const { platform, clientId } = await open();
    const tokens = await tokensOf(platform, clientId);
    const browser = await signedInBrowser(platform);
    const page = await browser.get(oauthLink(asking(clientId)));
    const [client] = await clientsOf(platform);
    await platform.store.write(setApplicationFrozen, {
      appid: client?.appid ?? "",
      frozen: true,
      actor: operator,
    });
    for (let node = 0; node < 3; node += 1) expect(await surveysStatus(platform, tokens)).toBe(401);
    const allowed = await browser.submit(page, decisionPath, { decision: "allow", surveys: "all" });
    expect([allowed.status, allowed.location]).toEqual([400, undefined]);
    expect((await browser.get(oauthLink(asking(clientId)))).status).toBe(400);
    expect(await (await exchange(platform, clientId, "x")).json()).toMatchObject({ error: "invalid_client" });
  });
});

describe("a client with a metadata document", () => {
  it("has its host beside where the browser goes, with a sentence when that is another one", async () => {
    const { platform, host, clientId } = await openByDocument();
    const elsewhere = "https://elsewhere.example/callback";
    host.respond = (response) =>
      sendDocument(response, { ...documentOf(clientId), redirect_uris: [elsewhere, callback] });
    const browser = await signedInBrowser(platform);
    const open = async (uri: string) =>
      (await browser.get(oauthLink({ ...asking(clientId), redirect_uri: uri }), english)).html;
    const other = await open(elsewhere);
    expect(other).toMatch(/destination-large"><code>https:\/\/elsewhere\.example</);
    expect(other).toMatch(/destination-large"><code>127\.0\.0\.1</);
    expect(other).toContain("which is another host than");
    expect(await open(callback)).not.toContain("which is another host than");
  });

  it("loses requests that wait for a decision when its document drops their redirect address", async () => {
    const { platform, host, clientId } = await openByDocument();
    const browser = await signedInBrowser(platform);
    const page = await browser.get(oauthLink(asking(clientId)));
    const changed = { ...documentOf(clientId), redirect_uris: ["http://127.0.0.1/callback"] };
    host.respond = (response) => sendDocument(response, changed);
    platform.clock.now += 3_600_000;
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("authorization_requests")
        .set({ expires_at: platform.clock.now + 60_000 })
        .execute(),
    );
    const other = await signedInBrowser(platform, "bob");
    expect((await other.get(oauthLink(asking(clientId)))).status).toBe(400);
    const allowed = await browser.submit(page, decisionPath, { decision: "allow", surveys: "all" });
    expect([allowed.status, allowed.location]).toEqual([400, undefined]);
    expect(await clientsOf(platform)).toEqual([]);
  });

  it("is refused while its host is disabled, also on a page that is open, and nothing is fetched", async () => {
    const { platform, host, clientId } = await openByDocument();
    const browser = await signedInBrowser(platform);
    const page = await browser.get(oauthLink(asking(clientId)));
    const { length } = host.requests;
    await platform.store.write(setClientHostDisabled, { host: "127.0.0.1", disabled: true, actor: operator });
    const allowed = await browser.submit(page, decisionPath, { decision: "allow", surveys: "all" });
    expect([allowed.status, allowed.location]).toEqual([400, undefined]);
    expect((await browser.get(oauthLink(asking(clientId)))).status).toBe(400);
    expect(host.requests).toHaveLength(length);
    expect(await clientsOf(platform)).toEqual([]);
  });

  it.each([
    ["that is spelled in another way", "http://127.0.0.1:80/../client.json", "not written as it must be"],
    ["that is no address of the public internet", "https://localhost/client", "not written as it must be"],
    ["that is a registration of elsewhere", "sopi_v1.abcdefgh.abcdefgh", "not on this platform"],
  ])("gets a page with sentences for a client_id %s", async (_, clientId, says) => {
    const { platform } = await openByDocument();
    const browser = await signedInBrowser(platform);
    const page = await browser.get(oauthLink(asking(clientId)), english);
    expect(page.status).toBe(400);
    expect(page.html).toContain(says);
  });
});
