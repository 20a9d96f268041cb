import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import * as fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  isArchive,
  recountSurvey,
  type SurveyDefinition,
  surveyTexts,
  themeCorners,
  themeFonts,
  themePacings,
  themeProgresses,
  usualTheme,
  withTranslation,
  writeArchive,
} from "@survey-open-platform/surveys";
import { makeSurveyPicture } from "../../src/model/survey-picture.ts";
import { operatorOf } from "../../src/operating/commands/operator.ts";
import { archiveSource } from "../../src/store/surveys/archive-source.ts";
import { importArchive } from "../../src/store/surveys/import-archive.ts";
import { UploadFolder } from "../../src/store/surveys/upload-folder.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";
import { everyType, wirePages } from "../../../surveys/test/declared/survey-fixtures.ts";
import { answerValuesTo } from "../../../surveys/test/support/answer-arbitrary.ts";
import { rulesOf } from "../../../surveys/test/support/rules-arbitrary.ts";
import { anyText, declaredPagesOf } from "../../../surveys/test/support/survey-arbitrary.ts";
import { zipOf, zipParts } from "../../../surveys/test/support/zip-parts.ts";
import { makeFolder } from "../operating/commands/support/sop-process.ts";
import { deleteAnswer } from "../support/delete-answer.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const byOperator = { actor: operatorOf("import"), keepsPasswords: true } as const;

const everyPages = wirePages(everyType).pages;

const red = { create: { width: 2, height: 3, channels: 3, background: "#c81e1e" } } as const;
const picture = await makeSurveyPicture(await sharp(red).png().toBuffer(), "picture");

const anyTheme = fc.record({
  color: fc.constantFrom("#0b5d66", "#ffee00", "#000000"),
  corners: fc.constantFrom(...themeCorners),
  font: fc.constantFrom(...themeFonts),
  progress: fc.constantFrom(...themeProgresses),
  pacing: fc.constantFrom(...themePacings),
  showsPlatform: fc.boolean(),
  alt: fc.option(anyText(20)),
  buttons: fc.record({ next: fc.constantFrom("", "On"), back: fc.constant(""), send: anyText(20) }),
});

/** Surveys with two versions, a draft that differs, settings, and answers of which some are gone. */
const generated = declaredPagesOf(anyText)
  .filter((declared) => declared.length > 0)
  .chain((declared) => {
    const { pages } = wirePages(declared);
    const answer = fc.constantFrom(1, 2).chain((version) =>
      fc.record({
        version: fc.constant(version),
        values: answerValuesTo(version === 1 ? pages : everyPages),
        customArguments: fc.constantFrom({}, { shop: "=North" }),
        language: fc.constantFrom("", "zh-CN"),
      }),
    );
    return fc.record({
      title: anyText(40),
      pages: fc.constant(pages),
      rules: rulesOf(pages),
      laterRules: rulesOf(everyPages),
      theme: anyTheme,
      answers: fc.array(answer, { maxLength: 6 }),
      settings: fc.record({
        answerLimit: fc.constantFrom(null, 100),
        once: fc.constantFrom("none" as const, "browser" as const),
        redirectUrl: fc.constantFrom("", "https://example.com/thanks?a=1"),
        allowsAnswerUpdates: fc.boolean(),
        startedAt: fc.constantFrom(null, 1_700_000_000_000),
        customArguments: fc.constantFrom([], [{ id: "custom-arg-01", title: "shop", description: "" }]),
        embedOrigins: fc.constantFrom([], ["https://www.example.com"]),
      }),
    });
  });

/** A survey with a language more, and a code for each question and option. */
function withLanguagesAndCodes(definition: SurveyDefinition): SurveyDefinition {
  const pages = definition.pages.map((page, number) => ({
    ...page,
    questions: page.questions.map((question, at) => ({
      ...question,
      code: `Q${number + 1}_${at + 1}`,
      options: question.options.map((option, place) => ({ ...option, code: `A${place + 1}` })),
    })),
  }));
  const coded = { ...definition, pages, language: "en" };
  const texts = surveyTexts(coded).map(({ key, text }) => [key, `Ja ${text}`.slice(0, 50)] as const);
  return withTranslation(coded, "de", Object.fromEntries(texts));
}

type Generated = typeof generated extends fc.Arbitrary<infer Value> ? Value : never;

