import { surveyState, type SurveySettings } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { publishSurvey } from "../support/published-survey.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** What the form of an open survey sends that changes nothing. */
const open = { once: "none", address_days: "30", allow_update: "on", embed_origins: "https://old.example" };

/** An open survey, its settings as one editor has opened them, and what the other one saves. */
async function openedByTwo() {
  const platform = await startTestPlatform();
  const { id } = await publishSurvey(platform, {
    text: "Lunch\n\nGood?[Single Line Text]",
    settings: { allowsAnswerUpdates: true, embedOrigins: ["https://old.example"], addressDays: 30 },
  });
  const ada = await signedInBrowser(platform);
  const form = `/surveys/${id}/settings`;
  const page = await ada.get(form);
  const other = (settings: Partial<SurveySettings>) =>
    platform.store.surveys.changeSettings({ surveyId: id, settings });
  const settings = () => platform.store.surveys.findSettings(id);
  return { ada, form, page, other, settings };
}

/** What an editor closes or takes away, and the form of one who wants the setting otherwise, without having seen that. */
const restrictions: readonly (readonly [
  string,
  Partial<SurveySettings>,
  Readonly<Record<string, string>>,
])[] = [
  ["the end", { endAt: Date.parse("2026-01-01T00:00:00Z") }, { end_at: "2030-01-01T00:00" }],
  ["the beginning", { startedAt: Date.parse("2030-01-01T00:00:00Z") }, { started_at: "2026-01-01T00:00" }],
  ["a limit of answers", { answerLimit: 5 }, { answer_limit: "500" }],
  ["a limit of an address", { addressLimit: 1 }, { address_limit: "100" }],
  ["the days of addresses", { addressDays: 0 }, { address_days: "300" }],
  ["signing in", { requiresSignIn: true, embedOrigins: [] }, { embed_origins: "https://new.example" }],
  ["once per browser", { once: "browser" }, { once: "person", sign_in: "on", embed_origins: "" }],
  ["a website", { embedOrigins: [] }, { embed_origins: "https://new.example" }],
  ["a redirect", { redirectUrl: "https://ours.example/" }, { redirect_url: "https://theirs.example/" }],
];

describe("what an editor restricts while another one has the settings open", () => {
  it.each([
    ...restrictions,
    ["changes of answers", { allowsAnswerUpdates: false }, {}] as const,
    ["the password", { passwordHash: "scrypt$of-another" }, {}] as const,
    ["pausing", { state: surveyState.paused }, {}] as const,
  ])("%s stays when the other one saves something else", async (_, restriction) => {
    const { ada, form, page, other, settings } = await openedByTwo();
    await other(restriction);
    const saved = await ada.submit(page, form, { ...open, custom_arguments: "source" });
    expect(saved.location).toBe(`${form}?notice=saved`);
    expect(await settings()).toMatchObject({ ...restriction, customArguments: [{ title: "source" }] });
  });

  it.each([
    ...restrictions,
    ["the password", { passwordHash: "scrypt$of-another" }, { password: "p" }] as const,
  ])(
    "%s is replaced by none who has not seen it, with or without a mistake",
    async (_, restriction, wish) => {
      const { ada, form, page, other, settings } = await openedByTwo();
      await other(restriction);
      expect((await ada.submit(page, form, { ...open, ...wish })).status).toBe(409);
      expect(await settings()).toMatchObject(restriction);
      const refused = await ada.submit(page, form, { ...open, ...wish, custom_arguments: '"' });
      expect(refused.html).toContain("Somebody else changed this at the same time");
      expect(refused.html).toContain('<a href="#custom_arguments">');
      expect(await settings()).toMatchObject(restriction);
    },
  );
});
