import { assert, property } from "fast-check";
import type { JSX } from "hono/jsx/jsx-runtime";
import { describe, expect, it } from "vitest";
import type { AnswerValue } from "../../src/model/answer-values.ts";
import type { Question } from "../../src/model/question.ts";
import { checkAnswer, parseAnswer, renderQuestion } from "../../src/question-fields/fields-of-type.ts";
import { questionTextsFor } from "../../src/question-fields/texts/texts-for.ts";
import { wirePages } from "../declared/survey-fixtures.ts";
import { answerValuesTo } from "../support/answer-arbitrary.ts";
import { questionOf, questions } from "../support/questions.ts";
import { attributesOf, fieldsOf } from "../support/rendered-fields.ts";
import { anyLine, declaredPagesOf } from "../support/survey-arbitrary.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

const texts = questionTextsFor("en");

function render(question: Question, value?: AnswerValue, takesFiles = true): string {
  const problem = checkAnswer(question, value);
  const node: JSX.Element = renderQuestion({ question, value, problem, texts, takesFiles });
  if (node instanceof Promise) throw new Error("No question waits for anything.");
  return node.toString();
}

/** What is sent when someone opens the page of a question and sends it as it is. */
function sent(question: Question, value?: AnswerValue): AnswerValue | undefined {
  return parseAnswer(fieldsOf(render(question, value)), question).value;
}

describe("a question on a page", () => {
  it("sends the answer that it shows", () => {
    assert(
      property(
        declaredPagesOf(anyLine).chain((declared) => {
          const { pages } = wirePages(declared);
          return answerValuesTo(pages, anyLine).map((values) => ({ pages, values }));
        }),
        ({ pages, values }) => {
          for (const question of pages.flatMap((page) => page.questions)) {
            expect(sent(question, values[question.id])).toEqual(values[question.id]);
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it.each(questions)("sends nothing while nothing is given: $type", (question) => {
    expect(sent(question)).toBeUndefined();
  });

  it.each(questions)("names and describes its controls with texts that are there: $type", (question) => {
    const required = { ...question, required: true, description: "Remark" };
    const html = render(required);
    const ids = attributesOf(html, "id");
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(question.id);
    for (const id of attributesOf(html, "aria-describedby").flatMap((list) => list.split(" ")))
      expect(ids).toContain(id);
    for (const id of attributesOf(html, "for")) expect(ids).toContain(id);
    if (question.type === "description") return;
    expect(html).toContain("Answer this question.");
    expect(attributesOf(html, "aria-invalid")).toEqual(["true"]);
    expect(html).toMatch(/<legend class="question-title"|<label class="question-title" for=/);
  });

  it("shows marks from 1 as stars unless words say what their ends mean", () => {
    const marks = { type: "star", title: "How?", star_begin_num: 1, star_num: 5 } as const;
    const rows = [
      [marks, true],
      [{ ...marks, star_begin_num: 0 }, false],
      [{ ...marks, star_show_custom_end: "Excellent" }, false],
      [{ type: "nps", title: "How likely?" }, false],
    ] as const;
    for (const [declared, isStars] of rows)
      expect(render(questionOf(declared)).includes("scale-stars")).toBe(isStars);
  });

  it("names each blank of an option apart from the others", () => {
    const options = [
      { text: "Other ____", has_blanks: true },
      { text: "____ and ____", has_blanks: true },
    ];
    const html = render(questionOf({ type: "checkbox", title: "Which?", options }));
    expect(attributesOf(html, "aria-label")).toEqual([
      "To fill in: Other ____",
      "To fill in, blank 1 of 2: ____ and ____",
      "To fill in, blank 2 of 2: ____ and ____",
    ]);
  });

  it("is not called required when it asks for files, and the page takes none", () => {
    const question = questionOf({ type: "upload", title: "Send", required: true });
    expect(render(question)).toContain("question-required");
    const html = render(question, undefined, false);
    expect(html).toContain(texts.optional);
    expect(html).not.toMatch(/question-required|type="file"/);
  });

  it("runs no markup of its texts, and leads only to addresses that are safe to follow", () => {
    const hostile = `<script>x</script>"'><img src=x> [a](javascript:alert(1)) [b](data:text/html,x) **bold**`;
    for (const question of questions) {
      const text = { text: hostile };
      const html = render({
        ...question,
        title: hostile,
        description: hostile,
        options: question.options.map((option) => ({ ...option, ...text })),
        subTitles: question.subTitles.map((row) => ({ ...row, ...text })),
        blank_setting: question.blank_setting.map((blank) => ({ ...blank, ...text })),
        groups: question.groups.map((entry) => ({ ...entry, ...text })),
        levels: [hostile],
        starShowCustomStart: hostile,
      });
      expect(html).not.toMatch(/<script|<img/);
      expect(attributesOf(html, "href")).toEqual([]);
      expect(html).toContain("<strong>bold</strong>");
    }
  });

  it("shows links of its texts, and a picture as a link to it", () => {
    const html = render({
      ...questionOf({ type: "text", title: "x" }),
      title: "See [us](https://a.example/) ![a cat](https://b.example/cat.png)",
    });
    expect(attributesOf(html, "href")).toEqual(["https://a.example/", "https://b.example/cat.png"]);
    expect(html).toContain(">a cat</a>");
  });
});
