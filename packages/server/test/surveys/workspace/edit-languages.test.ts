import {
  noPrivacy,
  printTranslation,
  surveyIn,
  surveyTexts,
  translatedTexts,
} from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { changeSurveyPrivacy, findSurveyPrivacy } from "../../../src/store/surveys/survey-privacy-table.ts";
import { program } from "../../support/webhooks.ts";
import { formsOf, type Browser } from "../../support/browser.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

async function withGerman() {
  const opened = await surveyOfAda();
  const { ada, address, draft } = opened;
  const list = `${address}/edit/languages`;
  await ada.submit(await ada.get(list), list, { do: "language", language: "en" });
  const added = await ada.submit(await ada.get(list), list, { do: "add", add: "de" });
  expect(added.location).toBe(`${list}?to=de`);
  const definition = async () => (await draft()).definition;
  return { ...opened, list, definition };
}

type German = Awaited<ReturnType<typeof withGerman>>;

/** The fields of the form of translations, with some of them filled in. */
function filledIn(html: string, texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = [...html.matchAll(/<textarea[^>]* name="text ([^"]*)"[^>]*>([^<]*)</g)];
  const stored = names.map(([, key = "", value = ""]) => [`text ${key}`, value] as const);
  const typed = Object.entries(texts).map(([key, text]) => [`text ${key}`, text] as const);
  return { ...Object.fromEntries(stored), ...Object.fromEntries(typed), do: "save de" };
}

async function save({ ada, list }: Pick<German, "ada" | "list">, texts: Readonly<Record<string, string>>) {
  const page = await ada.get(`${list}?to=de`);
  return ada.submit(page, list, filledIn(page.html, texts));
}

async function sendFile(ada: Browser, list: string, content: string, to = "de") {
  const page = await ada.get(list);
  const form = formsOf(page.html).find(({ action }) => action === `${list}/file`);
  const body = new FormData();
  for (const [name, value] of Object.entries(form?.hidden ?? {})) body.append(name, value);
  body.append("to", to);
  body.append("file", new File([content], "translation.csv"));
  return ada.send(`${list}/file`, { method: "POST", body });
}

