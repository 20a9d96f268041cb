import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it } from "vitest";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { logEn } from "../../../src/surveys/sharing/texts/en.ts";
import { logZhCn } from "../../../src/surveys/sharing/texts/zh-cn.ts";
import { auditEntries } from "../../support/audit.ts";
import type { Browser } from "../../support/browser.ts";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { sessionCookie, signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

function send(browser: Browser, address: string, fields: Readonly<Record<string, string>>) {
  return browser.post(address, { ...fields, csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? "") });
}

async function editTitle(platform: TestPlatform, ada: Browser, id: number, title: string): Promise<void> {
  const draft = await platform.store.surveys.findDraft(id);
  const page = await send(ada, `/surveys/${id}/edit/texts`, {
    title,
    prefix: "",
    suffix: "",
    scene: "1",
    revision: String(draft?.revision),
  });
  expect(page.status).toBe(303);
}

describe("the log of a survey", () => {
  it("says in words what was changed, by whom, in both languages", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const id = await surveyIdOf(platform, "ada-1");
    await send(ada, `/surveys/${id}/settings`, {
      answer_limit: "9",
      once: "none",
      address_days: "30",
      password: "open sesame",
    });
    await send(ada, `/surveys/${id}/labels`, { labels: "2026" });
    const { html } = await ada.get(`/surveys/${id}/log`);
    expect(html).toContain("changed the settings: maximum number of answers: 9");
    expect(html).toContain("password: changed");
    expect(html).not.toContain("sesame");
    expect(html).toContain("set the labels: 2026");
    expect(html).toContain("Ada");
    const chinese = await ada.get(`/surveys/${id}/log?lang=zh-CN`);
    expect(chinese.html).toContain("答卷数量上限：9");
  });

  it("has the edits of one person within ten minutes as one entry", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const id = await surveyIdOf(platform, "ada-1");
    const edits = async () =>
      (await auditEntries(platform)).filter(({ action }) => action === "survey.draft_changed").length;
    await editTitle(platform, ada, id, "One");
    platform.clock.now += 60_000;
    await editTitle(platform, ada, id, "Two");
    expect(await edits()).toBe(1);
    platform.clock.now += 600_000;
    await editTitle(platform, ada, id, "Three");
    expect(await edits()).toBe(2);
  });

  it("has pages, shows changes of one person alone, and no network address", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const id = await surveyIdOf(platform, "ada-1");
    for (let change = 0; change < 51; change += 1)
      await send(ada, `/surveys/${id}/labels`, { labels: `L${change}` });
    const first = await ada.get(`/surveys/${id}/log`);
    expect(first.html).toContain("set the labels: L50");
    expect(first.html).not.toMatch(/set the labels: L0</);
    const next = /\/log\?after=(\d+)/.exec(first.html)?.[1];
    expect((await ada.get(`/surveys/${id}/log?after=${next}`)).html).toMatch(/set the labels: L0</);
    expect((await ada.get(`/surveys/${id}/log?who=999`)).html).toContain("no changes of this person");
    expect((await ada.get(`/surveys/${id}/log?who=%27%3B--`)).status).toBe(200);
    expect(first.html).not.toContain("network-address");
  });

  it("begins when a survey is created on its page", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const made = await send(ada, "/surveys/new", { from: "blank", title: "Lunch" });
    const id = /\/surveys\/(\d+)/.exec(made.location ?? "")?.[1];
    expect((await ada.get(`/surveys/${id}/log`)).html).toContain("created the survey");
  });

  it("has words in both languages for every action that the sources record about a survey", () => {
    const sources = readdirSync("packages/server/src", { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join("packages/server/src", path), "utf8"))
      .filter((text) => text.includes('kind: "survey"') || text.includes("recordAgentChange"));
    const recorded = sources
      .flatMap((text) => [...text.matchAll(/action(?:: |.*[?:] )"([a-z_]+\.[a-z_]+)"/g)])
      .map(([, action = ""]) => action)
      .filter((action) => !["survey.updated", "survey.deleted", "survey.swept"].includes(action));
    expect(recorded.length).toBeGreaterThan(10);
    expect(recorded.filter((action) => !Object.hasOwn(logEn.actions, action))).toEqual([]);
    expect(Object.keys(logZhCn.actions).toSorted()).toEqual(Object.keys(logEn.actions).toSorted());
  });
});
