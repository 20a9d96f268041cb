import { describe, expect, it } from "vitest";
import { endpointsOf } from "../../src/api/endpoints.ts";
import { settings } from "../../src/config/settings.ts";
import { authorizationParameters as checkedParameters } from "../../src/grants/authorize/authorization-checks.ts";
import {
  authorizationParameters,
  authorizationPath,
} from "../../src/api/reference/authorization-parameters.ts";
import { describeApi, errorsOfEveryCall } from "../../src/api/reference/describe-api.ts";
import { innocentReplaySeconds, liveAccessTokensPerGrant } from "../../src/store/installation/policy.ts";
import { Browser } from "../support/browser.ts";
import { authorizationLink } from "../support/flows.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import {
  isDataCall,
  parameterTable,
  usualDataErrors,
  usualErrors,
  withGeneratedSections,
} from "./support/api-page.ts";
import { pathOf, readReference, sectionOf, tablesOf, unwrapped } from "./support/markdown-tables.ts";

const page = readReference("http-api.md");

async function startWithApi() {
  const platform = await startTestPlatform();
  const api = describeApi(endpointsOf(platform.store, { timeZone: settings.timeZone.default }));
  return { platform, api };
}

describe("the reference of the HTTP API", () => {
  it("has the calls and shapes of the server; `vitest run -u` writes them again", async () => {
    const { api } = await startWithApi();
    await expect(withGeneratedSections(page, api)).toMatchFileSnapshot(pathOf("http-api.md"));
  });

  it("is right that every call may return what its rules say, and every data call more", async () => {
    const { api } = await startWithApi();
    for (const call of api.calls) {
      const usual = isDataCall(call) ? [...usualErrors, ...usualDataErrors] : usualErrors;
      expect(call.errors, call.path).toEqual(expect.arrayContaining([...usual]));
    }
  });

  it("names the errors that any call can be answered", () => {
    const section = sectionOf(page, "## Rules for every call");
    for (const type of [...errorsOfEveryCall, ...usualErrors, ...usualDataErrors])
      expect(section).toContain(`[\`${type}\`](errors.md#${type})`);
  });

  it("tells the parameters of an authorization link that the page reads, and their order", () => {
    const section = sectionOf(page, "## The authorization page");
    expect(section).toContain(`GET ${authorizationPath}`);
    expect(section).toContain(`\n${parameterTable(authorizationParameters)}\n`);
    // A proposal is read and not checked.
    const read = [...Object.keys(checkedParameters.shape), "survey"];
    expect(authorizationParameters.map(({ name }) => name)).toEqual(read);
  });

  it("tells the lifetimes and limits that there are unless they are set otherwise", () => {
    const [rows = []] = tablesOf(sectionOf(page, "## Lifetimes and limits"));
    const bySetting = rows.filter(([, , setting]) => setting !== "");
    expect(bySetting).toHaveLength(8);
    for (const [what = "", value = "", variable = ""] of bySetting) {
      const setting = Object.values(settings).find((one) => `\`${one.variable}\`` === variable);
      expect(value.split(" ")[0], what).toBe(setting?.default);
    }
    const fixed = rows.filter(([, , setting]) => setting === "").map(([, value]) => value);
    expect(fixed).toEqual([
      String(liveAccessTokensPerGrant),
      `${innocentReplaySeconds} seconds`,
      "100, 20 unless asked",
    ]);
    expect(unwrapped(sectionOf(page, "## Refreshing"))).toContain(
      `up to ${liveAccessTokensPerGrant} per user and application`,
    );
    expect(unwrapped(page)).toContain(`sent again within ${innocentReplaySeconds} seconds`);
  });
});

describe("what the reference of the HTTP API promises", () => {
  it("is true of the headers: those of its table, with their values, and nothing for other origins", async () => {
    const { platform } = await startWithApi();
    const reply = await platform.fetch("/api/surveys", { headers: { Origin: "https://elsewhere.example" } });
    const [rows = []] = tablesOf(sectionOf(page, "### Headers"));
    expect(reply.headers.get("x-error-parameter")).toBe("appid");
    expect(reply.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    const last = rows.find(([name]) => name === "`Cache-Control`")?.[2] ?? "";
    expect(last).toContain(`\`${reply.headers.get("cache-control")}\``);
    for (const name of ["Pragma", "X-Content-Type-Options", "Referrer-Policy"])
      expect(last).toContain(`\`${name}: ${reply.headers.get(name)}\``);
    expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    const wrongMethod = await platform.fetch("/api/surveys", { method: "HEAD" });
    expect([wrongMethod.status, wrongMethod.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });

  it("is true of the order in which an authorization link is checked", async () => {
    const { platform } = await startWithApi();
    const told = /in the order ([^.]+)\./.exec(sectionOf(page, "## The authorization page"))?.[1] ?? "";
    const order = unwrapped(told).split(", ");
    expect(order).toHaveLength(6);
    for (const [index, name] of order.entries()) {
      // This one and all after it are wrong; the page speaks of this one.
      const wrong = Object.fromEntries(order.slice(index).map((later) => [later, "!"]));
      const { html, status } = await new Browser(platform).get(authorizationLink(wrong));
      expect([name, status]).toEqual([name, 400]);
      // An error about one half of a challenge names the other half.
      expect(html).toMatch(new RegExp(`<code>[^<]*${name}(?:_method)?[^<]*</code>`));
    }
  });

  it("is true of a browser that fetches the link ahead of time", async () => {
    const { platform } = await startWithApi();
    const { status } = await new Browser(platform).get(authorizationLink(), { "Sec-Purpose": "prefetch" });
    expect(status).toBe(403);
    expect(sectionOf(page, "## The authorization page")).toContain("prefetch of the link gets 403");
  });

  it("is true of the two forms: the older has its four times as seconds and the text form, and the rest is the same", async () => {
    const { api } = await startWithApi();
    const names = (shape: string) => Object.keys(api.schemas[shape]?.properties ?? {});
    const [newer, older] = [names("Survey"), names("LegacySurvey")];
    expect(newer.filter((name) => !older.includes(name))).toEqual(["created_at", "updated_at"]);
    const more = older.filter((name) => !newer.includes(name));
    expect(more).toEqual(["startTime", "endTime", "createTime", "updateTime", "text"]);
    const section = sectionOf(page, "## The two forms of a survey");
    for (const name of [...more, "created_at", "updated_at"]) expect(section).toContain(`\`${name}\``);
  });
});
