import { describe, expect, it } from "vitest";
import { databaseContents } from "../support/database-contents.ts";
import { declareDemoApp } from "../support/declare.ts";
import { authorizationLink } from "../support/flows.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { sampleCallback } from "../support/sample-declaration.ts";
import { sharePlatform } from "../support/shared-platform.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { someOf } from "../../../../scripts/vitest/depth.ts";

/** Addresses that a developer must not get registered, by what is wrong with them. */
const refused: Readonly<Record<string, readonly string[]>> = {
  "schemes that run something or lead nowhere": [
    "javascript:alert(1)",
    "javascript://app.example/%0aalert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://app.example/x",
    "file:///etc/passwd",
    "about:blank",
    "view-source:https://app.example/",
    "intent://app.example/#Intent;end",
    "app.example.callback:/done",
    "ftp://app.example/callback",
    "ws://app.example/callback",
  ],
  "plain HTTP to another machine": [
    "http://app.example/callback",
    "http://192.168.0.1/callback",
    "http://0.0.0.0/callback",
    "http://localhost.evil.example/callback",
    "http://localhost@evil.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://[::ffff:192.168.0.1]/callback",
  ],
  "other spellings of loopback": [
    "http://0x7f.1/callback",
    "http://2130706433/callback",
    "http://017700000001/callback",
    "http://127.1/callback",
    "http://LOCALHOST/callback",
    "http://localhost./callback",
    "http://[0:0:0:0:0:0:0:1]/callback",
  ],
  "no address of its own": [
    "",
    " ",
    "/callback",
    "//app.example/callback",
    "callback",
    "app.example",
    "null",
    "*",
  ],
  "a fragment, also an empty one": [
    "https://app.example/callback#",
    "https://app.example/callback#x",
    "https://app.example/#/callback",
    "https://app.example/callback?x=1#",
    "https://app.example/callback?x=1#y",
  ],
  "a user name": [
    "https://user@app.example/callback",
    "https://user:password@app.example/callback",
    "https://@app.example/callback",
    "https://app.example@evil.example/callback",
    "https://app.example%40evil.example/callback",
  ],
  "a backslash": [
    String.raw`https://app.example\callback`,
    String.raw`https:\\app.example/callback`,
    String.raw`https://evil.example\@app.example/callback`,
    String.raw`https://app.example/callback\..\x`,
    String.raw`https://app.example/callback?x=\y`,
  ],
  "a wildcard": [
    "https://*.example/callback",
    "https://app.example/*",
    "https://app.example/callback?x=*",
    "https://*",
  ],
  "dot segments": [
    "https://app.example/a/../callback",
    "https://app.example/./callback",
    "https://app.example/%2e%2e/callback",
    "https://app.example/.%2E/callback",
  ],
  "control characters, blanks and other letters": [
    "https://app.example/callback\r\nSet-Cookie: sop_session=evil",
    "https://app.example/callback?x=1\r\nSet-Cookie: sop_session=evil",
    "https://app.example/callback?x=\u4e2d",
    "https://app.example/callback?x= y",
    "https://app.example/call\nback",
    "https://app.example/call\tback",
    "https://app.example/callback\0",
    "https://app.example/call back",
    " https://app.example/callback",
    "https://app.example/callback ",
    "https://app.example/\u4e2d\u6587",
    "https://\u0430pp.example/callback",
    "https://app\uff0eexample/callback",
    "https://app.example/callback\u202e",
    "https://app.example/callback\u2028",
    "https://app.example/\ud800",
    'https://app.example/"><script>alert(1)</script>',
  ],
  "broken percent signs": [
    "https://app.example/%",
    "https://app.example/%zz",
    "https://app.example/callback%a",
  ],
  "parameters of ours": [
    "https://app.example/callback?code=mine",
    "https://app.example/callback?iss=https://other.example",
    "https://app.example/callback?error_description=x",
    "https://app.example/callback?x=1&state=mine",
    "https://app.example/callback?error=mine",
    "https://app.example/callback?%63ode=mine",
    "https://app.example/callback?code",
  ],
  "a host that browsers write differently": [
    "https://APP.example/callback",
    "https://app.example./callback",
    "https://app.example:443/callback",
    "https://app.example:0443/callback",
    "https://app.example:/callback",
    "https://app.example:99999/callback",
    "https:///app.example/callback",
    "https:app.example/callback",
    "HTTPS://app.example/callback",
  ],
  "more than anybody could mean": [
    `https://app.example/${"x".repeat(2048)}`,
    `https://${"x.".repeat(3000)}example/`,
  ],
};

describe("an address that could lead astray is not registered, and with it nothing else of the file", () => {
  const cases = Object.entries(refused).flatMap(([why, addresses]) =>
    addresses.map((address) => [why, JSON.stringify(address).slice(0, 100), address] as const),
  );
  const shared = sharePlatform();

  it.each(someOf(cases))("%s: %s", async (_why, _shown, address) => {
    const platform = shared();
    const before = await databaseContents(platform);
    const redirect_uris = ["https://app.example/fine", address];
    await expect(declareDemoApp(platform, { redirect_uris, verified: false })).rejects.toThrow(
      /applications\[0\]\.redirect_uris\[1\]/,
    );
    expect(await databaseContents(platform)).toEqual(before);
  });
});

describe("an address that is registered is the only one that is redirected to", () => {
  it.each([
    "https://app.example/callback",
    "https://app.example",
    "https://app.example/callback?from=sop&x=%2F",
    "https://xn--80ak6aa92e.example/callback",
    "https://[2001:db8::1]:8443/callback",
    "http://localhost:3000/callback",
    "http://127.0.0.1:3000/callback",
    "http://[::1]/callback",
  ])("%s", async (address) => {
    const platform = await startTestPlatform();
    await declareDemoApp(platform, { redirect_uris: [address, sampleCallback] });
    const browser = await signedInBrowser(platform);
    const consent = await browser.get(authorizationLink({ redirect_uri: address }));
    const { location = "" } = await browser.submit(consent, decisionPath, { decision: "allow" });
    expect(location.startsWith(address)).toBe(true);
    expect(new URL(location).origin).toBe(new URL(address).origin);
    expect(new URL(location).searchParams.get("code")).toMatch(/^sopc_[\w-]{32}$/);
    // What was registered before and is not any more.
    const old = await browser.get(authorizationLink({ redirect_uri: "http://localhost:8788/callback" }));
    expect([old.status, old.location]).toEqual([400, undefined]);
  });
});
