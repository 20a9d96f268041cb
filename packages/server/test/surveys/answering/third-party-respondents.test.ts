import { beforeEach, describe, expect, it } from "vitest";
import { Browser, type Page } from "../../support/browser.ts";
import { publishSurvey, sendPage, type PublishedSurvey } from "../../support/published-survey.ts";
import { teamIdOf } from "../../support/routes/team-routes.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";
import { listRespondents, loginCode, redirectLink, registerAccount } from "../../support/third-party.ts";

const english = { "accept-language": "en" };
const text = "Lunch\n\n\n\nHow was it?[Single Line Text]";

let platform: TestPlatform;
let survey: PublishedSurvey;

beforeEach(async () => {
  platform = await startTestPlatform();
  survey = await publishSurvey(platform, { text, ownerId: await teamIdOf(platform, "Acme") });
});

/** Brings an account to the survey, as its application does. */
async function bring(userId: number, browser = new Browser(platform), of = survey): Promise<Browser> {
  const code = await loginCode(platform, { userId, scene: "respondent" });
  const link = { appid: "acme_team", code, action: "survey_answer", survey_id: of.id };
  const page = await browser.get(redirectLink(link));
  expect(page.location).toBe(of.path);
  return browser;
}

async function answer(browser: Browser, of = survey): Promise<Page> {
  const page = await browser.get(of.path, english);
  platform.clock.now += 5000;
  return sendPage(browser, page, [[of.questionId(1), "Good"]]);
}

async function respondents() {
  return (
    platform.database.reader.kysely
      .selectFrom("answers")
      .select(["respondent_id as id", "respondent_openid as openid", "respondent_nickname as nickname"])
      // The sample has answers to surveys of its own.
      .where("survey_id", ">=", survey.id)
      .orderBy("survey_id")
      .orderBy("answer_id")
      .execute()
  );
}

describe("a respondent whom the team's application brings", () => {
  it("is known by id, openid and nickname, and reads the name above the questions", async () => {
    const id = await registerAccount(platform, "p-1");
    const browser = await bring(id);
    expect((await browser.get(survey.path, english)).html).toContain("Nick p-1");
    expect((await answer(browser)).status).toBe(303);
    expect(await respondents()).toEqual([{ id, openid: "p-1", nickname: "Nick p-1" }]);
  });

  it("answers a survey that asks to sign in, once where each person may", async () => {
    const settings = { requiresSignIn: true, once: "person" } as const;
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings });
    const id = await registerAccount(platform, "p-1");
    expect((await answer(await bring(id))).status).toBe(303);
    const again = await (await bring(id)).get(survey.path, english);
    expect(again.html).toContain("Already answered");
  });

  it("does not see what another one filled in before in the same browser", async () => {
    const [one, other] = [await registerAccount(platform, "p-1"), await registerAccount(platform, "p-2")];
    const browser = await bring(one);
    const page = await browser.get(survey.path);
    await sendPage(browser, page, [[survey.questionId(1), "a secret of mine"]]);
    expect((await browser.get(survey.path)).html).toContain("a secret of mine");
    await bring(other, browser);
    expect((await browser.get(survey.path)).html).not.toContain("a secret of mine");
  });

  it("stays without a name in surveys of others, and those never get the openid", async () => {
    const browser = await bring(await registerAccount(platform, "p-1"));
    const adas = await publishSurvey(platform, { text });
    expect((await answer(browser, adas)).status).toBe(303);
    const settings = { requiresSignIn: true };
    await platform.store.surveys.changeSettings({ surveyId: adas.id, settings });
    expect((await answer(browser, adas)).status).toBe(303);
    expect((await respondents()).map(({ openid }) => openid)).toEqual(["", ""]);
  });

  it("is not known any more after twelve hours", async () => {
    const browser = await bring(await registerAccount(platform, "p-1"));
    platform.clock.now += 12 * 3_600_000;
    expect((await answer(browser)).status).toBe(303);
    expect(await respondents()).toEqual([{ id: 0, openid: "", nickname: "" }]);
  });
});

describe("a survey with a list of respondents", () => {
  it("takes answers from those alone", async () => {
    const [one, other] = [await registerAccount(platform, "p-1"), await registerAccount(platform, "p-2")];
    await listRespondents(platform, { surveyId: survey.id, respondentIds: [one] });
    expect((await answer(await bring(one))).status).toBe(303);
    for (const browser of [new Browser(platform), await signedInBrowser(platform), await bring(other)]) {
      const page = await browser.get(survey.path, english);
      expect([page.status, page.html.includes("<h1>For invited people only</h1>")]).toEqual([403, true]);
    }
    expect(await respondents()).toHaveLength(1);
  });

  it("takes none from a respondent who was taken off while the form was open", async () => {
    const one = await registerAccount(platform, "p-1");
    await listRespondents(platform, { surveyId: survey.id, respondentIds: [one] });
    const browser = await bring(one);
    const page = await browser.get(survey.path, english);
    platform.clock.now += 5000;
    await platform.database.write(({ kysely }) => kysely.deleteFrom("participants").execute());
    const sent = await sendPage(browser, page, [[survey.questionId(1), "Good"]]);
    expect([sent.status, sent.html.includes("For invited people only")]).toEqual([403, true]);
    expect(await respondents()).toEqual([]);
  });

  it("is not open to everyone when the list gets empty, until an editor says so", async () => {
    const one = await registerAccount(platform, "p-1");
    await listRespondents(platform, { surveyId: survey.id, respondentIds: [one] });
    await platform.database.write(({ kysely }) => kysely.deleteFrom("users").where("id", "=", one).execute());
    expect((await new Browser(platform).get(survey.path)).status).toBe(403);
    const ada = await signedInBrowser(platform);
    const address = `/surveys/${survey.id}/settings`;
    const settings = await ada.get(address, english);
    expect(settings.html).toContain("Only people on the list may answer (0 on it)");
    const kept = await ada.submit(settings, address, { has_list: "", address_days: "30" });
    expect(kept.status).toBe(303);
    expect((await new Browser(platform).get(survey.path)).status).toBe(403);
    const opened = await ada.submit(settings, address, { address_days: "30" });
    expect(opened.status).toBe(303);
    expect((await new Browser(platform).get(survey.path)).status).toBe(200);
  });
});
