import { randomBytes } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { languages } from "@survey-open-platform/service";
import { definitionFromText, parseSurveyJson } from "@survey-open-platform/surveys";
import { templates } from "../../../src/surveys/workspace/templates/templates.ts";
import { Browser } from "../../support/browser.ts";
import { publishSurvey } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { teamIdOf } from "../../support/routes/team-routes.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

/** The draft of the survey that a response leads to. */
async function draftAt({ store }: TestPlatform, location: string | undefined) {
  const [, id = ""] = /^\/surveys\/(\d+)\/edit\?notice=created$/.exec(location ?? "") ?? [];
  return (await store.surveys.findDraft(Number(id)))?.definition;
}

describe("a survey is created", () => {
  it("empty, with a title", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const page = await ada.get("/surveys/new?from=blank");
    const created = await ada.submit(page, "/surveys/new", { title: " Lunch " });
    expect(created.status).toBe(303);
    expect(await draftAt(platform, created.location)).toMatchObject({
      title: "Lunch",
      pages: [{ index: "1", questions: [] }],
    });
    const overview = await ada.get(created.location ?? "");
    expect(overview.html).toContain("Add a question before you publish.");
  });

  it("from a text, with ids of its own each time", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const text = "Lunch\r\n\r\nWelcome.\r\n\r\nHow was it?[Single Choice]\r\nGood\r\nBad";
    const page = await ada.get("/surveys/new?from=text");
    const first = await draftAt(platform, (await ada.submit(page, "/surveys/new", { text })).location);
    const second = await draftAt(platform, (await ada.submit(page, "/surveys/new", { text })).location);
    expect(first).toMatchObject({
      title: "Lunch",
      prefix: "Welcome.",
      pages: [{ questions: [{ title: "How was it?", options: [{ text: "Good" }, { text: "Bad" }] }] }],
    });
    expect(second?.pages[0]?.questions[0]?.id).not.toBe(first?.pages[0]?.questions[0]?.id);
  });

  it("not at all from a text with a mistake: each line is named, and the text is still there", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const page = await ada.get("/surveys/new?from=text");
    const text = "Lunch\n\n\n\nHow was it?[Single Choice]\n\nWhen?[Rating Scale]\nnever";
    const refused = await ada.submit(page, "/surveys/new", { text });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Line 5: ");
    expect(refused.html).toContain("Line 8: ");
    expect(refused.html).toContain("never</textarea>");
    expect((await ada.get("/surveys")).html).not.toContain("Lunch");
  });

  it.each(templates)("from the template $id in both languages, with the same questions", async ({ text }) => {
    const made = languages.map((language) => definitionFromText(text[language]));
    const shapes = made.map((one) =>
      one.ok
        ? one.definition.pages.map(({ questions }) =>
            questions.map(({ type, required, options, subTitles, starNum }) => [
              type,
              required,
              options.length,
              subTitles.length,
              starNum,
            ]),
          )
        : one.problems,
    );
    expect(made.every(({ ok }) => ok)).toBe(true);
    expect(shapes[0]).toEqual(shapes[1]);
  });

  it("from the JSON of another survey, with its rules and ids", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const id = await surveyIdOf(platform, "ada-1");
    const logic = `/surveys/${id}/edit/logic`;
    await ada.submit(await ada.get(logic), logic, { rules: "if Q1 = A1 then hide Q2" });
    const saved = await ada.get(`/surveys/${id}/json`);
    expect(saved.headers.get("content-disposition")).toBe(`attachment; filename="survey-${id}.json"`);
    const page = await ada.get("/surveys/new?from=json");
    const created = await ada.submit(page, "/surveys/new", { text: saved.html });
    expect(await draftAt(platform, created.location)).toEqual(
      (await platform.store.surveys.findDraft(id))?.definition,
    );
    const refused = await ada.submit(page, "/surveys/new", {
      text: saved.html.replace('"radio"', '"radar"'),
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("pages.0.questions.0.type: ");
    const text = await ada.get(`/surveys/${id}/text`);
    expect(text.html).toContain("Would you come again?[Single Choice][Required]");
  });

  it("from a text with brackets that name no type, once the user has seen the lines", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const page = await ada.get("/surveys/new?from=text");
    const text = "Lunch\n\nHow spicy?[Heat <b>]\nMild\nHot\n\n哪些？【多选】\n汤\n饭";
    const asked = await ada.submit(page, "/surveys/new", { text });
    expect([asked.status, asked.location]).toEqual([200, undefined]);
    expect(asked.html).toContain("One line may not mean what you meant");
    expect(asked.html).toContain("Line 3: [Heat &lt;b&gt;] is no type known here");
    const [, accept = ""] = /name="accept" value="([^"]+)"/.exec(asked.html) ?? [];
    const changed = await ada.submit(page, "/surveys/new", { text: `${text}\n菜`, accept });
    expect(changed.location).toBeUndefined();
    const made = await draftAt(platform, (await ada.submit(page, "/surveys/new", { text, accept })).location);
    expect(made?.pages[0]?.questions).toMatchObject([
      { type: "radio", title: "How spicy?[Heat <b>]" },
      { type: "checkbox", title: "哪些？" },
    ]);
  });

  it("not from a table, JSON or XML in place of a text", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const page = await ada.get("/surveys/new?from=text");
    for (const [text, named] of [
      ["class\ttype/scale\tname\nG\tG0\tFirst", "this is a table"],
      ['{\n"title": "T"\n}', "is JSON"],
      ["<?xml version='1.0'?>\n<document/>", "is XML or HTML"],
    ] as const) {
      const refused = await ada.submit(page, "/surveys/new", { text });
      expect([refused.status, refused.html.includes(named)]).toEqual([400, true]);
    }
  });

  it("as a copy of a survey that the user may see, and of no other one", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const own = String(await surveyIdOf(platform, "ada-1"));
    const page = await ada.get(`/surveys/new?from=copy&survey=${own}`);
    const copied = await ada.submit(page, "/surveys/new", { survey: own, title: "Copy" });
    const [draft, original] = [
      await draftAt(platform, copied.location),
      await platform.store.surveys.findDraft(Number(own)),
    ];
    expect(draft).toEqual({ ...original?.definition, title: "Copy" });
    const others = String(await surveyIdOf(platform, "bob-1"));
    expect((await ada.submit(page, "/surveys/new", { survey: others, title: "Copy" })).status).toBe(404);
  });

  it("as a copy whose title is made of that of the original, as long as its author gives it no other", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const id = await surveyIdOf(platform, "ada-1");
    const original = await platform.store.surveys.findDraft(id);
    const title = `Copy of ${original?.definition.title}`;
    const offered = await ada.get(`/surveys/new?from=copy&survey=${id}`);
    expect(offered.html).toMatch(new RegExp(`<input id="title"[^>]* value="${title}"`));
    expect(offered.html).not.toContain('<select id="survey"');
    const choice = await ada.get("/surveys/new?from=copy");
    expect(choice.html).toMatch(
      new RegExp(`<option value="${id}">${original?.definition.title} \\([^<]+, changed [^<]+\\)<`),
    );
    const copied = await ada.submit(choice, "/surveys/new", { survey: String(id) });
    expect(await draftAt(platform, copied.location)).toMatchObject({ title });
  });

  it("for a team by those whose role includes it", async () => {
    const platform = await startTestPlatform();
    const team = String(await teamIdOf(platform, "Acme"));
    const fields = { title: "Team lunch", team };
    const ada = await signedInBrowser(platform);
    const page = await ada.get("/surveys/new?from=blank");
    expect((await ada.submit(page, "/surveys/new", fields)).status).toBe(303);
    expect((await ada.get(`/surveys?team=${team}`)).html).toContain("Team lunch");
    const bob = await signedInBrowser(platform, "bob");
    const refused = await bob.submit(await bob.get("/surveys/new?from=blank"), "/surveys/new", fields);
    expect(refused.status).toBe(403);
    const birch = String(await teamIdOf(platform, "Birch"));
    expect((await ada.submit(page, "/surveys/new", { ...fields, team: birch })).status).toBe(404);
  });
});

test("no question can have the id of another field of the form that respondents fill in", async () => {
  const { platform, ada, address } = await surveyOfAda();
  const survey = await publishSurvey(platform, { text: "Lunch\n\n\n\nHow was it?[Single Line Text]" });
  const preview = await ada.get(`${address}/preview`);
  const next = await ada.submit(preview, `${address}/preview`, { action: "next" });
  const pages = [await new Browser(platform).get(survey.path), preview, next];
  const names = new Set(
    pages.flatMap(({ html }) =>
      [...html.matchAll(/<(?:input|button)\b[^>]* name="(\w+)"/g)].map(([, name]) => name),
    ),
  );
  expect([...names]).toEqual(expect.arrayContaining(["action", "csrf", "given", "ticket", "website"]));
  const problems = [...names].map((id) => {
    const json = { title: "T", pages: [{ questions: [{ id, type: "text", title: "Q" }] }] };
    const made = parseSurveyJson(JSON.stringify(json), randomBytes);
    return made.ok ? `${id} is taken` : made.problems[0]?.message;
  });
  expect(problems).toEqual([...names].map((id) => `has an id that is reserved: ${id}`));
});
