import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  answerDetailJson,
  answerDetailSchema,
  answerListJson,
  answerListSchema,
} from "../../../src/api/calls/answers/answer-wire.ts";
import type { SurveyHead } from "../../../src/store/surveys/survey-table.ts";
import {
  legacySurveyJson,
  legacySurveySchema,
  surveyJson,
  surveyListJson,
  surveyListSchema,
  surveySchema,
} from "../../../src/api/calls/surveys/survey-wire.ts";
import {
  type AnswerPage,
  type AnswerRecord,
  type AnswerValues,
  answerValuesOf,
  buildAnswerPages,
  compileAnswerWriter,
  platformZone,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import { everyType, wirePages } from "../../../../surveys/test/declared/survey-fixtures.ts";

const zone = platformZone("Asia/Shanghai");
const { pages } = wirePages(everyType);
const survey: SurveyHead = {
  id: 8_000_000_001,
  hash: "1f3a77c0",
  key: "customer-2026",
  ownerId: 12,
  creatorUserId: 7,
  title: "Customers",
  prefix: "Welcome",
  suffix: "Thank you",
  scene: 1,
  state: 2,
  pageCount: 2,
  questionCount: 16,
  startedAt: Date.UTC(2026, 10, 1, 1),
  endAt: null,
  createdAt: Date.UTC(2026, 9, 31, 16),
  updatedAt: Date.UTC(2026, 10, 20, 10, 30, 5, 999),
  templateId: 0,
  answerCount: 3,
  redirectUrl: "https://thanks.example/",
  requiresSignIn: 1,
  allowsAnswerUpdates: 0,
  customArgumentsText: "[]",
};

function built(values: Record<string, unknown>): readonly AnswerPage[] {
  const result = buildAnswerPages(pages, values);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.pages;
}

const answerPages = built({
  "2": 1,
  "3": ["A", "B"],
  "6": "Fine",
  "9": [1, 2],
  "11": [5, 4],
  "13": { "1": "Ada" },
});
const answer: AnswerRecord = {
  surveyId: survey.id,
  answerId: 42,
  version: 1,
  respondentId: 5_000_000_000,
  respondentOpenid: "member-7",
  respondentNickname: "小林",
  startedAt: Date.UTC(2026, 10, 1, 1),
  endedAt: Date.UTC(2026, 10, 1, 1, 3, 10),
  changedAt: null,
  argumentsText: "",
  valuesText: JSON.stringify(answerValuesOf(pages, answerPages)),
  consentVersion: 0,
};
const writeAnswer = compileAnswerWriter(pages, []);
const writing = {
  zone,
  // Only values are in it.
  textOf: ({ valuesText }: AnswerRecord) => writeAnswer(JSON.parse(valuesText) as AnswerValues, {}),
};

/** Parses what was written and holds it to its schema: every field there, none besides. */
function held<T extends z.ZodType>(schema: T, json: string): z.output<T> {
  const value: unknown = JSON.parse(json);
  // An object schema drops what it does not know, so equality shows that there was nothing more.
  expect(schema.parse(value)).toEqual(value);
  return schema.parse(value);
}

/** What a survey has in the newer and in the older spelling. */
const inBothSpellings = {
  id: 8_000_000_001,
  hash: "1f3a77c0",
  scene: 1,
  title: "Customers",
  prefix: "Welcome",
  suffix: "Thank you",
  pages,
  page_count: 2,
  topic_count: 16,
  started_at: "2026-11-01 09:00:00",
  end_at: "",
  state: 2,
  template_id: 0,
  creator_user_id: 7,
  answer_count: 3,
  login_check: true,
  redirect_url: "https://thanks.example/",
  is_allow_update_answer: false,
};

describe("a survey", () => {
  it("is written in the newer spelling with text times and no camel-case twins", () => {
    expect(held(surveySchema, surveyJson({ ...survey, pagesJson: JSON.stringify(pages) }, zone))).toEqual({
      ...inBothSpellings,
      created_at: "2026-11-01 00:00:00",
      updated_at: "2026-11-20 18:30:05",
    });
  });

  it("is written in the older spelling with seconds, 0 where a time is not set", () => {
    expect(
      held(legacySurveySchema, legacySurveyJson({ ...survey, pagesJson: JSON.stringify(pages) }, zone)),
    ).toEqual({
      ...inBothSpellings,
      startTime: 1_793_494_800,
      endTime: 0,
      createTime: 1_793_462_400,
      updateTime: 1_795_170_605,
      text: expect.stringMatching(/^Customers\n/),
    });
  });

  it("does not reveal its owner or its key", () => {
    for (const write of [surveyJson, legacySurveyJson]) {
      const written = write({ ...survey, pagesJson: "[]" }, zone);
      expect(written).not.toContain("customer-2026");
      expect(Object.keys(JSON.parse(written))).not.toEqual(expect.arrayContaining(["owner_id"]));
    }
  });

  it("carries the stored pages as they stand, byte for byte", () => {
    const stored = '[ {"id":"p-1-abcd",\n"index":"1", "questions":[]} ]';
    expect(surveyJson({ ...survey, pagesJson: stored }, zone)).toContain(stored);
    expect(legacySurveyJson({ ...survey, pagesJson: stored }, zone)).toContain(stored);
  });

  it("is listed with the documented fields first, and its questions not at all", () => {
    const draft = { ...survey, id: 3, state: 0 as const, title: 'Draft "2"' };
    const list = held(surveyListSchema, surveyListJson(9, [draft, survey], zone));
    expect(list.total).toBe(9);
    expect(list.list.map((item) => item.title)).toEqual(['Draft "2"', "Customers"]);
    expect(Object.keys(list.list[0] ?? {}).slice(0, 4)).toEqual(["id", "hash", "title", "state"]);
    expect(surveyListJson(0, [], zone)).toBe('{"total":0,"list":[]}');
  });
});

describe("an answer", () => {
  it("is written with every documented field when asked for alone", () => {
    expect(held(answerDetailSchema, answerDetailJson(answer, writing))).toEqual({
      survey_id: survey.id,
      answer_id: 42,
      respondent_id: 5_000_000_000,
      openid: "",
      respondent_type: 11,
      respondent_nickname: "小林",
      started_at: "2026-11-01 09:00:00",
      ended_at: "2026-11-01 09:03:10",
      score: null,
      third_party_user: { respondent_id: 5_000_000_000, openid: "member-7", nickname: "小林" },
      answer: answerPages,
    });
  });

  it("is written with every documented field in a list", () => {
    const list = held(
      answerListSchema,
      answerListJson({ total: 42, answers: [answer], lastAnswerId: 41 }, writing),
    );
    expect(list).toEqual({
      total: 42,
      last_answer_id: 42,
      list: [
        {
          answer_id: 42,
          openid: "",
          respondent_type: 11,
          respondent_nickname: "小林",
          qq: 5_000_000_000,
          started_at: "2026-11-01 09:00:00",
          ended_at: "2026-11-01 09:03:10",
          score: null,
          wechat_work_user: {},
          third_party_user: { respondent_id: 5_000_000_000, openid: "member-7", nickname: "小林" },
          answer: answerPages,
        },
      ],
    });
  });

  it("given without signing in has respondent 0 and no names", () => {
    const respondent = { respondentId: 0, respondentOpenid: "", respondentNickname: "" };
    expect(held(answerDetailSchema, answerDetailJson({ ...answer, ...respondent }, writing))).toMatchObject({
      respondent_id: 0,
      respondent_type: 0,
      respondent_nickname: "",
      third_party_user: { respondent_id: 0, openid: "", nickname: "" },
    });
  });

  it.each([0, 7])(
    "says which text of consent respondent %i agreed to, and nothing where there was none",
    (respondentId) => {
      const slice = (consentVersion: number) => ({
        total: 1,
        answers: [{ ...answer, respondentId, consentVersion }],
        lastAnswerId: 0,
      });
      const [agreed] = held(answerListSchema, answerListJson(slice(2), writing)).list;
      const [unasked] = held(answerListSchema, answerListJson(slice(0), writing)).list;
      expect(agreed).toEqual({ ...unasked, consent_version: 2 });
      expect(unasked).not.toHaveProperty("consent_version");
      const detail = answerDetailJson({ ...answer, consentVersion: 2 }, writing);
      expect(held(answerDetailSchema, detail)).toHaveProperty("consent_version", 2);
    },
  );

  it.each([
    { respondentId: 0, respondentOpenid: "", respondentNickname: "" },
    { respondentId: 7, respondentOpenid: "", respondentNickname: "" },
    { respondentId: 0, respondentOpenid: "member-7", respondentNickname: "" },
    { respondentId: 0, respondentOpenid: "", respondentNickname: "小林" },
  ])("has in a list what is known of its respondent: %o", (respondent) => {
    const slice = { total: 1, answers: [{ ...answer, ...respondent }], lastAnswerId: 0 };
    const { respondentId: id, respondentOpenid: openid, respondentNickname: nickname } = respondent;
    expect(held(answerListSchema, answerListJson(slice, writing)).list[0]).toMatchObject({
      qq: id,
      respondent_type: openid === "" ? 0 : 11,
      respondent_nickname: nickname,
      third_party_user: { respondent_id: id, openid, nickname },
    });
  });
});

function cursor(total: number, serials: readonly number[], lastAnswerId: number): unknown {
  const answers = serials.map((answerId) => Object.assign({}, answer, { answerId }));
  return held(answerListSchema, answerListJson({ total, answers, lastAnswerId }, writing)).last_answer_id;
}

describe("the cursor of a page of answers", () => {
  it("is the greatest serial on the page", () => {
    expect(cursor(9, [4, 5, 6], 3)).toBe(6);
  });

  it("stays where it was past the end, so that asking again does not start over", () => {
    expect(cursor(9, [], 9)).toBe(9);
    expect(cursor(9, [], 500)).toBe(500);
  });

  it("is 0 when the survey has no answers, whatever was sent", () => {
    expect(cursor(0, [], 0)).toBe(0);
    expect(cursor(0, [], 500)).toBe(0);
  });
});

const hostile = [
  "\ud800",
  "\udc00\ud800",
  "\0",
  "\u2028\u2029",
  "\u202eevil\u2066",
  "👩‍👩‍👧‍👦𝕏",
  '"\\"},{"id":1',
  "</script><!--",
  "\u0007\b\f\n\r\t\u001f\u007f\u0085\ufeff",
  "长".repeat(50_000),
];
const anyText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: "binary" }),
  // Single code units, so halves of pairs come up often.
  fc.array(fc.integer({ min: 0, max: 0xff_ff })).map((units) => String.fromCharCode(...units)),
);

