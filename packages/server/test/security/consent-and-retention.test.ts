import { describe, expect, it } from "vitest";
import {
  changeSurveyPrivacy,
  translateConsent,
  translateStatement,
} from "../../src/store/surveys/survey-privacy-table.ts";
import { noPrivacy, type SurveyPrivacy } from "@survey-open-platform/surveys";
import { Browser } from "../support/browser.ts";
import { countDrafts, publishSurvey, sendPage, storedAnswers } from "../support/published-survey.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { deliveriesOf, startWebhooks } from "../support/webhooks.ts";

const text = "Lunch\n\n\n\nHow was it?[Single Choice]\nGood\nBad";
const actor = { userId: null, username: "a test", address: "" };
const day = 86_400_000;

function setPrivacy({ store }: Pick<TestPlatform, "store">, surveyId: number, given: Partial<SurveyPrivacy>) {
  return store.write(changeSurveyPrivacy, { surveyId, privacy: { ...noPrivacy, ...given }, actor });
}

async function open(privacy: Partial<SurveyPrivacy>) {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text });
  await setPrivacy(platform, survey.id, privacy);
  const browser = new Browser(platform);
  const page = await browser.get(`${survey.path}?lang=en`);
  platform.clock.now += 5000;
  const answer = [survey.questionId(1), survey.optionId(1, 1)] as const;
  return { platform, survey, browser, page, answer };
}

async function versionsIn({ database }: TestPlatform, surveyId: number) {
  const rows = await database.reader.kysely
    .selectFrom("answers")
    .select("consent_version")
    .where("survey_id", "=", surveyId)
    .orderBy("answer_id")
    .execute();
  return rows.map((row) => row.consent_version);
}

describe("a text of consent", () => {
  it("is agreed to before anything is kept, and the answer names its version", async () => {
    const { platform, survey, browser, page, answer } = await open({
      consentText: "We keep it.\n<b>All</b>",
    });
    expect(page.html).toContain("We keep it.");
    expect(page.html).toContain("&lt;b&gt;All&lt;/b&gt;");
    const refused = await sendPage(browser, page, [answer]);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("tick that you agree");
    const autosaved = await sendPage(browser, page, [answer, ["action", "save"]], "none");
    expect(autosaved.status).toBe(204);
    expect([await countDrafts(platform, survey.id), await storedAnswers(platform, survey.id)]).toEqual([
      0,
      [],
    ]);
    const sent = await sendPage(browser, refused, [answer, ["consent", "on"]]);
    expect(sent.status).toBe(303);
    expect(await versionsIn(platform, survey.id)).toEqual([1]);
  });

  it("that changed meanwhile is asked again, and one that was made up is no consent", async () => {
    const { platform, survey, browser, page, answer } = await open({ consentText: "First" });
    await setPrivacy(platform, survey.id, { consentText: "Second" });
    const again = await sendPage(browser, page, [answer, ["consent", "on"]]);
    expect(again.status).toBe(422);
    expect(again.html).toContain("Second");
    for (const version of ["1", "3", "", "x"]) {
      const forged = new Browser(platform);
      const form = await forged.get(survey.path);
      const wrong = {
        ...form,
        html: form.html.replace(
          'name="consent_version" value="2"',
          `name="consent_version" value="${version}"`,
        ),
      };
      expect((await sendPage(forged, wrong, [answer, ["consent", "on"]])).status).toBe(422);
    }
    expect((await sendPage(browser, again, [answer, ["consent", "on"]])).status).toBe(303);
    expect(await versionsIn(platform, survey.id)).toEqual([2]);
    const ada = await signedInBrowser(platform);
    const form = await ada.get(`/surveys/${survey.id}/export`);
    const exported = await ada.submit(form, `/surveys/${survey.id}/export`, { format: "csv" });
    expect(exported.html).toContain("consent_version");
  });

  it("is read in the respondent's language, else in that of the survey, and who answered finds their answer with its version", async () => {
    const platform = await startTestPlatform();
    const survey = await publishSurvey(platform, {
      text,
      settings: { once: "browser" },
      change: (definition) => ({ ...definition, language: "en", translations: { de: {}, fr: {} } }),
    });
    await setPrivacy(platform, survey.id, {
      consentText: "We keep it.",
      responsible: "Acme",
      purpose: "better lunch",
    });
    const statement = { surveyId: survey.id, tag: "de", translation: { purpose: "besseres Essen" }, actor };
    await platform.store.write(translateStatement, statement);
    const translation = { surveyId: survey.id, tag: "de", translation: "Wir behalten es.", actor };
    await platform.store.write(translateConsent, translation);
    const french = await new Browser(platform).get(`${survey.path}?lang=fr`);
    expect(french.html).toContain('<div lang="en" dir="auto"><p>We keep it.</p>');
    expect(french.html).toContain("is Acme; it is collected for this purpose: better lunch");
    const browser = new Browser(platform);
    const page = await browser.get(`${survey.path}?lang=de`);
    expect(page.html).toContain('<div lang="de" dir="auto"><p>Wir behalten es.</p>');
    expect(page.html).not.toContain("We keep it.");
    expect(page.html).toContain("is Acme; it is collected for this purpose: besseres Essen");
    platform.clock.now += 5000;
    const answer = [survey.questionId(1), survey.optionId(1, 1)] as const;
    expect((await sendPage(browser, page, [answer, ["consent", "on"]])).status).toBe(303);
    expect(await versionsIn(platform, survey.id)).toEqual([2]);
    const again = await browser.get(`${survey.path}?lang=en`);
    const [, own = ""] = /href="([^"]*answer\?answer=\w{10})"/.exec(again.html) ?? [];
    const ownPage = await browser.get(own);
    expect(ownPage.html).toMatch(/Version of the text that you agreed to<\/dt><dd>2</);
    expect(ownPage.html).toContain("besseres Essen");
    const ada = await signedInBrowser(platform);
    const single = await ada.get(`/surveys/${survey.id}/results/answers/1?lang=en`);
    expect(single.html).toMatch(/Version of the text agreed to<\/dt><dd>.*2/);
  });

  it("keeps its earlier versions, and is changed by those who may edit the survey alone", async () => {
    const { platform, survey } = await open({ consentText: "First" });
    const ada = await signedInBrowser(platform);
    const path = `/surveys/${survey.id}/privacy`;
    const form = await ada.get(`${path}?lang=en`);
    const saved = await ada.submit(form, path, { consent: "Second", answer_days: "30", responsible: "Acme" });
    expect(saved.status).toBe(303);
    const page = await ada.get(`${path}?lang=en`);
    expect(page.html).toContain("Version 2, since");
    expect(page.html).toContain("First");
    for (const days of ["0", "-1", "1.5", "4000", "x"])
      expect((await ada.submit(page, path, { answer_days: days })).status).toBe(400);
    const bob = await signedInBrowser(platform, "bob");
    expect((await bob.get(path)).status).toBe(404);
  });
});

