import { describe, expect, it } from "vitest";
import { SettingsPage } from "../../src/people/administration/settings-page.tsx";
import { settingsInEffect } from "../../src/config/read-config.ts";
import { settings } from "../../src/config/settings.ts";
import { pageHtml } from "../pages/sample-pages.tsx";
import { makeAdministrators } from "../support/administrators.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const canary = "canary-of-the-database";
const none = { flags: {}, environment: {} };

const addresses = [
  [`postgres://sop:${canary}@db.example:5432/sop`, "postgres://sop:***@db.example:5432/sop"],
  [`postgresql://:${canary}@one,two:5433/sop`, "postgresql://:***@one,two:5433/sop"],
  [
    `postgres://sop@team:${canary}:x@y@db/sop?sslmode=require`,
    "postgres://sop@team:***@db/sop?sslmode=require",
  ],
  [`postgres://sop:${canary}%40%2F@[::1]:5432/sop`, "postgres://sop:***@[::1]:5432/sop"],
  ["postgres://sop@db.example:5432/sop", "postgres://sop@db.example:5432/sop"],
  ["sqlite:./data/a:b@c.db", "sqlite:./data/a:b@c.db"],
] as const;

describe("the settings that administrators see", () => {
  it.each(addresses)("have no password of the database: %s", (address, shown) => {
    for (const sources of [
      { ...none, flags: { database: address } },
      { ...none, environment: { SOP_DATABASE: address } },
      { ...none, defaults: { database: address } },
    ]) {
      const inEffect = settingsInEffect(sources);
      expect(inEffect.find(({ name }) => name === "database")?.text).toBe(shown);
      expect(JSON.stringify(inEffect)).not.toContain(canary);
    }
  });

  it("are all of them, each with its value and where that comes from", () => {
    const inEffect = settingsInEffect({
      flags: { port: "81", workers: "2" },
      environment: { SOP_PORT: "82", SOP_HOST: "::1" },
      defaults: { database: "sqlite:demo.db", host: "::2" },
    });
    expect(inEffect.map(({ name }) => name)).toEqual(Object.keys(settings));
    const of = (one: string) => inEffect.find(({ name }) => name === one);
    expect(of("port")).toMatchObject({ text: "81", source: "flag" });
    expect(of("host")).toMatchObject({ text: "::1", source: "variable" });
    expect(of("database")).toMatchObject({ text: "sqlite:demo.db", source: "command" });
    expect(of("logLevel")).toMatchObject({ text: "info", source: "default" });
  });

  it.each([
    ["en", "command line", "environment variable", "not set"],
    ["zh-CN", "命令行参数", "环境变量", "未设置"],
  ] as const)("are on one page in %s", async (language, ...words) => {
    const inEffect = settingsInEffect({ flags: { port: "81" }, environment: { SOP_HOST: "::1" } });
    const signedIn = { nickname: "Root", username: "root", administrator: true, csrf: "c" };
    const props = { language, path: "/admin/settings", signedIn, timeZone: "UTC" };
    const html = await pageHtml(SettingsPage({ ...props, settings: inEffect }));
    for (const { variable } of inEffect) expect(html).toContain(variable);
    for (const word of [...words, "<code>81</code>", "<code>--port</code>"]) expect(html).toContain(word);
  });

  it("are served to an administrator and to no other user", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "23" });
    await makeAdministrators(platform, "bob");
    const root = await signedInBrowser(platform, "bob");
    expect((await root.get("/admin/settings")).html).toContain("<code>23</code>");
    const ada = await signedInBrowser(platform, "ada");
    expect((await ada.get("/admin/settings")).status).toBe(403);
    expect((await ada.get("/admin/health")).status).toBe(403);
  });
});
