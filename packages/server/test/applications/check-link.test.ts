import { expect, test } from "vitest";
import { checkLink, differingParts } from "../../src/applications/check-link.ts";
import { declareDemoApp } from "../support/declare.ts";
import { authorizationLink, goodLink } from "../support/flows.ts";
import { sampleCallback } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { findApplicationForUser } from "../../src/store/applications/application-for-user-table.ts";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const changes: readonly Readonly<Record<string, string | undefined>>[] = [
  {},
  { state: undefined },
  { state: "" },
  { state: "a".repeat(128) },
  { state: "a".repeat(129) },
  { state: "a b" },
  { appid: "other_app" },
  { appid: undefined },
  { response_type: "token" },
  { response_type: undefined },
  { scope: "snsapi_base" },
  { scope: undefined },
  { redirect_uri: undefined },
  { redirect_uri: "" },
  { redirect_uri: "https://insight.example/callback/" },
  { redirect_uri: "https://insight.example/Callback" },
  { redirect_uri: "https://Insight.example/callback" },
  { redirect_uri: "http://insight.example/callback" },
  { redirect_uri: "https://insight.example/callback?from=sop" },
  { redirect_uri: "https://insight.example/callback?from=sop&x=1" },
  { redirect_uri: encodeURIComponent(sampleCallback) },
  { code_challenge: challenge, code_challenge_method: "S256" },
  { code_challenge: challenge, code_challenge_method: "plain" },
  { code_challenge: challenge },
  { code_challenge_method: "S256" },
  { code_challenge: "short", code_challenge_method: "S256" },
  { unknown: "x" },
];

test.each([false, true])(
  "a link is right exactly when the authorization page accepts it (PKCE required: %s)",
  async (requires_pkce) => {
    const platform = await startTestPlatform();
    await declareDemoApp(platform, { requires_pkce });
    const ada = await signedInBrowser(platform);
    const { ownerId = 0 } = (await platform.store.findApplication("demo_app")) ?? {};
    const application = await findApplicationForUser(platform.store.reader, {
      appid: "demo_app",
      ownerId,
      userId: ownerId,
    });
    if (application === undefined) throw new Error("the sample has the application");
    const verdicts = { right: 0, wrong: 0 };
    const links = changes.map((change) => authorizationLink(change));
    const repeated = Object.keys(goodLink).map((name) => `${authorizationLink()}&${name}=x`);
    for (const link of [...links, ...repeated, `${authorizationLink()}#wj_redirect`]) {
      const { status } = await ada.get(link);
      // Another application's link is accepted for that one, and is wrong here.
      const isAccepted = status === 200 && !link.includes("other_app");
      const problems = checkLink(`https://platform.example${link}`, application);
      expect([link, problems.length === 0]).toEqual([link, isAccepted]);
      verdicts[isAccepted ? "right" : "wrong"] += 1;
    }
    expect(verdicts.right).toBeGreaterThan(0);
    expect(verdicts.wrong).toBeGreaterThan(15);
  },
);

test.each([
  ["http://insight.example/callback", ["scheme"]],
  ["https://insight.example:8443/callback", ["port"]],
  ["https://insight2.example/callback", ["host"]],
  ["https://insight.example/callback/", ["path"]],
  ["https://insight.example/Callback", ["path"]],
  ["https://insight.example/callback?x=1", ["query"]],
  ["https://insight.example/callback#x", ["fragment"]],
  ["https://INSIGHT.example/callback", ["spelling"]],
  ["https%3A%2F%2Finsight.example%2Fcallback", ["encoding"]],
  ["http://insight2.example/other", ["scheme", "host", "path"]],
  ["insight", ["spelling"]],
  ["%zz", ["spelling"]],
])("%s differs from the registered address in %j", (requested, parts) => {
  expect(differingParts(requested, sampleCallback)).toEqual(parts);
});

test.each([
  "",
  "x",
  "javascript:alert(1)",
  "/connect/oauth2/authorize?appid=demo_app",
  `https://x.example/${"a".repeat(9000)}`,
])("%j is no link", (link) => {
  const application = { appid: "demo_app", redirectUris: [sampleCallback], requiresPkce: false };
  expect(checkLink(link, application)).toEqual([{ problem: "link_malformed" }]);
});

test("of several registered addresses the one that differs least is named", () => {
  const redirectUris = ["https://a.example/x", "https://b.example/callback", "https://b.example/other"];
  const link = `https://platform.example${authorizationLink({ redirect_uri: "https://b.example/callback/" })}`;
  const [problem] = checkLink(link, { appid: "demo_app", redirectUris, requiresPkce: false });
  expect(problem).toEqual({
    problem: "not_registered",
    closest: { uri: "https://b.example/callback", parts: ["path"] },
  });
});
