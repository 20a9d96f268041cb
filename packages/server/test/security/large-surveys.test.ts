import {
  mostCrossFields,
  mostParts,
  mostVersionCharacters,
  type Question,
  type SurveyDefinition,
  SurveyTooLargeError,
} from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { publishSurvey } from "../support/published-survey.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

type Change = (question: Question, definition: SurveyDefinition) => readonly (readonly Question[])[];

/** A survey whose pages have what `change` makes of one question with an option. */
function publishLarge(platform: TestPlatform, change: Change) {
  return publishSurvey(platform, {
    text: "T\n\n\n\nQ[单选题]\nA",
    change: (definition) => {
      const [question] = definition.pages[0]?.questions ?? [];
      if (question === undefined) throw new Error("no question");
      const pages = change(question, definition).map((questions, at) => ({
        id: `p-${at}`,
        index: String(at + 1),
        questions,
      }));
      return { ...definition, pages };
    },
  });
}

const optionsOf = (question: Question, count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...question.options[0], id: `o-${at}`, text: `Option ${at}` }));

const withOptions = (question: Question, id: string, count: number, index = 1): Question =>
  ({ ...question, id, index, real_index: index, options: optionsOf(question, count) }) as Question;

const ranking = (question: Question, count: number) => [
  [{ ...withOptions(question, "q", count), type: "sort" as const }],
];

/** One of many questions, and one of questions with many options. */
const shapes: Readonly<Record<string, Change>> = {
  "many questions": (question) =>
    [0, 1, 2, 3, 4, 5].map((page) =>
      Array.from({ length: 120 }, (_, at) =>
        withOptions(question, `q-${page}-${at}`, 5, page * 120 + at + 1),
      ),
    ),
  "many options": (question) =>
    [0, 1].map((page) => [
      withOptions(question, `q-${page}-0`, 2000, page * 2 + 1),
      withOptions(question, `q-${page}-1`, 2000, page * 2 + 2),
    ]),
};

/** Counts how often other work gets its turn while something runs. */
async function turnsDuring<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isOver = true;
  return { result, turns };
}

/** Characters of a page that are rendered at once at most, on average. */
const renderedAtOnce = 256 * 1024;

describe.each(Object.entries(shapes))("a survey of %s", (_shape, change) => {
  it.each([
    "/edit",
    "/edit/logic",
    "/edit/questions/q-1-1",
    "/results",
    "/results/answers",
    "/results/cross",
  ])("lets other requests go on while its page %s is made", async (page) => {
    const platform = await startTestPlatform();
    const { id } = await publishLarge(platform, change);
    await platform.store.surveys.submitAnswer({
      surveyId: id,
      version: 1,
      values: Object.fromEntries([0, 1].map((at) => [`q-${at}-0`, ["o-1"]])),
      customArguments: {},
      respondent: undefined,
      startedAt: platform.clock.now - 60_000,
      channel: "link",
      ua: "phone/ios",
      referrer: "",
      address: "192.0.2.1",
      onceKey: null,
    });
    const ada = await signedInBrowser(platform);
    const { result, turns } = await turnsDuring(() => ada.get(`/surveys/${id}${page}`));
    expect(result.status).toBe(200);
    expect(turns).toBeGreaterThan(result.html.length / renderedAtOnce);
  });
});

describe("a question", () => {
  it("has as many options as its form can show, and no more", async () => {
    const platform = await startTestPlatform();
    await publishLarge(platform, (question) => [[withOptions(question, "q", mostParts)]]);
    const tooMany = publishLarge(platform, (question) => [[withOptions(question, "q", mostParts + 1)]]);
    await expect(tooMany).rejects.toThrow("Question 1 is too large: it has 2001 options or rows");
  });

  it("that is a ranking has as many options as its table of places can show", async () => {
    const platform = await startTestPlatform();
    await publishLarge(platform, (question) => ranking(question, 89));
    const tooMany = publishLarge(platform, (question) => ranking(question, 90));
    await expect(tooMany).rejects.toThrow("Page 1 is too large: it has 8100 choices");
  });

  it("with many options before many questions does not list all places at each option", async () => {
    const platform = await startTestPlatform();
    const { id } = await publishLarge(platform, (question) => [
      [
        withOptions(question, "q", 1500),
        ...Array.from({ length: 300 }, (_, at) => withOptions(question, `q-${at}`, 1, at + 2)),
      ],
    ]);
    const ada = await signedInBrowser(platform);
    const { html } = await ada.get(`/surveys/${id}/edit/questions/q`);
    expect(html).toContain("what an option leads to is said in a rule");
    // With all places it would have more than 20,000,000.
    expect(html.length).toBeLessThan(6_000_000);
  });
});

it("a cross table of too many fields is refused with words, on the page", async () => {
  const platform = await startTestPlatform();
  const side = Math.sqrt(mostCrossFields);
  const { id } = await publishLarge(platform, (question) => [
    [
      withOptions(question, "a", side),
      withOptions(question, "b", side, 2),
      withOptions(question, "c", side + 1, 3),
    ],
  ]);
  const ada = await signedInBrowser(platform);
  const table = async (rows: string, columns: string) =>
    (await ada.get(`/surveys/${id}/results/cross?rows=${rows}&columns=${columns}`)).html;
  expect(await table("a", "b")).toContain("<table");
  const refused = await table("a", "c");
  expect(refused).not.toContain("<table");
  expect(refused).toContain("a cross table may have 10,000 fields");
});

it("the published versions of a survey have a limit together, and publishing beyond it changes nothing", async () => {
  const platform = await startTestPlatform();
  const { surveys } = platform.store;
  const { id, definition } = await publishSurvey(platform, { text: "T\n\n\n\nQ[单选题]\nA" });
  const sized = (at: number) => ({ ...definition, suffix: `${at}`.padEnd(900_000, "x") });
  let revision = 1;
  const publish = async () => {
    const saved = await surveys.saveDraft({ surveyId: id, definition: sized(revision), revision });
    if (saved === undefined || !("saved" in saved)) throw new Error("not saved");
    revision = saved.saved.revision;
    return surveys.publishSurvey({ surveyId: id, revision });
  };
  const fitting = Math.floor(mostVersionCharacters / 901_000);
  for (let count = 0; count < fitting; count += 1) await publish();
  await expect(publish()).rejects.toThrow(SurveyTooLargeError);
  expect((await surveys.versionsOf(id)).length).toBe(fitting + 1);
  expect(await surveys.findDraft(id)).toMatchObject({ revision });
});
