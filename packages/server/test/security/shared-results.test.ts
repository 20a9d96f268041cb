import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it } from "vitest";
import { binSurvey } from "../support/bin-survey.ts";
import { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { adasQuestions, makeResultsLink } from "../support/results-link.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const day = 86_400_000;

/** Makes a link on the page, as its author does. @returns the address that the page shows once */
async function makeOnPage(platform: TestPlatform, fields: Readonly<Record<string, string>>) {
  const ada = await signedInBrowser(platform);
  const { id, questionIds } = await adasQuestions(platform);
  const csrf = csrfTokenOf(ada.cookies.get(sessionCookie) ?? "");
  const chosen = { [`question-${questionIds[0] ?? ""}`]: "on" };
  const page = await ada.post(`/surveys/${id}/results/links/new`, { ...chosen, ...fields, csrf });
  const [, address = ""] =
    /http:\/\/platform\.example(\/shared-results\?link=[\w-]{32})/.exec(page.html) ?? [];
  return { ada, id, csrf, page, address };
}

async function status(platform: TestPlatform, address: string): Promise<number> {
  return (await new Browser(platform).get(address)).status;
}

describe("a link to results", () => {
  it("shows the chosen questions, and neither others nor anything about respondents", async () => {
    const platform = await startTestPlatform();
    const { questions } = await adasQuestions(platform);
    const [first, ...others] = questions;
    const page = await new Browser(platform).get(
      await makeResultsLink(platform, { questionIds: [first?.id ?? ""], name: "For the board" }),
    );
    expect(page.status).toBe(200);
    expect(page.html).toContain(first?.title);
    expect(others.length).toBeGreaterThan(0);
    for (const { id, title } of others) {
      expect(page.html).not.toContain(title);
      expect(page.html).not.toContain(id);
    }
    expect(page.html).not.toMatch(/For the board|Devices|Channels|Median duration|\/surveys\/|Ada/);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.html).toContain('<meta name="robots" content="noindex"');
  });

  it("shows texts only where its maker said so", async () => {
    const platform = await startTestPlatform();
    const { questions } = await adasQuestions(platform);
    const text = questions.find(({ type }) => type.startsWith("text"));
    expect(text).toBeDefined();
    const answered = await platform.store.surveys.listAnswers({
      surveyId: (await adasQuestions(platform)).id,
      lastAnswerId: 0,
      perPage: 1,
    });
    const written = String(JSON.parse(answered[0]?.valuesText ?? "{}")[text?.id ?? ""]);
    expect(written.length).toBeGreaterThan(3);
    const open = async (hasTexts: boolean) =>
      (await new Browser(platform).get(await makeResultsLink(platform, { hasTexts }))).html;
    expect(await open(true)).toContain(written);
    expect(await open(false)).not.toContain(written);
  });

  it("is kept as a hash, made with a record in the audit log, and its password is nowhere", async () => {
    const platform = await startTestPlatform();
    const { page, address } = await makeOnPage(platform, {
      password: "open sesame",
      until: "",
      name: "Board",
    });
    expect(page.status).toBe(200);
    const contents = JSON.stringify(await databaseContents(platform));
    expect(contents).toContain("results_link.created");
    expect(contents).not.toContain(address.split("=")[1]);
    expect(contents).not.toContain("open sesame");
  });

  it("opens nothing once it is withdrawn, has expired, or was changed by a character", async () => {
    const platform = await startTestPlatform();
    const { ada, id, csrf, address } = await makeOnPage(platform, {});
    expect(await status(platform, address)).toBe(200);
    expect(await status(platform, `${address.slice(0, -1)}${address.endsWith("A") ? "B" : "A"}`)).toBe(404);
    for (const other of ["/shared-results", "/shared-results?link=", `${address}A`, `${address}&link=x`])
      expect([other, await status(platform, other)]).toEqual([other, other.endsWith("&link=x") ? 200 : 404]);
    const [link] = await platform.database.reader.kysely.selectFrom("results_links").select("id").execute();
    const withdrawn = await ada.post(`/surveys/${id}/results/links/${link?.id}/withdraw`, { csrf });
    expect(withdrawn.status).toBe(303);
    expect(await status(platform, address)).toBe(404);
    expect(JSON.stringify(await databaseContents(platform))).toContain("results_link.withdrawn");

    const short = await makeResultsLink(platform, { expiresAt: platform.clock.now + day });
    expect(await status(platform, short)).toBe(200);
    platform.clock.now += day;
    expect(await status(platform, short)).toBe(404);
  });

  it("works up to the end of its last day in the zone of its maker", async () => {
    const platform = await startTestPlatform();
    const { address } = await makeOnPage(platform, { until: "2026-11-22" });
    const [row] = await platform.database.reader.kysely
      .selectFrom("results_links")
      .select("expires_at")
      .execute();
    platform.clock.now = Number(row?.expires_at) - 1;
    expect(await status(platform, address)).toBe(200);
    platform.clock.now += 1;
    expect(await status(platform, address)).toBe(404);
    const { page } = await makeOnPage(platform, { until: "2026-11-20" });
    expect(page.status).toBe(400);
  });

  it("ends with its survey in the bin, and with the right of its maker", async () => {
    const platform = await startTestPlatform();
    const address = await makeResultsLink(platform);
    const { id } = await adasQuestions(platform);
    const disable = (disabled: 0 | 1) =>
      platform.database.write(({ kysely }) =>
        kysely.updateTable("users").set({ disabled }).where("username", "=", "ada").execute(),
      );
    await disable(1);
    expect(await status(platform, address)).toBe(404);
    await disable(0);
    expect(await status(platform, address)).toBe(200);
    await binSurvey(platform, id);
    expect(await status(platform, address)).toBe(404);
  });

  it("asks for its password first, says nothing before, and limits guesses", async () => {
    const platform = await startTestPlatform();
    const address = await makeResultsLink(platform, { password: "open sesame" });
    const { questions } = await adasQuestions(platform);
    const guest = new Browser(platform);
    const asked = await guest.get(address);
    expect(asked.status).toBe(200);
    for (const { title } of questions) expect(asked.html).not.toContain(title);
    expect(asked.html).not.toContain("Survey ada-1");
    expect((await guest.submit(asked, "/shared-results", { password: "wrong" })).status).toBe(403);
    const opened = await guest.submit(asked, "/shared-results", { password: "open sesame" });
    expect((await guest.follow(opened)).html).toContain(questions[0]?.title);
    // Another link, and another browser, ask again.
    const other = await makeResultsLink(platform, { password: "open sesame" });
    expect((await guest.get(other)).html).not.toContain(questions[0]?.title);
    const stranger = new Browser(platform);
    const form = await stranger.get(address);
    const tries: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      tries.push((await stranger.submit(form, "/shared-results", { password: `guess ${guess}` })).status);
    expect(tries).toContain(429);
    expect((await stranger.submit(form, "/shared-results", { password: "open sesame" })).status).toBe(429);
  });

  it("is not unlocked by a cookie that the browser made up or took from another link", async () => {
    const platform = await startTestPlatform();
    const address = await makeResultsLink(platform, { password: "open sesame" });
    const { questions } = await adasQuestions(platform);
    const guest = new Browser(platform);
    guest.cookies.set("sop_shared_results", address.split("=")[1] ?? "");
    expect((await guest.get(address)).html).not.toContain(questions[0]?.title);
  });

  it("is made and withdrawn by those alone who may edit the survey, and only under its own survey", async () => {
    const platform = await startTestPlatform();
    await makeResultsLink(platform);
    const bob = await signedInBrowser(platform, "bob");
    const csrf = csrfTokenOf(bob.cookies.get(sessionCookie) ?? "");
    const { id } = await adasQuestions(platform);
    const before = await databaseContents(platform);
    expect((await bob.get(`/surveys/${id}/results/links`)).status).toBe(404);
    expect((await bob.post(`/surveys/${id}/results/links/new`, { csrf })).status).toBe(404);
    expect((await bob.post(`/surveys/${id}/results/links/1/withdraw`, { csrf })).status).toBe(404);
    const { id: own } = await platform.database.reader.kysely
      .selectFrom("surveys")
      .select("id")
      .where("declared_key", "=", "bob-1")
      .executeTakeFirstOrThrow();
    expect((await bob.post(`/surveys/${own}/results/links/1/withdraw`, { csrf })).status).toBe(404);
    expect(await databaseContents(platform)).toEqual(before);
  });
});
