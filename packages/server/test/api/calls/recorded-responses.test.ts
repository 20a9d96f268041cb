import { expect, test } from "vitest";
import { type AnswerPage, answerValuesOf, noLogic } from "@survey-open-platform/surveys";
import { olderTypes, wirePages } from "../../../../surveys/test/declared/survey-fixtures.ts";
import { noFacts } from "../../support/answer-row.ts";
import { allowedTokens } from "../../support/quick-consent.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

/*
 * Clients that others wrote read these bytes, and some depend on the order of fields. The files in recorded/ hold the
 * responses of the first release that had these calls. A difference is a change of the interface.
 */

const texts = [
  "Customers 2026",
  "客户满意度调查（二〇二六）𠮷👩‍👩‍👧‍👦",
  `quotes " ' \\ and </script> \u2028\u2029 \u00ad\ufeff`,
  "controls \u0001\u0007\b\t\n\v\f\r\u001b\u001f\u007f\u0085",
  "",
];
const textAt = (at: number) => texts[at % texts.length] ?? "";

const times = [
  Date.UTC(2026, 10, 1, 1, 0, 0, 999),
  Date.UTC(2026, 6, 31, 15, 59, 59),
  Date.UTC(2024, 1, 28, 23, 30),
  // New York puts its clocks forward and back between these.
  Date.UTC(2026, 2, 8, 6, 59, 59),
  Date.UTC(2026, 2, 8, 7),
  Date.UTC(2026, 10, 1, 5, 59, 59, 999),
  Date.UTC(2026, 10, 1, 6),
  -1,
  0,
  Date.UTC(1901, 0, 1),
  Date.UTC(9998, 11, 31, 23, 59, 59),
];
const timeAt = (at: number) => times[at % times.length] ?? 0;

const firstSurvey = 8_000_000_001;
const surveyCount = 6;
const answerCount = 24;
const { pages } = wirePages(olderTypes);

function surveyRow(at: number, ownerId: number) {
  const asked = pages.map((page) => ({
    ...page,
    // The first survey has every type of question, the others have one on each page.
    questions: page.questions
      .slice(0, at === 0 ? undefined : 1)
      .map((question) => ({ ...question, title: textAt(at + 1) })),
  }));
  return {
    id: firstSurvey + at,
    declared_key: `recorded-${at}`,
    hash: `00c0ffe${at}`,
    owner_id: ownerId,
    creator_user_id: ownerId,
    title: textAt(at),
    prefix: textAt(at + 1),
    suffix: textAt(at + 2),
    scene: 3 + at,
    state: at % 2 === 0 ? 2 : 0,
    pages: at === 3 ? "[]" : JSON.stringify(asked),
    page_count: 2,
    question_count: 16,
    template_id: 4_294_967_295 * at,
    answer_count: at === 0 ? answerCount : 0,
    redirect_url: at === 2 ? "https://thanks.example/?a=1&b=%22" : "",
    login_check: at % 2 === 0 ? (1 as const) : (0 as const),
    is_allow_update_answer: at % 3 === 0 ? (1 as const) : (0 as const),
    started_at: at % 2 === 0 ? timeAt(at) : null,
    end_at: at % 3 === 0 ? timeAt(at + 1) : null,
    created_at: Math.max(0, timeAt(at + 2)),
    updated_at: timeAt(at + 3),
  };
}

/** An answer to each question that takes one; every third is left unanswered. */
function answerPages(at: number): readonly AnswerPage[] {
  return pages.map(({ id, questions }) => ({
    id,
    questions: questions
      .filter(({ type }) => type !== "description")
      .map((question) => {
        const { type, sub_type } = question;
        const given = (question.index + at) % 3 === 0 ? {} : givenTo(question, at);
        return { id: question.id, type, sub_type, text: "", options: [], groups: [], blanks: [], ...given };
      }),
  }));
}

type Question = (typeof pages)[number]["questions"][number];

