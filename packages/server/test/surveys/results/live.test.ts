import { expect, it } from "vitest";
import { Browser } from "../../support/browser.ts";
import { publishSurvey, sendPage } from "../../support/published-survey.ts";
import { makeResultsLink } from "../../support/results-link.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const accept = { accept: "text/vnd.turbo-stream.html" };

function sinceOf(html: string): string {
  return /data-since="([^"]*)"/.exec(html)?.[1] ?? "";
}

it("a page of results that is open gets what has changed since, and nothing when nothing has", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const survey = await publishSurvey(platform, { text: "T\n\n\n\nHow was it?[Single Line Text]" });
  const address = `/surveys/${survey.id}/results`;
  const opened = await ada.get(address);
  expect(opened.html).toMatch(/<p id="live-status"[^>]* role="status"[^>]* data-live="Live"/);
  const ask = (since: string) => ada.get(`${address}?since=${since}`, accept);
  const none = await ask(sinceOf(opened.html));
  expect([none.status, none.html]).toEqual([204, ""]);

  const respondent = new Browser(platform);
  const form = await respondent.get(survey.path);
  platform.clock.now += 5000;
  await sendPage(respondent, form, [[survey.questionId(1), "Splendid"]]);
  const changed = await ask(sinceOf(opened.html));
  expect(changed.headers.get("content-type")).toContain("text/vnd.turbo-stream.html");
  expect(changed.html).toMatch(/^<turbo-stream action="replace" target="live-results" method="morph">/);
  expect(changed.html).toContain("Splendid");
  expect((await ask(sinceOf(changed.html))).status).toBe(204);

  const asked = await ada.get(`${address}/answers/1/delete`);
  await ada.submit(asked, `${address}/answers/1/delete`);
  expect((await ask(sinceOf(changed.html))).html).toContain("No answers yet");
});

it("a page of shared results gets what has changed of its questions, and may call its own platform alone", async () => {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, {
    text: "T\n\n\n\nHow was it?[Single Line Text][Optional]\n\nWhy?[Single Line Text][Optional]",
  });
  const shown = survey.questionId(1);
  const link = { surveyId: survey.id, questionIds: [shown], hasTexts: true };
  const address = await makeResultsLink(platform, link);
  const reader = new Browser(platform);
  const opened = await reader.get(address);
  expect(opened.html).toMatch(/<p id="live-status"[^>]* role="status"[^>]* data-live="Live"/);
  const ask = (since: string) => reader.get(`${address}&since=${since}`, accept);
  expect((await ask(sinceOf(opened.html))).status).toBe(204);
  const respondent = new Browser(platform);
  const form = await respondent.get(survey.path);
  platform.clock.now += 5000;
  await sendPage(respondent, form, [[shown, "Splendid"]]);
  const changed = await ask(sinceOf(opened.html));
  expect(changed.html).toMatch(/^<turbo-stream action="replace" target="live-results" method="morph">/);
  expect(changed.html).toContain("Splendid");
  expect((await ask(sinceOf(changed.html))).status).toBe(204);
  const policy = opened.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/frame-src|unsafe|https?:/);
});

it("the page of results may call its own platform alone, and has no frame", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const { id } = await publishSurvey(platform, { text: "T\n\n\n\nQ[Single Line Text]" });
  const policy = (await ada.get(`/surveys/${id}/results`)).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/frame-src|unsafe|https?:/);
  const cross = await ada.get(`/surveys/${id}/results/cross`);
  expect(cross.headers.get("content-security-policy")).not.toMatch(/script-src|connect-src/);
});
