import { csrfTokenOf } from "@survey-open-platform/service";
import { expect, it } from "vitest";
import { zipParts } from "../../../surveys/test/support/zip-parts.ts";
import { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { publishSurvey, sendPage, storedAnswers, type SurveyParts } from "../support/published-survey.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const text = "Lunch\n\n\n\nHow was it?[Single Choice]\nGood\nBad";

/** The link of an answer on its page. */
function linkIn(html: string): string {
  return /href="([^"]*answer\?[^"]*key=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
}

async function answered(settings: SurveyParts["settings"] = {}) {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text, settings });
  const browser = new Browser(platform);
  const first = await browser.get(survey.path);
  platform.clock.now += 5000;
  await sendPage(browser, first, [[survey.questionId(1), survey.optionId(1, 2)]]);
  const [answer] = await storedAnswers(platform, survey.id);
  const own = `${survey.path}answer?answer=${answer?.hash}`;
  return { platform, survey, browser, own, hash: answer?.hash ?? "" };
}

it("respondents see, download and delete an answer by its link in another browser, also of a closed survey", async () => {
  const { platform, survey, browser, own, hash } = await answered();
  const page = await browser.get(`${own}&lang=en`);
  expect([page.status, page.html]).toEqual([200, expect.stringContaining("Bad")]);
  await platform.store.surveys.changeSettings({
    surveyId: survey.id,
    settings: { endAt: platform.clock.now - 1 },
  });
  const other = new Browser(platform);
  expect((await other.get(own)).status).toBe(404);
  const opened = await other.get(linkIn(page.html));
  expect(opened.location).toBe(own);
  const seen = await other.get(own);
  expect(seen.status).toBe(200);
  const csrf = csrfTokenOf(other.cookies.get("sop_respondent") ?? "");
  const cookie = ["sop_respondent", "sop_answer"]
    .map((name) => `${name}=${other.cookies.get(name)}`)
    .join("; ");
  const body = new URLSearchParams({ csrf, answer: hash, action: "download" });
  const headers = { cookie, origin: "http://platform.example" };
  const response = await platform.fetch(`${survey.path}answer`, { method: "POST", body, headers });
  expect(response.headers.get("content-type")).toBe("application/zip");
  const files = zipParts(new Uint8Array(await response.arrayBuffer()));
  const content = JSON.parse(Buffer.from(files["answer.json"] ?? "").toString());
  expect(content.answers).toEqual([{ question: "How was it?", answer: ["Bad"] }]);
  const gone = await other.post(`${survey.path}answer`, { csrf, answer: hash, action: "delete" });
  expect(gone.status).toBe(200);
  expect(await storedAnswers(platform, survey.id)).toEqual([]);
  const { kysely } = platform.database.reader;
  const changes = await kysely.selectFrom("answer_changes").select(["answer_id", "deleted"]).execute();
  expect(changes).toEqual([{ answer_id: 1, deleted: 1 }]);
  const [entry] = await kysely
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", "answer.deleted")
    .execute();
  expect(entry).toMatchObject({ actor: "a respondent", actor_id: null, address: "" });
  expect((await other.get(own)).status).toBe(404);
});

it("an answer is corrected by its link in another browser", async () => {
  const { survey, platform, browser, own, hash } = await answered({ allowsAnswerUpdates: true });
  const other = new Browser(platform);
  await other.get(linkIn((await browser.get(own)).html));
  await other.get(own);
  const asked = await other.get(`${survey.path}change?answer=${hash}`);
  const begun = await other.follow(other.submit(asked, `${survey.path}change`, { action: "begin" }));
  platform.clock.now += 5000;
  await sendPage(other, begun, [[survey.questionId(1), survey.optionId(1, 1)]]);
  const [answer] = await storedAnswers(platform, survey.id);
  expect(answer?.values).toEqual({ [survey.questionId(1)]: [survey.optionId(1, 1)] });
});

it("a link that is made up, of another answer or survey, opens nothing, and changes nothing", async () => {
  const { platform, survey, browser, own } = await answered();
  const link = linkIn((await browser.get(own)).html);
  const second = await publishSurvey(platform, { text });
  const wrong = [
    link.replace(/key=.*/, "key=x"),
    link.replace(/key=.*/, "key="),
    link.replace(/answer=\w+/, "answer=aBcDeFgHiJ"),
    link.replace(survey.path, second.path),
    `${own}&key=${"A".repeat(43)}`,
  ];
  const before = await databaseContents(platform);
  const other = new Browser(platform);
  for (const address of wrong) expect((await other.get(address)).status).toBe(404);
  expect((await other.get(own)).status).toBe(404);
  expect((await other.post(`${survey.path}answer`, { answer: "x", action: "delete" })).status).toBe(403);
  expect(await databaseContents(platform)).toEqual(before);
  expect((await other.get(link)).status).toBe(303);
  expect((await other.get(own)).status).toBe(200);
});