function givenTo(question: Question, at: number): Partial<AnswerPage["questions"][number]> {
  const { type, options, subTitles, blank_setting: blanks } = question;
  const chosen = options
    .filter((_, place) => (place + at) % 2 === 0)
    .map(({ id, text }) => ({ id, checked: 1 as const, text }));
  if (type === "matrix_star") return { groups: subTitles.map(({ id }) => ({ id, text: "3", options: [] })) };
  if (type.startsWith("matrix_") && chosen.length > 0)
    return { groups: subTitles.map(({ id, text }) => ({ id, text, options: chosen.slice(0, 1) })) };
  if (blanks.length > 0) return { blanks: blanks.map(({ id }) => ({ id, value: `${textAt(at)}.` })) };
  if (options.length > 0) return { options: type === "sort" ? chosen.toReversed() : chosen };
  return { text: textAt(at + 2) };
}

function answerRow(at: number) {
  const isNamed = at % 2 === 0;
  return {
    survey_id: firstSurvey,
    answer_id: at + 1,
    hash: `recorded${String(at).padStart(2, "0")}`,
    respondent_id: isNamed ? 5_000_000_000 + at : 0,
    respondent_openid: isNamed ? `member "${at}" ${textAt(at + 2)}` : "",
    respondent_nickname: at % 4 === 0 ? textAt(at) : "",
    started_at: timeAt(at),
    ended_at: timeAt(at + 1),
    ...noFacts,
    // The second version has no questions.
    version: at === 7 ? 2 : 1,
    answer_values: JSON.stringify(at === 7 ? {} : answerValuesOf(pages, answerPages(at))),
  };
}

async function addRecordedSurveys({ database, store }: TestPlatform): Promise<void> {
  const ownerId = (await store.findUserByUsername("bob"))?.id ?? 0;
  await database.write(async ({ kysely }) => {
    await kysely.deleteFrom("surveys").where("owner_id", "=", ownerId).execute();
    await kysely
      .insertInto("surveys")
      .values(Array.from({ length: surveyCount }, (_, at) => surveyRow(at, ownerId)))
      .execute();
    for (const [at, asked] of [pages, []].entries()) {
      const definition = { title: "", prefix: "", suffix: "", pages: asked, logic: noLogic };
      await kysely
        .insertInto("survey_versions")
        .values({
          survey_id: firstSurvey,
          version: at + 1,
          definition: JSON.stringify(definition),
          published_at: 1,
        })
        .execute();
    }
    await kysely
      .insertInto("answers")
      .values(Array.from({ length: answerCount }, (_, at) => answerRow(at)))
      .execute();
  });
}

const calls = [
  "/api/surveys",
  "/api/surveys?page=2&per_page=4",
  "/api/surveys?page=9",
  ...Array.from({ length: surveyCount }, (_, at) => `/api/surveys/${firstSurvey + at}`),
  ...Array.from({ length: surveyCount }, (_, at) => `/api/surveys/${firstSurvey + at}/legacy`),
  `/api/surveys/${firstSurvey}/answers`,
  `/api/surveys/${firstSurvey}/answers?per_page=100&last_answer_id=20`,
  `/api/surveys/${firstSurvey}/answers?per_page=1`,
  `/api/surveys/${firstSurvey}/answers?last_answer_id=999`,
  `/api/surveys/${firstSurvey + 1}/answers?last_answer_id=7`,
  `/api/surveys/${firstSurvey}/answers/1`,
  `/api/surveys/${firstSurvey}/answers/2`,
  `/api/surveys/${firstSurvey}/answers/recorded07`,
];

/** Each call and the bytes of its response; only the request id differs from time to time. */
async function record(platform: TestPlatform): Promise<string> {
  const { access_token, openid } = await allowedTokens(platform, { username: "bob" });
  const token = new URLSearchParams({ appid: "demo_app", access_token, openid }).toString();
  const lines: string[] = [];
  for (const call of calls) {
    const response = await platform.fetch(`${call}${call.includes("?") ? "&" : "?"}${token}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    lines.push(`GET ${call}`, body.replace(/"request_id":"[0-9a-f-]{36}"\}$/, '"request_id":"…"}'), "");
  }
  return lines.join("\n");
}

test.each(["Asia/Shanghai", "America/New_York"])(
  "surveys and answers are the recorded bytes in the zone %s",
  async (timeZone) => {
    const platform = await startTestPlatform({ timeZone });
    await addRecordedSurveys(platform);
    const file = `./recorded/${timeZone.replace("/", "-")}.txt`;
    await expect(await record(platform)).toMatchFileSnapshot(file);
  },
);
