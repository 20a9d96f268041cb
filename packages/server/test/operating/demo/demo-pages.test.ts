import { describe, expect, test } from "vitest";
import { createApp } from "../../../src/app.ts";
import { readConfig } from "../../../src/config/read-config.ts";
import { demoPages } from "../../../src/operating/demo/demo-pages.tsx";
import { SigningKeys } from "../../../src/grants/openid/signing-keys.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const place = { authUrl: "http://127.0.0.1:8787", baseUrl: "https://api.survey.example" };
const code = `sopc_${"aB3-_".repeat(6)}xy`;

/** The demo's pages on the sample data; what they show of the demo itself falls back to appids. */
async function startDemoPages() {
  const platform = await startTestPlatform();
  const config = readConfig({ flags: {}, environment: {} });
  const pages = demoPages({ store: platform.store, place: () => place });
  const { pages: handler } = createApp({
    settings: [],
    config,
    store: platform.store,
    signingKeys: new SigningKeys(platform.store, undefined),
    observe: () => undefined,
    log: { warn: () => undefined },
    requestLog: platform.requestLog,
    isReady: () => true,
    demoPages: pages,
  });
  const get = async (path: string, init?: RequestInit) =>
    handler.request(`http://127.0.0.1:8787${path}`, init);
  return { platform, get, text: async (path: string) => (await get(path)).text() };
}

/** The commands that a page offers, as a browser copies them. */
function commandsIn(html: string): readonly string[] {
  return [...html.matchAll(/<pre class="command"[^>]*><code>(.*?)<\/code>/gs)].map(([, text = ""]) =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );
}

describe("the demo's first page", () => {
  test("has a link of each application to consent, a new state each time, and the calls of both teams", async () => {
    const { text } = await startDemoPages();
    const [first, second] = [await text("/demo"), await text("/demo")];
    const links = [...first.matchAll(/href="([^"]*authorize[^"]*)"/g)].map(
      ([, href = ""]) => new URL(href.replaceAll("&amp;", "&")),
    );
    expect(links.map(({ searchParams }) => searchParams.get("appid"))).toEqual([
      "demo_insight_board",
      "demo_quick_charts",
    ]);
    for (const { origin, pathname, hash, searchParams } of links) {
      expect({ origin, pathname, hash }).toEqual({
        origin: place.authUrl,
        pathname: "/connect/oauth2/authorize",
        hash: "#wj_redirect",
      });
      expect(searchParams.get("state")).toMatch(/^[a-z0-9]{16}$/);
    }
    expect(links.map(({ searchParams }) => searchParams.get("redirect_uri"))).toEqual([
      "http://127.0.0.1:8787/demo/callback",
      "http://127.0.0.1:8787/demo/callback?application=demo_quick_charts",
    ]);
    expect(second).not.toContain(links[0]?.searchParams.get("state"));
    const commands = commandsIn(first).join("\n");
    expect(commands).toContain(
      "appid=demo_northstar_team&secret=demo-secret-northstar-team-0000000003&grant_type=client_credential",
    );
    expect(commands).toContain("appid=demo_book_club_team&secret=");
    expect(commands).toContain("https://api.survey.example/api/surveys?");
  });

  test("is written in both languages", async () => {
    const { text } = await startDemoPages();
    expect(await text("/demo?lang=zh-CN")).toContain("可用的登录账号");
    expect(await text("/demo?lang=en")).toContain("Users to sign in as");
  });
});

describe("the page of the demo's applications", () => {
  test("shows the code, the state and a call for each next step, with the code in the first one only", async () => {
    const { text } = await startDemoPages();
    const html = await text(`/demo/callback?code=${code}&state=f00`);
    expect(html).toContain(`<code>${code}</code>`);
    expect(html).toContain("<code>f00</code>");
    const commands = commandsIn(html);
    expect(commands).toHaveLength(7);
    expect(commands.map((command) => command.includes(code))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    const paths = commands.map((command) => /https:\/\/api\.survey\.example(\/[^?]*)/.exec(command)?.[1]);
    expect(paths).toEqual([
      "/api/oauth2/access_token",
      "/api/oauth2/user",
      "/api/surveys",
      "/api/surveys/$SURVEY_ID",
      "/api/surveys/$SURVEY_ID/legacy",
      "/api/surveys/$SURVEY_ID/answers",
      "/api/oauth2/refresh_token",
    ]);
  });

  test("plays the application that its address names, and the first one otherwise", async () => {
    const { text } = await startDemoPages();
    expect(await text(`/demo/callback?code=${code}&application=demo_quick_charts`)).toContain(
      "appid=demo_quick_charts",
    );
    for (const name of ["demo_app", "demo_northstar_team", "", '"><b>']) {
      const html = await text(`/demo/callback?code=${code}&application=${encodeURIComponent(name)}`);
      expect(html).toContain("appid=demo_insight_board");
      expect(html).not.toContain("<b>");
    }
  });

  test("tells a denial, with no call to make", async () => {
    const { text } = await startDemoPages();
    const html = await text("/demo/callback?error=access_denied&state=f00");
    expect(html).toContain("<code>access_denied</code>");
    expect(html).toContain("<code>f00</code>");
    expect(commandsIn(html)).toEqual([]);
  });

  test("exchanges nothing by itself", async () => {
    const { platform, text } = await startDemoPages();
    await text(`/demo/callback?code=${code}&state=f00`);
    const tokens = await platform.database.reader.kysely
      .selectFrom("user_access_tokens")
      .selectAll()
      .execute();
    expect(tokens).toEqual([]);
    expect(platform.observed).toEqual([]);
  });

  test.each([
    '$(touch${IFS}x)"; rm -rf ~; "',
    "`id`",
    `sopc_${"a".repeat(31)}$`,
    `sopc_${"a".repeat(31)}\n`,
    `sopc_${"a".repeat(30)}"'`,
    `sopc_${"a".repeat(33)}`,
    `sopu_${"a".repeat(32)}`,
    "",
  ])("offers no command for %j, which is no code", async (odd) => {
    const { text } = await startDemoPages();
    const html = await text(`/demo/callback?code=${encodeURIComponent(odd)}&state=1`);
    expect(commandsIn(html)).toEqual([]);
    expect(html).not.toContain("curl");
  });

  test("shows markup as text", async () => {
    const { text } = await startDemoPages();
    const markup = `<script>alert(1)</script>"'`;
    for (const query of [`code=${code}&state=`, "error=", "error=access_denied&state=", "code="]) {
      const html = await text(`/demo/callback?${query}${encodeURIComponent(markup)}`);
      expect(html).not.toContain("<script>");
      expect(html).not.toContain(`alert(1)</script>"`);
    }
  });

  test("is protected like every page, and takes no other method", async () => {
    const { get } = await startDemoPages();
    const reply = await get(`/demo/callback?code=${code}&state=1`);
    expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect((await get("/demo/callback", { method: "POST" })).status).toBe(405);
  });
});

describe("a platform without the demo", () => {
  test("has none of its pages", async () => {
    const platform = await startTestPlatform();
    for (const path of ["/demo", "/design", "/demo/callback", `/demo/callback?code=${code}`]) {
      expect((await platform.fetch(path)).status, path).toBe(404);
    }
  });
});
