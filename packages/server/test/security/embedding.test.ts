import { describe, expect, it, test } from "vitest";
import type { SurveySettings } from "@survey-open-platform/surveys";
import { originIn } from "../../src/model/embedding.ts";
import { Browser, type Page } from "../support/browser.ts";
import { publishSurvey, sendPage } from "../support/published-survey.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { surveyOfAda } from "../surveys/workspace/support/survey-of-ada.ts";

const text = "Lunch\n\n\n\nHow was it?[Single Line Text]";
const shop = "https://shop.example";

async function open(settings: Partial<SurveySettings> = {}, authUrl = "") {
  const platform = await startTestPlatform({ authUrl });
  const survey = await publishSurvey(platform, { text, settings });
  return { platform, survey, browser: new Browser(platform) };
}

/** Who may show a page in a frame, as old and new browsers read it. */
function framesOf({ headers }: Page): readonly [string | undefined, string | null] {
  const directives = headers.get("content-security-policy")?.split("; ") ?? [];
  const found = directives.filter((one) => one.startsWith("frame-ancestors "));
  expect(found).toHaveLength(1);
  return [found[0]?.slice("frame-ancestors ".length), headers.get("x-frame-options")];
}

const none = ["'none'", "DENY"];

describe("a survey can be in a frame", () => {
  it("of no website unless its author names one", async () => {
    const { survey, browser } = await open();
    expect(framesOf(await browser.get(survey.path))).toEqual(none);
  });

  it("of the websites that its author names, on all of its pages, and of no other page", async () => {
    const { platform, survey, browser } = await open({ embedOrigins: [shop, "http://localhost:8080"] });
    const allowed = [`${shop} http://localhost:8080`, null];
    const first = await browser.get(survey.path);
    expect(framesOf(first)).toEqual(allowed);
    expect(framesOf(await sendPage(browser, first, []))).toEqual(allowed);
    platform.clock.now += 60_000;
    const sent = await sendPage(browser, first, [[survey.questionId(1), "Good"]]);
    expect(sent.location).toContain("/done?answer=");
    expect(framesOf(await browser.get(sent.location ?? ""))).toEqual(allowed);
    // In a frame, a page about a problem would be blank otherwise.
    expect(framesOf(await new Browser(platform).post(survey.path, {}))).toEqual(allowed);
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { state: 3 } });
    expect(framesOf(await browser.get(survey.path))).toEqual(allowed);
    for (const path of ["/", "/login", survey.path.replace(/[0-9a-f]+\/$/, "00c0ffee/")])
      expect(framesOf(await browser.get(path)), path).toEqual(none);
  });

  test.each<readonly [string, Partial<SurveySettings>]>([
    ["with signing in", { requiresSignIn: true }],
    ["once per person", { once: "person" }],
    ["for a list of respondents", { onlyListed: true }],
  ])("but not where it acts for a person: %s", async (_, settings) => {
    const { survey, browser } = await open({ ...settings, embedOrigins: [shop] });
    expect(framesOf(await browser.get(survey.path))).toEqual(none);
  });
});

/** The line that sets the cookie of the respondent. */
function cookieOf({ headers }: Page): string | undefined {
  return headers.getSetCookie().find((line) => line.includes("sop_respondent="));
}

describe("the cookie of a respondent", () => {
  const inFrame = { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" };

  it("is kept apart for the website with the frame, and sent there over TLS only", async () => {
    const { survey, browser } = await open({ embedOrigins: [shop] }, "https://survey.example");
    const cookie = cookieOf(await browser.get(survey.path, inFrame));
    expect(cookie).toMatch(/^__Host-sop_respondent=.*; Secure; SameSite=None; Partitioned$/);
  });

  it.each([
    ["on a page of its own", "https://survey.example", {}],
    ["without TLS", "", inFrame],
  ])("is not sent to other websites %s", async (_, authUrl, headers) => {
    const { survey, browser } = await open({ embedOrigins: [shop] }, authUrl);
    expect(cookieOf(await browser.get(survey.path, headers))).toMatch(/; SameSite=Lax$/);
  });

  it("is the only one that a frame gets", async () => {
    const { survey, browser } = await open({ embedOrigins: [shop] }, "https://survey.example");
    const page = await browser.get(`${survey.path}?lang=en`, inFrame);
    const sent = page.headers.getSetCookie().filter((line) => line.includes("SameSite=None"));
    expect(sent.map((line) => line.split("=", 1)[0])).toEqual(["__Host-sop_respondent"]);
  });
});

describe("the name of a website", () => {
  it.each([
    ["https://Shop.example", shop],
    ["https://shop.example/", shop],
    ["http://localhost:8080", "http://localhost:8080"],
    ["https://münchen.example:8443", "https://xn--mnchen-3ya.example:8443"],
  ])("%s is an origin", (given, origin) => expect(originIn(given)).toBe(origin));

  it.each([
    "*",
    "https://*",
    "https://*.shop.example",
    "shop.example",
    "https:",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://shop.example/page",
    "https://shop.example?x",
    "https://user@shop.example",
    "https://shop.example; script-src *",
    "https://shop.example;script-src",
    "https://shop.example,https://evil.example",
    "https://shop.example'",
    "'self'",
  ])("%s is none", (given) => expect(originIn(given)).toBeUndefined());

  it("is read from the settings, which keep origins and refuse everything else", async () => {
    const { ada, address, platform, id } = await surveyOfAda();
    const form = `${address}/settings`;
    const save = async (fields: Readonly<Record<string, string>>) =>
      ada.submit(await ada.get(form), form, { once: "none", address_days: "30", ...fields });
    const kept = async () => (await platform.store.surveys.findSettings(id))?.embedOrigins;
    expect((await save({ embed_origins: `${shop}/\r\n${shop}\r\nhttp://localhost:8080` })).status).toBe(303);
    expect(await kept()).toEqual([shop, "http://localhost:8080"]);
    for (const fields of [
      { embed_origins: "https://shop.example;script-src" },
      { embed_origins: Array.from({ length: 21 }, (__, at) => `https://s${at}.example`).join("\n") },
      { embed_origins: shop, sign_in: "on" },
    ])
      expect((await save(fields)).status).toBe(400);
    expect(await kept()).toEqual([shop, "http://localhost:8080"]);
    await save({ embed_origins: "" });
    expect(await kept()).toEqual([]);
  });
});

test("the page for sharing has the code of a frame for the websites that are named, and says why there is none", async () => {
  const { ada, address, platform, id } = await surveyOfAda('"Lunch" <b>\n\n\n\nHow?[Single Line Text]');
  const change = (settings: Partial<SurveySettings>) =>
    platform.store.surveys.changeSettings({ surveyId: id, settings });
  const share = async () => (await ada.get(`${address}/share`, { "accept-language": "en" })).html;
  expect(await share()).toContain("No website may show this survey in a frame yet.");
  await change({ embedOrigins: [shop] });
  const named = await share();
  expect(named).toContain(`a page of ${shop}.`);
  const code = /&lt;iframe (.*)&gt;&lt;\/iframe&gt;/.exec(named)?.[1]?.replaceAll("&quot;", '"');
  expect(code).toMatch(
    /^src="[^"]*\/s2\/\d+\/[0-9a-f]+\/\?channel=embed" title="&amp;quot;Lunch&amp;quot; &amp;lt;b>?/,
  );
  await change({ requiresSignIn: true });
  expect(await share()).toContain("cannot be in a frame: link to it");
});
