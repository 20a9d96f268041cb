import { describe, expect, test } from "vitest";
import { linksOfKey } from "../../../src/model/participant.ts";
import { addParticipants } from "../../../src/store/surveys/add-participants.ts";
import { listParticipants } from "../../../src/store/surveys/participant-table.ts";
import { Browser } from "../../support/browser.ts";
import { publishSurvey, sendPage, storedAnswers, type SurveyParts } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { program } from "../../support/webhooks.ts";

const text = `Lunch with {name}

Dear {name} of {team}, {other} stays.

How was it?[Single Choice]
Good for {team}
Bad

How is the red room?[Single Line Text][Optional]`;

const linkOf = linksOfKey("key of the test");

async function listed(
  settings: SurveyParts["settings"] = {},
  name = "Ada **<b>x</b>** [a](https://evil.example)",
) {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, {
    text,
    settings,
    change: (definition) => ({
      ...definition,
      logic: {
        ...definition.logic,
        rules: [
          {
            kind: "show",
            when: { kind: "text", subject: { kind: "argument", name: "team" }, is: "=", value: "Red" },
            target: definition.pages[0]?.questions[1]?.id ?? "",
          },
        ],
      },
    }),
  });
  const person = { email: "", phone: "", language: "", fields: { team: "Red" } };
  const participants = [
    { ...person, code: "1", name },
    { ...person, code: "2", name: "Bob", fields: { team: "Blue" } },
  ];
  const { store } = platform;
  await store.write(addParticipants, { surveyId: survey.id, participants, linkOf, actor: program });
  const rows = await listParticipants(store.reader, { surveyId: survey.id, after: 0, limit: 9 });
  const open = async (at: number, query = "") => {
    const browser = new Browser(platform);
    const link = `${survey.path}?p=${linkOf(rows[at]?.nonce ?? "")}${query}`;
    return { browser, page: await browser.follow(browser.get(link)) };
  };
  return { platform, survey, open };
}

const team = [{ id: "custom-arg-01", title: "team", description: "" }];

describe("what is known of a participant", () => {
  test("is in the texts of the survey, where it is neither markup nor a link", async () => {
    const { open } = await listed();
    const { page } = await open(0);
    expect(page.html).toContain("&lt;b>x&lt;/b>".replaceAll(">", "&gt;"));
    expect(page.html).not.toContain("<strong>");
    expect(page.html).not.toContain('href="https://evil.example"');
    expect(page.html).toContain("of Red, {other} stays.");
    expect(page.html).toContain("Good for Red");
  });

  test("is left out for everyone else", async () => {
    const { platform, survey } = await listed({ customArguments: team });
    const page = await new Browser(platform).get(`${survey.path}?team=Injected`);
    expect(page.html).toContain("Dear  of , {other} stays.");
  });

  test("decides conditions and is kept with the answer, whatever the address says", async () => {
    const { platform, survey, open } = await listed({ customArguments: team });
    expect((await open(1, "&team=Red")).page.html).not.toContain("How is the red room?");
    const { browser, page } = await open(0, "&team=Blue");
    expect(page.html).toContain("How is the red room?");
    platform.clock.now += 60_000;
    await sendPage(browser, page, [[survey.questionId(1), survey.optionId(1, 1)]]);
    const [answer] = await storedAnswers(platform, survey.id);
    expect(answer?.custom_arguments).toBe('{"team":"Red"}');
  });

  test("becomes an argument of the survey by a tick, and the preview shows the first participant", async () => {
    const { platform, survey } = await listed({}, "Ada");
    const author = await signedInBrowser(platform);
    const path = `/surveys/${survey.id}/participants`;
    const page = await author.get(path);
    expect(page.html).toContain("{name}, {team}");
    const saved = await author.submit(page, path, { "field-team": "on", do: "fields" });
    expect(saved.location).toBe(`${path}?notice=saved`);
    const settings = await platform.store.surveys.findSettings(survey.id);
    expect(settings?.customArguments).toEqual(team);
    const preview = await author.get(`/surveys/${survey.id}/preview`);
    expect(preview.html).toContain("Dear Ada of Red");
    expect(preview.html).toContain("How is the red room?");
  });
});
