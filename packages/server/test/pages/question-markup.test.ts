import {
  declaredPagesSchema,
  normaliseDeclaredPages,
  problemText,
  type Question,
  questionTextsFor,
} from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { renderPart } from "../../src/pages/render-page.ts";
import { QuestionMarkup } from "../../src/pages/survey/question-markup.ts";

const texts = questionTextsFor("en");
const nothing = { value: undefined, problem: undefined, texts };

function ask(title: string): Question {
  const declared = [{ questions: [{ type: "text" as const, title, required: true }] }];
  const { pages } = normaliseDeclaredPages(declaredPagesSchema.parse(declared), { idSeed: title });
  const question = pages[0]?.questions[0];
  if (question === undefined) throw new Error("There is no question");
  return question;
}

describe("the kept markup of a question", () => {
  test("has nothing of what another respondent gave, nor of what was wrong with it", () => {
    const markup = new QuestionMarkup();
    const question = ask("Name");
    const given = renderPart(markup.of({ ...nothing, question, value: "a secret" }));
    const refused = renderPart(markup.of({ ...nothing, question, problem: { code: "required" } }));
    const fresh = renderPart(markup.of({ ...nothing, question }));
    expect(given).toContain("a secret");
    expect(refused).toContain(problemText({ code: "required" }, texts));
    expect(fresh).toBe(renderPart(new QuestionMarkup().of({ ...nothing, question })));
    expect(renderPart(markup.of({ ...nothing, question, value: "another" }))).not.toContain("a secret");
  });

  test("is of one question and one language", () => {
    const markup = new QuestionMarkup();
    const [one, other] = [ask("One"), ask("Other")];
    const shown = [
      { ...nothing, question: one },
      { ...nothing, question: other },
      { ...nothing, question: one, texts: questionTextsFor("zh-CN") },
    ];
    const first = shown.map((props) => renderPart(markup.of(props)));
    expect(new Set(first).size).toBe(3);
    expect(shown.map((props) => renderPart(markup.of(props)))).toEqual(first);
  });

  test("is rendered again when more was kept than the limit, and stays right", () => {
    const markup = new QuestionMarkup(1);
    const asked = [ask("One"), ask("Other")];
    for (const question of [...asked, ...asked])
      expect(renderPart(markup.of({ ...nothing, question }))).toContain(question.title);
  });
});
