import { answersLock } from "@survey-open-platform/surveys";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { colours, startCollecting } from "../support/collecting-survey.ts";
import { Browser } from "../support/browser.ts";
import { publishSurvey, sendPage } from "../support/published-survey.ts";
import { teamIdOf } from "../support/routes/team-routes.ts";
import { outcomeOf, teamClient } from "../support/team-client.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { listRespondents, loginCode, redirectLink, registerAccount } from "../support/third-party.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const notListed = { refused: "not_listed" };

async function takeOff({ database }: TestPlatform, userId: number): Promise<void> {
  await database.write(({ kysely }) =>
    kysely.deleteFrom("participants").where("user_id", "=", userId).execute(),
  );
}

/** A survey whose list has the first of two respondents. */
async function startListed(settings: Parameters<typeof startCollecting>[0] = {}) {
  const { platform, surveyId, ...collecting } = await startCollecting(settings);
  const ids = [await registerAccount(platform, "p-1"), await registerAccount(platform, "p-2")] as const;
  await listRespondents(platform, { surveyId, respondentIds: [ids[0]] });
  const [listed, other] = ids.map((id) => ({ id, openid: `p-${id}`, nickname: "" }));
  return { platform, surveyId, ...collecting, listed, other };
}

describe("when an answer is stored, the list of respondents decides again", () => {
  it("about someone who is not on it, or has no name: only those on it get serials, without gaps", async () => {
    const { submit, listed, other } = await startListed();
    const sent = upTo(12).map((at) => submit({ respondent: [listed, other, undefined][at % 3] }));
    const outcomes = await Promise.all(sent);
    expect(outcomes.filter((outcome) => "refused" in outcome)).toEqual(upTo(8).map(() => notListed));
    const serials = outcomes.flatMap((outcome) => ("answerId" in outcome ? [outcome.answerId] : []));
    expect(new Set(serials)).toEqual(new Set([1, 2, 3, 4]));
  });

  it("about someone who is taken off meanwhile: answers are stored before, or refused", async () => {
    const { platform, surveys, surveyId, submit, listed } = await startListed();
    const before = upTo(20).map(() => submit({ respondent: listed }));
    const removed = takeOff(platform, listed?.id ?? 0);
    const during = upTo(20).map(() => submit({ respondent: listed }));
    await removed;
    expect(await Promise.all(upTo(5).map(() => submit({ respondent: listed })))).toEqual(
      upTo(5).map(() => notListed),
    );
    const outcomes = await Promise.all([...before, ...during]);
    const stored = await surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 100 });
    expect(stored).toHaveLength(outcomes.filter((outcome) => "answerId" in outcome).length);
  });

  it("about everyone when the survey gets its list meanwhile", async () => {
    const { platform, surveyId, submit } = await startCollecting();
    expect(await submit()).toMatchObject({ answerId: 1 });
    await listRespondents(platform, { surveyId, respondentIds: [await registerAccount(platform, "p-1")] });
    expect(await submit()).toEqual(notListed);
  });

  it("and leaves those who are refused able to answer once they are on it", async () => {
    const { platform, surveyId, submit, other } = await startListed({ once: "person" });
    const answer = { respondent: other, onceKey: `person:${other?.id}` };
    expect(await submit(answer)).toEqual(notListed);
    await listRespondents(platform, { surveyId, respondentIds: [other?.id ?? 0] });
    expect(await submit(answer)).toMatchObject({ answerId: 1 });
    expect(await submit(answer)).toEqual({ refused: "already_answered" });
  });

  it("after the state of the survey, and before its limit", async () => {
    const { submit, surveys, surveyId, other } = await startListed({ answerLimit: 0 });
    expect(await submit({ respondent: other })).toEqual(notListed);
    await surveys.changeSettings({ surveyId, settings: { state: 3 } });
    expect(await submit({ respondent: other })).toEqual({ refused: "paused" });
  });
});

describe("when an answer is changed, the list of respondents decides again", () => {
  const { radioId, green } = colours;
  const change = { version: 1, values: { [radioId]: [green] }, customArguments: {} };

  it("about someone who was taken off, and not about the program of the survey's owner", async () => {
    const { platform, surveys, surveyId, submit, listed } = await startListed({ allowsAnswerUpdates: true });
    await submit({ respondent: listed });
    const of = { surveyId, answer: { serial: 1 }, ...change };
    expect(await surveys.changeAnswer({ ...of, respondentId: listed?.id ?? 0 })).toBe(true);
    await takeOff(platform, listed?.id ?? 0);
    expect(await surveys.changeAnswer({ ...of, respondentId: listed?.id ?? 0 })).toBe(false);
    expect(await surveys.changeAnswer({ ...of, respondentId: 0 })).toBe(false);
    expect(await surveys.changeAnswer(of)).toBe(true);
  });
});

it("a respondent who is taken off just after the page looked gets the page for uninvited people", async () => {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, {
    text: "A\n\n\n\nB[Single Line Text]",
    ownerId: await teamIdOf(platform, "Acme"),
  });
  const userId = await registerAccount(platform, "p-1");
  await listRespondents(platform, { surveyId: survey.id, respondentIds: [userId] });
  const browser = new Browser(platform);
  const code = await loginCode(platform, { userId, scene: "respondent" });
  const link = { appid: "acme_team", code, action: "survey_answer", survey_id: survey.id };
  await browser.get(redirectLink(link));
  const page = await browser.get(survey.path, { "accept-language": "en" });
  platform.clock.now += 5000;
  for (const { surveys } of platform.stores) {
    const submit = surveys.submitAnswer;
    const submitting = vi.spyOn(surveys, "submitAnswer").mockImplementation(async (submission) => {
      await takeOff(platform, userId);
      return submit(submission);
    });
    onTestFinished(() => submitting.mockRestore());
  }
  const sent = await sendPage(browser, page, [[survey.questionId(1), "Good"]]);
  expect([sent.status, sent.html.includes("For invited people only")]).toEqual([403, true]);
});

describe("a program that changes the list of a survey", () => {
  it.each(["batch", "batch_delete"])("waits with %s for answers that are being stored", async (call) => {
    const platform = await startTestPlatform();
    const acme = await teamClient(platform);
    const ownerId = await teamIdOf(platform, "Acme");
    const { id } = await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]", ownerId });
    const fields = { type: 11, respondent_ids: [await registerAccount(platform, "p-1")] };
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => goOn.resolve());
    const storing = platform.database.write(
      async () => {
        begun.resolve();
        await goOn.promise;
      },
      { locks: [answersLock(id)] },
    );
    await begun.promise;
    let isChanged = false;
    const changed = acme.post(`/api/surveys/${id}/respondent/access_list/${call}`, fields).then((reply) => {
      isChanged = true;
      return outcomeOf(reply);
    });
    // Without the lock the change would be over long before these are.
    for (let turn = 0; turn < 20; turn += 1) await acme.get(`/api/surveys/${id}`);
    expect(isChanged).toBe(false);
    goOn.resolve();
    await storing;
    expect(await changed).toBe("OK");
  });
});