it("respondents read in one sentence who is responsible, why, and how long what is kept", async () => {
  const { page } = await open({
    responsible: "Acme <info@acme.example>",
    purpose: "better lunch",
    answerDays: 90,
  });
  expect(page.html).toContain(
    "Responsible for your answer is Acme &lt;info@acme.example&gt;; it is collected for this purpose: better lunch; your answer is deleted after 90 days; your network address is kept for 30 days.",
  );
});

describe("answers whose time is over", () => {
  it.each([
    [false, 0],
    [true, 2],
  ])(
    "are deleted with their events, and with counts kept: %j, results count %i",
    async (keepsCounts, counted) => {
      const { platform, submit, surveyId, deliverer, webhook } = await startWebhooks();
      await submit();
      await submit();
      await setPrivacy(platform, surveyId, { answerDays: 7, keepsCounts });
      platform.clock.now += 7 * day + 1;
      await submit();
      while ((await platform.store.sweepExpired()) > 0);
      expect((await storedAnswers(platform, surveyId)).map(({ answer_id }) => answer_id)).toEqual([3]);
      await deliverer.deliverDue();
      const actions = (await deliveriesOf(platform, webhook.id)).map(({ action }) => action);
      // What was waiting for the first two says no more than that they are deleted.
      expect(actions.toSorted()).toEqual(["answer.create", ...Array<string>(4).fill("answer.delete")]);
      const total = await platform.database.reader.kysely
        .selectFrom("survey_tallies")
        .select((eb) => eb.fn.sum("n").as("n"))
        .where("survey_id", "=", surveyId)
        .where("question_id", "=", "")
        .where("cell", "=", "answers")
        .where("hour", "=", -1)
        .executeTakeFirstOrThrow();
      expect(Number(total.n)).toBe(counted + 1);
      const changes = platform.database.reader.kysely
        .selectFrom("answer_changes")
        .select(["answer_id", "deleted"]);
      expect(await changes.where("survey_id", "=", surveyId).orderBy("change_id").execute()).toEqual([
        { answer_id: 1, deleted: 1 },
        { answer_id: 2, deleted: 1 },
      ]);
    },
  );
});