describe("the languages of a survey", () => {
  test("are added, translated text by text, previewed, published and removed", async () => {
    const german = await withGerman();
    const { ada, address, list, definition, question } = german;
    const first = await question(0);
    expect((await save(german, { title: "Mittagessen", [`${first.id}/title`]: "Wie war es?" })).status).toBe(
      303,
    );
    expect(await definition()).toMatchObject({
      language: "en",
      translations: { de: { title: "Mittagessen", [`${first.id}/title`]: "Wie war es?" } },
    });
    const shown = await ada.get(list);
    expect(shown.html).toMatch(/2 of \d+ texts/);
    const preview = await ada.get(`${address}/preview?lang=de`);
    expect(preview.html).toContain("Wie war es?");
    const removed = await ada.submit(shown, list, { do: "remove de" });
    expect(removed.status).toBe(303);
    expect(await definition()).toMatchObject({ language: "en" });
    expect((await definition()).translations).toBeUndefined();
  });

  test.each([
    [{ do: "add", add: "" }, "Choose a language"],
    [{ do: "add", add: "de" }, "in this language already"],
    [{ do: "add", add: "en" }, "in this language already"],
    [{ do: "language", language: "de" }, "in this language already"],
    [{ do: "add", add: "__proto__" }, "Choose a language"],
  ])("are not what they cannot be: %j", async (fields, says) => {
    const { ada, list, definition } = await withGerman();
    const before = await definition();
    const refused = await ada.submit(await ada.get(list), list, fields);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(says);
    expect(await definition()).toEqual(before);
  });

  test("have to begin with the survey's own", async () => {
    const { ada, address } = await surveyOfAda();
    const list = `${address}/edit/languages`;
    const refused = await ada.submit(await ada.get(list), list, { do: "add", add: "de" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Say first which language");
  });

  test("a text that cannot be is shown again with what was typed, and nothing is saved", async () => {
    const german = await withGerman();
    const refused = await save(german, { title: "x".repeat(1001) });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("At most 1000 characters");
    expect(refused.html).toContain("x".repeat(1001));
    expect((await german.definition()).translations).toEqual({ de: {} });
  });

  test("two who translate at once lose nothing of each other, and who saves the same text second chooses", async () => {
    const german = await withGerman();
    const { ada, list, definition } = german;
    const opened = await ada.get(`${list}?to=de`);
    await save(german, { title: "Deren", suffix: "" });
    const conflict = await ada.submit(
      opened,
      list,
      filledIn(opened.html, { title: "Meins", prefix: "Hallo" }),
    );
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain("“Deren”");
    expect((await definition()).translations?.["de"]).toEqual({ title: "Deren" });
    const again = await ada.submit(conflict, list, filledIn(conflict.html, {}));
    expect(again.status).toBe(303);
    expect((await definition()).translations?.["de"]).toMatchObject({ title: "Meins", prefix: "Hallo" });
  });
});

async function withConsent() {
  const german = await withGerman();
  const { id: surveyId, platform } = german;
  const privacy = { ...noPrivacy, consentText: "I agree." };
  const agree = (consentText: string) =>
    platform.store.write(changeSurveyPrivacy, {
      surveyId,
      privacy: { ...privacy, consentText },
      actor: program,
    });
  await agree("I agree.");
  const consent = () => findSurveyPrivacy(platform.store.reader, surveyId);
  return { ...german, agree, consent };
}

describe("the text of consent", () => {
  test("is translated as the other texts are, and each translation is a version", async () => {
    const opened = await withConsent();
    expect((await save(opened, { consent: "Ja.", title: "Essen" })).status).toBe(303);
    expect(await opened.consent()).toMatchObject({ consentVersion: 2, consentTranslations: { de: "Ja." } });
    expect((await opened.definition()).translations).toEqual({ de: { title: "Essen" } });
    expect((await save(opened, { title: "Mittag" })).status).toBe(303);
    expect(await opened.consent()).toMatchObject({ consentVersion: 2 });
    const page = await opened.ada.get(opened.list);
    expect(page.html).toMatch(/2 of \d+ texts/);
    const said = await opened.ada.get(`${opened.address}/privacy`);
    expect(said.html).toContain("Ja.");
  });

  test.each(["csv", "xlf"] as const)("leaves and comes in by a file: %s", async (form) => {
    const opened = await withConsent();
    const { html } = await opened.ada.get(`${opened.list}/de/${form}`);
    expect(html).toContain("I agree.");
    const texts = [{ key: "consent", role: "consent", text: "I agree.", translation: "Ja!" } as const];
    const file = printTranslation(form, texts, { from: "en", to: "de", place: () => "here" });
    expect((await sendFile(opened.ada, opened.list, file)).status).toBe(303);
    expect(await opened.consent()).toMatchObject({ consentVersion: 2, consentTranslations: { de: "Ja!" } });
  });

  test("that was changed meanwhile keeps no translation of the text before", async () => {
    const opened = await withConsent();
    const page = await opened.ada.get(`${opened.list}?to=de`);
    await opened.agree("I agree to more.");
    const refused = await opened.ada.submit(page, opened.list, filledIn(page.html, { consent: "Ja." }));
    expect(refused.status).toBe(409);
    expect(refused.html).toContain("was changed meanwhile");
    const again = await opened.ada.submit(
      refused,
      opened.list,
      filledIn(refused.html, { consent: "Ja zu mehr." }),
    );
    expect(again.status).toBe(303);
    await opened.agree("Less.");
    expect(await opened.consent()).toMatchObject({ consentVersion: 4, consentTranslations: {} });
  });
});

describe("who is responsible and the purpose", () => {
  const said = { ...noPrivacy, responsible: "Acme", purpose: "Better lunch" };

  test("are translated as the other texts are, also by a file, and stay until the text itself changes", async () => {
    const opened = await withConsent();
    const { id: surveyId, platform, ada, list, consent } = opened;
    const say = (privacy: typeof said) =>
      platform.store.write(changeSurveyPrivacy, { surveyId, privacy, actor: program });
    const translated = async () => (await consent()).statementTranslations;
    await say(said);
    expect((await save(opened, { responsible: "Die Acme", purpose: "Besseres Essen" })).status).toBe(303);
    expect(await translated()).toEqual({ de: { responsible: "Die Acme", purpose: "Besseres Essen" } });
    const texts = [{ key: "purpose", role: "purpose", text: "Better lunch", translation: "Essen" } as const];
    const file = printTranslation("csv", texts, { from: "en", to: "de", place: () => "here" });
    expect((await sendFile(ada, list, file)).status).toBe(303);
    expect(await translated()).toEqual({ de: { responsible: "Die Acme", purpose: "Essen" } });
    await say({ ...said, answerDays: 30 });
    expect(await translated()).toEqual({ de: { responsible: "Die Acme", purpose: "Essen" } });
    await say({ ...said, purpose: "Dinner" });
    expect(await translated()).toEqual({ de: { responsible: "Die Acme", purpose: "" } });
  });

  test("that were changed meanwhile are not translated as they were", async () => {
    const opened = await withConsent();
    const { id: surveyId, platform, ada, list, consent } = opened;
    await platform.store.write(changeSurveyPrivacy, { surveyId, privacy: said, actor: program });
    const page = await ada.get(`${list}?to=de`);
    const privacy = { ...said, responsible: "Birch" };
    await platform.store.write(changeSurveyPrivacy, { surveyId, privacy, actor: program });
    const refused = await ada.submit(page, list, filledIn(page.html, { responsible: "Die Acme" }));
    expect(refused.status).toBe(409);
    expect(refused.html).toContain("was changed meanwhile");
    expect((await consent()).statementTranslations).toEqual({});
    const long = await save(opened, { responsible: "x".repeat(501) });
    expect([long.status, long.html]).toEqual([400, expect.stringContaining("At most 500 characters")]);
  });
});

describe("a file of translations", () => {
  test.each(["csv", "xlf"] as const)("goes out as %s, and comes in translated", async (form) => {
    const { ada, list, definition } = await withGerman();
    const file = await ada.get(`${list}/de/${form}`);
    expect(file.headers.get("content-disposition")).toContain(`-de.${form}`);
    const texts = surveyTexts(await definition());
    const translated = {
      ...(await definition()),
      translations: { de: Object.fromEntries(texts.map(({ key, text }) => [key, `de ${text}`])) },
    };
    const taken = await sendFile(
      ada,
      list,
      printTranslation(form, translatedTexts(translated, "de"), {
        from: "en",
        to: "de",
        place: () => "here",
      }),
    );
    expect(taken.status).toBe(303);
    for (const { text } of surveyTexts(surveyIn(await definition(), "de"))) expect(text).toMatch(/^de /);
  });

  test.each([
    ["", "Choose a file"],
    ["key;en\ntitle;x\n", "has no column"],
    ["key,de\nq-9-gone/title,Weg\n", "names a text that the survey does not have"],
    [`key,de\ntitle,${"x".repeat(1001)}\n`, "Entry 2: At most 1000 characters"],
    ['<xliff><file target-language="fr"/></xliff>', "It is a translation to French"],
  ])("with a mistake is refused as a whole: %s", async (content, says) => {
    const { ada, list, definition } = await withGerman();
    const refused = await sendFile(ada, list, content);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(says);
    expect((await definition()).translations).toEqual({ de: {} });
  });

  test("for a language that the survey has not is refused", async () => {
    const { ada, list } = await withGerman();
    expect((await sendFile(ada, list, "key,fr\ntitle,x\n", "fr")).status).toBe(404);
    expect((await ada.get(`${list}/fr/csv`)).status).toBe(404);
    expect((await ada.get(`${list}?to=fr`)).status).toBe(404);
  });
});