async function makeSurvey(
  { store, clock }: TestPlatform,
  { title, pages, rules, laterRules, theme: { alt, ...look }, answers, settings }: Generated,
) {
  const { surveys } = store;
  const owner = (await store.findUserByUsername("bob"))?.id ?? 0;
  if (typeof picture === "string") throw new Error(picture);
  const { content, ...logo } = picture;
  const theme = alt === null ? look : { ...look, logo: { ...logo, alt } };
  const definition = { title, prefix: "", suffix: "", scene: 1, pages, theme, logic: { rules } } as const;
  const { id } = await surveys.createSurvey({ ownerId: owner, creatorUserId: owner, definition });
  await surveys.addPicture({ surveyId: id, id: logo.id, content });
  await surveys.publishSurvey({ surveyId: id, revision: 1 });
  const second = withLanguagesAndCodes({ ...definition, pages: everyPages, logic: { rules: laterRules } });
  await surveys.saveDraft({ surveyId: id, definition: second, revision: 1 });
  await surveys.publishSurvey({ surveyId: id, revision: 2 });
  await surveys.saveDraft({ surveyId: id, definition: { ...second, title: `${title}.` }, revision: 2 });
  for (const answer of answers) {
    const facts = { channel: "link", ua: "phone/ios", referrer: "https://example.com/", address: "" };
    const from = { startedAt: clock.now - 90_000, respondent: undefined, onceKey: null };
    const stored = await surveys.submitAnswer({ surveyId: id, ...facts, ...from, ...answer });
    expect(stored).toMatchObject({ answerId: expect.any(Number) });
  }
  if (answers.length > 2) await deleteAnswer({ store }, id, 2);
  await surveys.changeSettings({ surveyId: id, settings });
  return { id, owner };
}

