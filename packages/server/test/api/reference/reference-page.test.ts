import { describe, expect, it } from "vitest";
import { endpointsOf } from "../../../src/api/endpoints.ts";
import { errorKinds } from "../../../src/errors.ts";
import { languages } from "@survey-open-platform/service";
import { callDescriptionFor } from "../../../src/api/reference/call-descriptions.ts";
import { authorizationParameters } from "../../../src/api/reference/authorization-parameters.ts";
import { describeApi, type DescribedApi } from "../../../src/api/reference/describe-api.ts";
import { fieldsInChinese } from "../../../src/api/reference/field-texts.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const apiOf = (platform: TestPlatform) =>
  describeApi(endpointsOf(platform.store, { timeZone: "Asia/Shanghai" }));

async function openPage(platform: TestPlatform, language: string): Promise<string> {
  const reply = await platform.fetch(`/docs/api?lang=${language}`);
  expect(reply.status).toBe(200);
  return reply.text();
}

/** From an element's own start to the next one of its kind. */
function articleOf(html: string, id: string): string {
  const start = html.indexOf(`<article class="card" id="${id}"`);
  return start === -1 ? "" : html.slice(start, html.indexOf("</article>", start));
}

describe.each(languages)("the reference page in %s", (language) => {
  it("shows each call with its path, its words, every parameter and a link to every error", async () => {
    const platform = await startTestPlatform();
    const html = await openPage(platform, language);
    for (const call of apiOf(platform).calls) {
      const article = articleOf(html, `call-${call.operationId}`);
      expect(article).toContain(`${call.method} ${call.path}<`);
      expect(article).toContain(`<h3>${escaped(callDescriptionFor(call, language).summary)}</h3>`);
      expect(html).toContain(`href="#call-${call.operationId}"`);
      for (const { name } of call.parameters) expect(article).toContain(`<code>${name}</code>`);
      expect(article).toContain(call.bearerScopes ?? "");
      for (const type of call.errors) expect(article).toContain(`href="#error-${type}"`);
    }
  });

  it("says how bodies, lists and repeated calls are written, and how an event is signed", async () => {
    const html = await openPage(await startTestPlatform(), language);
    for (const said of [
      "x-www-form-urlencoded",
      "ids[0]=1",
      "Idempotency-Key",
      "webhook-signature",
      "whsec_",
    ])
      expect(html).toContain(said);
  });

  it("has an anchor for each error type, with its class", async () => {
    const html = await openPage(await startTestPlatform(), language);
    for (const [type, { code }] of Object.entries(errorKinds)) {
      expect(articleOf(html, `error-${type}`), type).toContain(`<code>${code}</code>`);
    }
  });

  it("links within itself only to what is there, and names nothing twice", async () => {
    const html = await openPage(await startTestPlatform(), language);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("has no style, script or event handler of its own, and loads nothing from elsewhere", async () => {
    const html = await openPage(await startTestPlatform(), language);
    expect(html.match(/<style|<script(?![^>]* src=)| style=| on[a-z]+=/g)).toBeNull();
    const loaded = [...html.matchAll(/<(?:link|script|img|iframe)\b[^>]* (?:src|href)="([^"]*)"/g)];
    expect(loaded.length).toBeGreaterThan(0);
    expect(
      loaded.map(([, address]) => address).filter((address) => !/^\/(?!\/)/.test(address ?? "")),
    ).toEqual([]);
  });
});

describe("the reference page", () => {
  it("describes every call in Chinese in words of its own", async () => {
    for (const call of apiOf(await startTestPlatform()).calls) {
      const { summary, description } = callDescriptionFor(call, "zh-CN");
      expect(summary, call.operationId).toMatch(/\p{Script=Han}/u);
      expect(description, call.operationId).toMatch(/\p{Script=Han}/u);
    }
  });

  it("describes every parameter, field and object in Chinese, and nothing else", async () => {
    const described = shownDescriptions(apiOf(await startTestPlatform()));
    expect(Object.keys(fieldsInChinese).toSorted()).toEqual([...described].toSorted());
    const untranslated = Object.entries(fieldsInChinese).filter(([, text]) => !/\p{Script=Han}/u.test(text));
    expect(untranslated).toEqual([["RFC 3339", "RFC 3339"]]);
  });

  it("shows the lifetimes and the kind of HTTP status of this server", async () => {
    const html = await openPage(await startTestPlatform({ teamAccessTokenTtl: "4321" }), "en");
    expect(html).toContain("4321 seconds");
    expect(html).toContain("check code, not the status");
    const semantic = await openPage(await startTestPlatform({ errorStatus: "semantic" }), "en");
    expect(semantic).not.toContain("check code, not the status");
  });

  it("puts no invented host name into the commands that it shows", async () => {
    const platform = await startTestPlatform();
    const reply = await platform.app.pages.request("http://a$(id).example/docs/api");
    expect(await reply.text()).not.toContain("$(id)");
  });
});

/** The descriptions that the page shows beside those of the calls. */
function shownDescriptions({ calls, schemas }: DescribedApi): ReadonlySet<string> {
  const objects = [...calls.map(({ data }) => data), ...Object.values(schemas)];
  const described = [
    ...authorizationParameters,
    ...calls.flatMap(({ parameters, body }) => [...parameters, ...body]),
    ...Object.values(schemas),
    ...objects.flatMap(({ properties = {} }) => Object.values(properties)),
  ];
  return new Set(described.map(({ description = "" }) => description).filter(Boolean));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll("<", "&lt;");
}
