import { describe, expect, it } from "vitest";
import { Browser, formsOf } from "../support/browser.ts";
import { documentOf, sendDocument, startDocumentHost } from "../support/document-host.ts";
import {
  challenged,
  makePublic,
  oauthLink,
  oauthSettings,
  platformOrigin,
  resultOf,
} from "../support/oauth.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { sampleCallback } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const evil = "https://evil.example/callback?from=mail";
const onOwnMachine = "http://127.0.0.1:51234/callback";
const ofOwnScheme = "com.example.app:/callback";

async function byDocument() {
  const host = await startDocumentHost();
  const platform = await startTestPlatform({ ...oauthSettings, clientDocumentAllow: host.host });
  const clientId = host.address();
  const redirect_uris = [evil, onOwnMachine, ofOwnScheme];
  host.respond = (response) => sendDocument(response, { ...documentOf(clientId), redirect_uris });
  return { platform, clientId, ownAddresses: [onOwnMachine, ofOwnScheme] };
}

async function byRegistration() {
  const platform = await startTestPlatform(oauthSettings);
  const response = await platform.fetch("/oauth/register", {
    method: "POST",
    body: JSON.stringify({ client_name: "Sample Agent", redirect_uris: [evil, onOwnMachine] }),
    headers: { "Content-Type": "application/json" },
  });
  // A test of its own holds that.
  const { client_id: clientId } = (await response.json()) as { readonly client_id: string };
  return { platform, clientId, ownAddresses: [onOwnMachine] };
}

type Changes = Readonly<Record<string, string>>;
const asking = (clientId: string, changes: Changes) =>
  oauthLink({ client_id: clientId, redirect_uri: evil, state: "a&b", ...challenged, ...changes });
const read = (platform: TestPlatform, link: string, language = "en") =>
  new Browser(platform).get(link, { "accept-language": language });

/** Where the links of a page lead outside. */
const outsideLinks = (html: string) =>
  [...html.matchAll(/href="(https?:[^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));

describe.each([
  ["a metadata document", byDocument],
  ["a registration by request", byRegistration],
])("a client that anybody can make, by %s,", (_kind, make) => {
  it.each<[string, Changes, string]>([
    ["a wrong scope", { scope: "wrong" }, "invalid_scope"],
    ["a missing challenge", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
    ["prompt=none of a visitor", { prompt: "none" }, "login_required"],
  ])("cannot send a browser to its website by a link with %s", async (_, changes, error) => {
    const { platform, clientId } = await make();
    const page = await read(platform, asking(clientId, changes));
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.html).toMatch(/destination-large"><code>evil\.example</);
    expect(page.html).toContain("has not been checked by anyone");
    const [link = "", ...others] = outsideLinks(page.html);
    expect(others).toEqual([]);
    expect(link.startsWith(`${evil}&error=${error}&`)).toBe(true);
    const { searchParams } = new URL(link);
    expect(Object.fromEntries(searchParams)).toMatchObject({ error, state: "a&b", iss: platformOrigin });
    expect(page.html).toContain(searchParams.get("error_description"));
    const chinese = await read(platform, asking(clientId, changes), "zh-CN");
    expect(chinese.html).toContain("没有经过任何人核实");
  });

  it("cannot do so with prompt=none for a user who is signed in, or has allowed it before", async () => {
    const { platform, clientId } = await make();
    const browser = await signedInBrowser(platform);
    const silent = asking(clientId, { prompt: "none" });
    expect(await browser.get(silent)).toMatchObject({ status: 400, location: undefined });
    const consent = await browser.get(asking(clientId, {}));
    await browser.submit(consent, decisionPath, { decision: "allow", surveys: "all" });
    expect(await browser.get(silent)).toMatchObject({ status: 400, location: undefined });
  });

  it("cannot do so by a form either, which waits for a click", async () => {
    const { platform, clientId } = await make();
    const page = await read(platform, asking(clientId, { scope: "wrong", response_mode: "form_post" }));
    expect([page.status, outsideLinks(page.html)]).toEqual([400, []]);
    expect(page.html).not.toContain("<script src");
    const form = formsOf(page.html).find(({ action }) => action === evil);
    expect(form?.hidden).toMatchObject({ error: "invalid_scope", state: "a&b", iss: platformOrigin });
  });

  it("gets errors at once on the user's own machine, and a denial anywhere", async () => {
    const { platform, clientId, ownAddresses } = await make();
    for (const redirect_uri of ownAddresses) {
      const page = await read(platform, asking(clientId, { redirect_uri, scope: "wrong" }));
      expect([page.status, page.location?.startsWith(`${redirect_uri}?error=invalid_scope`)]).toEqual([
        303,
        true,
      ]);
    }
    const browser = await signedInBrowser(platform);
    const denied = await browser.submit(await browser.get(asking(clientId, {})), decisionPath, {
      decision: "deny",
    });
    expect(resultOf(denied)).toMatchObject({ error: "access_denied", state: "a&b" });
  });
});

describe("an application that a person has registered", () => {
  it("gets errors at once, with a secret and without one", async () => {
    const platform = await startTestPlatform(oauthSettings);
    for (const change of [() => Promise.resolve(), makePublic]) {
      await change(platform);
      const page = await read(platform, oauthLink({ ...challenged, scope: "wrong" }));
      expect(page.location?.startsWith(`${sampleCallback}?error=invalid_scope`)).toBe(true);
    }
  });

  it("gets them by a click where everyone may create an account, until the operator has verified it", async () => {
    const platform = await startTestPlatform({ ...oauthSettings, signUp: "open" });
    for (const changes of [{ scope: "wrong" }, { prompt: "none" }]) {
      const unverified = { client_id: "other_app", redirect_uri: "https://other.example/callback" };
      const page = await read(platform, oauthLink({ ...unverified, ...changes }));
      expect([page.status, page.location]).toEqual([400, undefined]);
      expect(page.html).toMatch(/destination-large"><code>other\.example</);
      const ofVerified = await read(platform, oauthLink(changes));
      expect(ofVerified.location?.startsWith(`${sampleCallback}?error=`)).toBe(true);
    }
  });
});