function withTitles(page: SurveyPage, title: string): SurveyPage {
  const questions = page.questions.map((question) => Object.assign({}, question, { title }));
  return { ...page, questions };
}

/** Ids of the questions that take any text. */
const textIds = pages.flatMap(({ questions }) =>
  questions.filter(({ type }) => type === "text" || type === "textarea").map(({ id }) => id),
);

describe("hostile text", () => {
  it("in a survey is read back as it was", () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, (title, prefix, suffix, question) => {
        const asked = pages.map((page) => withTitles(page, question));
        const stored = JSON.stringify(asked);
        const newer = held(
          surveySchema,
          surveyJson({ ...survey, title, prefix, suffix, pagesJson: stored }, zone),
        );
        const older = held(
          legacySurveySchema,
          legacySurveyJson({ ...survey, title, prefix, suffix, pagesJson: stored }, zone),
        );
        for (const read of [newer, older])
          expect(read).toMatchObject({ title, prefix, suffix, pages: asked });
        expect(held(surveyListSchema, surveyListJson(1, [{ ...survey, title }], zone)).list[0]?.title).toBe(
          title,
        );
      }),
    );
  });

  it("in an answer is read back as it was", () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (text, openid, nickname) => {
        const values = Object.fromEntries(textIds.map((id) => [id, text]));
        const respondent = { respondentId: 1, respondentOpenid: openid, respondentNickname: nickname };
        const stored = { ...answer, ...respondent, valuesText: JSON.stringify(values) };
        const detail = held(answerDetailSchema, answerDetailJson(stored, writing));
        expect(detail).toMatchObject({ third_party_user: { openid, nickname } });
        const read = detail.answer
          .flatMap(({ questions }) => questions)
          .filter(({ id }) => textIds.includes(id));
        expect(read.map((question) => question.text)).toEqual(textIds.map(() => text));
        const list = answerListJson({ total: 1, answers: [stored, stored], lastAnswerId: 0 }, writing);
        expect(held(answerListSchema, list).list).toHaveLength(2);
      }),
    );
  });

  it("leaves as text that UTF-8 can carry without loss", () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const written = surveyJson({ ...survey, title, pagesJson: "[]" }, zone);
        expect(written.isWellFormed()).toBe(true);
        expect(JSON.parse(new TextDecoder().decode(new TextEncoder().encode(written))).title).toBe(title);
      }),
    );
  });
});

describe("the schemas of the data", () => {
  const published = [
    surveySchema,
    legacySurveySchema,
    surveyListSchema,
    answerListSchema,
    answerDetailSchema,
  ];

  it("describe every field in words, so that the reference page has no empty cell", () => {
    const lacking: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return;
      const { description, properties, $ref } = node as Record<string, unknown>;
      if (path.endsWith(".field") && description === undefined && $ref === undefined) lacking.push(path);
      for (const [key, child] of Object.entries(node)) {
        visit(
          child,
          properties === undefined && path.endsWith("properties") ? `${path}.${key}.field` : `${path}.${key}`,
        );
      }
    };
    for (const schema of published) visit(z.toJSONSchema(schema), "");
    expect(lacking).toEqual([]);
  });
});
