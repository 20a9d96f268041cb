import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it } from "vitest";
import { makeAnswerSheet } from "../support/answer-sheet.ts";
import { binSurvey } from "../support/bin-survey.ts";
import { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { adasQuestions } from "../support/results-link.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** Makes a sheet on the page, as the author of the survey does. */
async function makeOnPage(platform: TestPlatform) {
  const ada = await signedInBrowser(platform);
  const { id } = await adasQuestions(platform);
  const csrf = csrfTokenOf(ada.cookies.get(sessionCookie) ?? "");
  const page = await ada.post(`/surveys/${id}/export/sheets`, { csrf, values: "texts" });
  const [, address = ""] =
    /http:\/\/platform\.example(\/answers\.csv\?sheet=[\w-]{32})/.exec(page.html) ?? [];
  return { ada, id, csrf, page, address };
}

async function read(platform: TestPlatform, address: string) {
  const { status, html, headers } = await new Browser(platform).get(address);
  return { status, text: html, headers };
}

describe("the secret address of a sheet", () => {
  it("gives all answers as CSV, and is no page that a browser shows or keeps", async () => {
    const platform = await startTestPlatform();
    const { page, address } = await makeOnPage(platform);
    expect(page.status).toBe(200);
    const { status, text, headers } = await read(platform, address);
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(text.split("\r\n")[0]).toMatch(/^"answer_id","version","started_at"/);
    expect(text.trimEnd().split("\r\n").length).toBeGreaterThan(10);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
  });

  it("is kept as a hash, and what is done with it is in the audit log", async () => {
    const platform = await startTestPlatform();
    const { ada, id, csrf, address } = await makeOnPage(platform);
    expect(await databaseText(platform)).toContain("answer_sheet.created");
    expect(await databaseText(platform)).not.toContain(address.split("=")[1]);
    await ada.post(`/surveys/${id}/export/sheets/1/withdraw`, { csrf });
    expect(await databaseText(platform)).toContain("answer_sheet.withdrawn");
  });

  it("gives nothing once it is withdrawn, or was changed by a character", async () => {
    const platform = await startTestPlatform();
    const { ada, id, csrf, address } = await makeOnPage(platform);
    const other = `${address.slice(0, -1)}${address.endsWith("A") ? "B" : "A"}`;
    for (const wrong of [other, "/answers.csv", "/answers.csv?sheet=", `${address}A`])
      expect([wrong, (await read(platform, wrong)).status]).toEqual([wrong, 404]);
    await ada.post(`/surveys/${id}/export/sheets/1/withdraw`, { csrf });
    expect((await read(platform, address)).status).toBe(404);
  });

  it("ends with its survey in the bin, and with the right of its maker", async () => {
    const platform = await startTestPlatform();
    const address = await makeAnswerSheet(platform);
    const { id } = await adasQuestions(platform);
    const disable = (disabled: 0 | 1) =>
      platform.database.write(({ kysely }) =>
        kysely.updateTable("users").set({ disabled }).where("username", "=", "ada").execute(),
      );
    await disable(1);
    expect((await read(platform, address)).status).toBe(404);
    await disable(0);
    expect((await read(platform, address)).status).toBe(200);
    await binSurvey(platform, id);
    expect((await read(platform, address)).status).toBe(404);
  });

  it("begins no cell as a formula", async () => {
    const platform = await startTestPlatform();
    const address = await makeAnswerSheet(platform);
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("answers").set({ respondent_nickname: "=HYPERLINK(1)" }).execute(),
    );
    expect((await read(platform, address)).text).toContain(`"'=HYPERLINK(1)"`);
  });

  it("is read a few times a minute, wherever its readers are", async () => {
    const platform = await startTestPlatform();
    const address = await makeAnswerSheet(platform);
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await read(platform, address)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it("is made and withdrawn by those alone who may edit the survey", async () => {
    const platform = await startTestPlatform();
    await makeAnswerSheet(platform);
    const bob = await signedInBrowser(platform, "bob");
    const csrf = csrfTokenOf(bob.cookies.get(sessionCookie) ?? "");
    const { id } = await adasQuestions(platform);
    const before = await databaseContents(platform);
    expect((await bob.post(`/surveys/${id}/export/sheets`, { csrf, values: "texts" })).status).toBe(404);
    expect((await bob.post(`/surveys/${id}/export/sheets/1/withdraw`, { csrf })).status).toBe(404);
    expect(await databaseContents(platform)).toEqual(before);
  });
});

async function databaseText(platform: TestPlatform): Promise<string> {
  return JSON.stringify(await databaseContents(platform));
}