async function archiveOf({ store }: TestPlatform, ids: readonly number[], uploads?: UploadFolder) {
  const source = archiveSource(store, { uploads, withParticipants: true });
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeArchive(source, ids)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What an archive says of its only survey. One that is taken in is paused, and its picture has another id. */
function contentOf(archive: Uint8Array) {
  const parts = Object.entries(zipParts(archive)).map(
    ([path, bytes]) => [path.replace(/^surveys\/\d+\//, ""), Buffer.from(bytes).toString("utf8")] as const,
  );
  const { "survey.json": survey = "", "answers.jsonl": answers = "" } = Object.fromEntries(parts);
  const { settings, ...rest } = JSON.parse(survey.replaceAll(/"id":"[0-9a-f]{32}"/g, '"id":"picture"'));
  const pictures = parts.filter(([path]) => path.startsWith("pictures/")).length;
  return { ...rest, settings: { ...settings, state: 0 }, answers, pictures };
}

function fileWith(content: Uint8Array): string {
  const file = join(makeFolder(), "surveys.sop.zip");
  writeFileSync(file, content);
  return file;
}

/** Keeps a file as a form would. @returns its id */
async function keepFile({ store }: TestPlatform, uploads: UploadFolder): Promise<string> {
  const content = Readable.from([Buffer.from("hello")]);
  const { signal } = new AbortController();
  const received = await uploads.receive(content, { mostBytes: 100, count: () => Promise.resolve(), signal });
  const id = received?.id ?? "";
  await uploads.place(id);
  await store.surveys.addFile({ id, name: "a b.txt", bytes: 5 });
  return id;
}

/** A very busy machine takes its time for them. */
const hundredsOfSurveys = { timeout: 600_000 } as const;

describe("an archive of surveys", () => {
  test("out and in again is the identity, and results equal a recount", hundredsOfSurveys, async () => {
    const platform = await startTestPlatform();
    await fc.assert(
      fc.asyncProperty(generated, async (survey) => {
        const { id, owner } = await makeSurvey(platform, survey);
        const archive = await archiveOf(platform, [id]);
        const file = fileWith(archive);
        expect(isArchive(archive)).toBe(true);
        const how = { owner: { ownerId: owner, creatorUserId: owner }, uploads: undefined, ...byOperator };
        const made = await importArchive(platform.store, () => createReadStream(file), how);
        if (!("length" in made)) throw new Error(made.problem);
        expect(made).toHaveLength(1);
        const [copy = 0] = made;
        expect(copy).not.toBe(id);
        expect(contentOf(await archiveOf(platform, [copy]))).toEqual(contentOf(archive));
        const [was, is] = await Promise.all(
          [id, copy].map((surveyId) => platform.store.surveys.tallies({ surveyId, questionIds: [] })),
        );
        expect(is).toEqual(was);
      }),
      { numRuns: runs(500) },
    );
    expect(await recountSurvey(platform.database, 1)).toEqual([]);
  });

  test("has the files of answers, which have other ids where they arrive", async () => {
    const platform = await startTestPlatform();
    const uploads = new UploadFolder(makeFolder());
    const kept = await keepFile(platform, uploads);
    const upload = everyPages.flatMap(({ questions }) => questions).find(({ type }) => type === "upload");
    const values = { [upload?.id ?? ""]: [`${kept}/a b.txt`, "only a name.txt"] };
    const answers = [{ version: 1, values: {}, customArguments: {}, language: "" }];
    const none = {
      answerLimit: null,
      once: "none",
      redirectUrl: "",
      allowsAnswerUpdates: false,
      startedAt: null,
      customArguments: [],
      embedOrigins: [],
    } as const;
    const look = { rules: [], laterRules: [], theme: { ...usualTheme, alt: null } };
    const given = { title: "Files", pages: everyPages, ...look, answers, settings: none };
    // The property draws lists that may be changed.
    const { id, owner } = await makeSurvey(platform, given as unknown as Generated);
    // As a form with files would have stored it.
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("answers")
        .set({ answer_values: JSON.stringify(values) })
        .where("survey_id", "=", id)
        .execute(),
    );
    const file = fileWith(await archiveOf(platform, [id], uploads));
    const made = await importArchive(platform.store, () => createReadStream(file), {
      owner: { ownerId: owner, creatorUserId: owner },
      uploads,
      ...byOperator,
    });
    if (!("length" in made)) throw new Error(made.problem);
    const [copy = 0] = made;
    const [answer] = await platform.store.surveys.listAnswers({
      surveyId: copy,
      lastAnswerId: 0,
      perPage: 1,
    });
    const [, newId = ""] = /"([\w-]{32})\/a b\.txt","only a name\.txt"/.exec(answer?.valuesText ?? "") ?? [];
    expect(newId).not.toBe(kept);
    const found = await platform.store.surveys.findAnswerFile({ surveyId: copy, answerId: 1, id: newId });
    expect(found).toMatchObject({ id: newId, name: "a b.txt" });
    const chunks: Buffer[] = [];
    for await (const chunk of await uploads.open(newId)) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe("hello");
  });

  test("that is damaged, cut off or made by hand is refused with what is wrong, and nothing is made", async () => {
    const platform = await startTestPlatform();
    const [example] = fc.sample(generated, { numRuns: 1, seed: 7 });
    if (example === undefined) throw new Error("no example");
    const { id, owner } = await makeSurvey(platform, example);
    const archive = await archiveOf(platform, [id]);
    const parts = zipParts(archive);
    const survey = JSON.parse(Buffer.from(parts[`surveys/${id}/survey.json`] ?? []).toString("utf8"));
    const answer = { answerId: 1, version: 1, hash: "a123456789" };
    const head = { "sop.json": parts["sop.json"] ?? new Uint8Array() };
    const packed = (rest: Readonly<Record<string, string>>) =>
      zipOf({
        ...head,
        ...Object.fromEntries(Object.entries(rest).map(([path, text]) => [path, Buffer.from(text)])),
      });
    const withSettings = (changes: object) =>
      packed({
        "surveys/1/survey.json": JSON.stringify({ ...survey, settings: { ...survey.settings, ...changes } }),
      });
    const bad: readonly Uint8Array[] = [
      archive.subarray(0, archive.byteLength / 3),
      packed({ "surveys/1/survey.json": "{" }),
      packed({ "surveys/1/survey.json": JSON.stringify({ ...survey, draft: { title: 1 } }) }),
      withSettings({ redirectUrl: "javascript:alert(1)" }),
      withSettings({ state: 9 }),
      packed({ "surveys/1/answers.jsonl": `${JSON.stringify(answer)}\n` }),
      zipOf({ "sop.json": Buffer.from('{"format":"survey-open-platform","version":2,"surveys":[]}') }),
    ];
    const count = async () =>
      (await platform.database.reader.kysely.selectFrom("surveys").select("id").execute()).length;
    const before = await count();
    for (const content of bad) {
      const how = { owner: { ownerId: owner, creatorUserId: owner }, uploads: undefined, ...byOperator };
      const made = await importArchive(platform.store, () => Readable.from([content]), how);
      expect(made).toEqual({ problem: expect.stringMatching(/^This file .*\.$/s) });
    }
    expect(await count()).toBe(before);
  });
});
