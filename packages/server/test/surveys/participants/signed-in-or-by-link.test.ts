import { describe, expect, test } from "vitest";
import { Browser, formsOf } from "../../support/browser.ts";
import { sendPage, storedAnswers } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { listed } from "./support/listed.ts";

/** A survey with two listed accounts, each with a link. */
async function two(settings: Parameters<typeof listed>[0] = {}) {
  const opened = await listed(settings);
  const { platform, survey, ids, change, links, states } = opened;
  await change("batch", [ids[1]]);
  const [first = "", second = ""] = await links();
  const endFirst = () =>
    platform.database.write(({ kysely }) =>
      kysely.updateTable("participants").set({ end_at: 1 }).where("user_id", "=", ids[0]).execute(),
    );
  /** Who answered, by the accounts of the answers, and the states of both. */
  const outcome = async () => ({
    names: (
      await platform.database.reader.kysely
        .selectFrom("answers")
        .select("respondent_id as id")
        .where("survey_id", "=", survey.id)
        .orderBy("answer_id")
        .execute()
    ).map(({ id }) => id),
    states: await states(),
  });
  return { ...opened, first, second, endFirst, outcome };
}

describe("somebody who is signed in and on the list", () => {
  test("needs no link where only participants answer, and answers once", async () => {
    const { platform, survey, ids, bring, answer, outcome } = await two({ onlyParticipants: true });
    const browser = await bring(ids[0]);
    expect((await answer(browser)).status).toBe(303);
    expect((await browser.get(survey.path)).html).toContain("Already answered");
    expect(await outcome()).toEqual({ names: [ids[0]], states: ["Answered", "Not invited"] });
    const stranger = new Browser(platform);
    expect((await stranger.get(survey.path)).html).toContain("For invited people only");
  });

  test("is asked to sign in where only participants answer who sign in", async () => {
    const { platform, survey, ids, bring } = await two({ onlyParticipants: true, requiresSignIn: true });
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { onlyListed: false } });
    expect((await new Browser(platform).get(survey.path)).html).toContain("Sign in to answer");
    expect((await (await signedInBrowser(platform)).get(survey.path)).html).toContain(
      "For invited people only",
    );
    expect((await (await bring(ids[0])).get(survey.path)).html).toContain("How was it?");
  });

  test("is kept out by the end of their own link, not of another's, and answers for themselves", async () => {
    const { survey, ids, bring, answer, first, endFirst, outcome } = await two();
    await endFirst();
    const browser = await bring(ids[1]);
    expect((await answer(browser, first)).status).toBe(303);
    expect(await outcome()).toEqual({ names: [ids[1]], states: ["Not invited", "Answered"] });
    expect((await (await bring(ids[0])).get(survey.path)).html).toContain("Your link has ended");
    const own = await bring(ids[0]);
    expect((await own.follow(own.get(first))).html).toContain("Your link has ended");
  });

  test("has answered by their link where each person answers once", async () => {
    const { survey, ids, bring, answer, first, second, outcome } = await two({ once: "person" });
    expect((await answer(await bring(ids[0]), first)).status).toBe(303);
    const later = await bring(ids[0]);
    expect((await later.get(survey.path)).html).toContain("Already answered");
    expect((await later.follow(later.get(second))).html).toContain("Already answered");
    expect(await outcome()).toEqual({ names: [ids[0]], states: ["Answered", "Opened"] });
  });

  test("answers once where each person does, also by their link and without it in one moment", async () => {
    const { platform, survey, ids, bring, first, outcome } = await two({ once: "person" });
    const browsers = [await bring(ids[0]), await bring(ids[0])] as const;
    const forms = [
      await browsers[0].follow(browsers[0].get(first)),
      await browsers[1].follow(browsers[1].get(survey.path)),
    ] as const;
    platform.clock.now += 60_000;
    const given = [[survey.questionId(1), "Good"]] as const;
    await Promise.all([sendPage(browsers[0], forms[0], given), sendPage(browsers[1], forms[1], given)]);
    expect(await outcome()).toEqual({ names: [ids[0]], states: ["Answered", "Not invited"] });
  });

  test("gives the answer of another by the link of the other, without a name", async () => {
    const { ids, bring, answer, second, outcome } = await two();
    expect((await answer(await bring(ids[0]), second)).status).toBe(303);
    expect(await outcome()).toEqual({ names: [0], states: ["Not invited", "Answered"] });
  });

  test("answers for themselves in a browser where somebody opened another's link before", async () => {
    const { platform, ids, bring, answer, second, outcome } = await two();
    const browser = new Browser(platform);
    expect((await answer(browser, second)).status).toBe(303);
    expect((await answer(await bring(ids[0], browser))).status).toBe(303);
    expect(await outcome()).toEqual({ names: [0, ids[0]], states: ["Answered", "Answered"] });
  });
});

test.each(["sop_respondent_session", "sop_participant"])(
  "what somebody is writing is given back when %s is gone, and is sent once they came again",
  async (cookie) => {
    const { platform, survey, ids, bring, first, outcome } = await two({ onlyParticipants: true });
    const browser = new Browser(platform);
    const come = () =>
      cookie === "sop_participant" ? browser.follow(browser.get(first)) : bring(ids[0], browser);
    await come();
    const form = await browser.get(survey.path);
    platform.clock.now += 60_000;
    browser.cookies.delete(cookie);
    const refused = await sendPage(browser, form, [[survey.questionId(1), "Good"]]);
    expect([refused.status, refused.html]).toEqual([
      403,
      expect.stringContaining("Open the survey in a new tab"),
    ]);
    await come();
    const kept = formsOf(refused.html).find(({ action }) => action === survey.path);
    const body = new URLSearchParams(kept?.hidden);
    expect((await browser.send(survey.path, { method: "POST", body })).status).toBe(303);
    expect((await outcome()).states).toEqual(["Answered", "Not invited"]);
  },
);

test("an answer by a link is changed by it, also by somebody signed in who is not on the list", async () => {
  const { platform, survey, answer, first } = await two({ allowsAnswerUpdates: true });
  const browser = await signedInBrowser(platform);
  await answer(browser, first);
  const closed = await browser.get(survey.path);
  const [, path = ""] = /href="([^"]*\/change\?answer=[^"]*)"/.exec(closed.html) ?? [];
  const form = await browser.follow(browser.submit(await browser.get(path), path.split("?")[0] ?? "", {}));
  expect((await sendPage(browser, form, [[survey.questionId(1), "Better"]])).status).toBe(303);
  const [changed] = await storedAnswers(platform, survey.id);
  expect(changed?.values).toEqual({ [survey.questionId(1)]: "Better" });
});

test("a browser whose person signs out forgets whose link was opened in it", async () => {
  const { survey, ids, bring, second } = await two();
  const browser = await bring(ids[0]);
  const page = await browser.follow(browser.get(second));
  await browser.submit(page, `${survey.path}leave`);
  expect((await browser.get(survey.path)).html).toContain("For invited people only");
});
