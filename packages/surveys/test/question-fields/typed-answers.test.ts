import { describe, expect, test } from "vitest";
import { checkAnswer, parseAnswer } from "../../src/question-fields/fields-of-type.ts";
import type { Question } from "../../src/model/question.ts";
import { definitionFromText } from "../../src/text-form/definition-from-text.ts";

const text = `T

One line[Single Line Text]

Lines[Multiple Line Text]

Number[Single Line Text]

Phone[Single Line Text]

Mark[Rating Scale]
1~5

Order[Ranking]
Soup
Salad
Fish

Choice[Single Choice]
Soup
Other ____`;

const made = definitionFromText(text);
if (!made.ok) throw new Error(JSON.stringify(made.problems));
const questions = made.definition.pages.flatMap((page) => page.questions);

/** A question of the survey, as another type or with another rule. */
function question(at: number, change: Partial<Question> = {}): Question {
  const found = questions[at];
  if (found === undefined) throw new Error(`there is no question ${at}`);
  return { ...found, ...change };
}

/** What a form gives for a question, and what is wrong with that. */
function given(asked: Question, fields: readonly (readonly [part: string, value: string])[]) {
  const form = new URLSearchParams(fields.map(([part, value]) => [`${asked.id}${part}`, value]));
  const { value, problem } = parseAnswer(form, asked);
  return { value, problem: (problem ?? checkAnswer(asked, value))?.code };
}

describe("what people type", () => {
  test.each(["\u200B", "\u200D\u200D", "\uFEFF", "\u2800", "\u3164 \u00AD", " \t "])(
    "is no answer where nothing of it can be seen: %j",
    (typed) => {
      for (const at of [0, 1])
        expect(given(question(at), [["", typed]])).toEqual({ value: undefined, problem: "required" });
    },
  );

  test.each(["a\u001Bb", "a\u0000b", "a\uFFFEb", "a\u0085\u0080"])(
    "is refused with characters that are no text: %j",
    (typed) => {
      for (const at of [0, 1])
        expect(given(question(at), [["", typed]]).problem).toBe(
          typed.includes("\u0000") ? "not_text" : "control",
        );
    },
  );

  test("keeps joined emoji, marks of direction and soft line breaks, which become line breaks", () => {
    expect(given(question(0), [["", " 👩‍👩‍👧‍👦 \u200Fשלום "]]).value).toBe("👩‍👩‍👧‍👦 \u200Fשלום");
    expect(given(question(1), [["", "one\u000Btwo\r\nthree\u2028four"]]).value).toBe("one\ntwo\nthree\nfour");
    expect(given(question(0), [["", "one\u000Btwo"]]).value).toBe("one two");
  });

  test("is a number or an address also with the signs of an input method", () => {
    const number = question(2, { validate: "number" });
    expect(given(number, [["", "１２．５"]])).toEqual({ value: "12.5", problem: undefined });
    expect(given(number, [["", "−３"]]).value).toBe("-3");
    expect(given(number, [["", "twelve"]]).problem).toBe("number");
    expect(given(question(2, { validate: "email" }), [["", "ada＠example．org"]]).value).toBe(
      "ada@example.org",
    );
    // A text without a rule stays as it was typed.
    expect(given(question(0), [["", "１２"]]).value).toBe("１２");
  });

  test.each([
    "(555) 123-4567",
    "+49 (0)30/1234 56",
    "555.123.4567",
    "１３８ ００１３ ８０００",
    "+86-138-0013-8000",
  ])("is a telephone number as people write them: %s", (typed) =>
    expect(given(question(3, { type: "phone" }), [["", typed]]).problem).toBeUndefined(),
  );

  test.each(["1234", "call me", "+", "12345678901234567890", "1-----23456", `${"1 ".repeat(17)}x`])(
    "is no telephone number otherwise: %s",
    (typed) => expect(given(question(3, { type: "phone" }), [["", typed]]).problem).toBe("phone"),
  );
});

describe("what a page cannot send", () => {
  test.each(["05", "0", "6", "1e0", "+1", "x"])("is refused as a mark: %s", (mark) => {
    expect(given(question(4), [["", mark]]).problem).toBe("mark");
  });

  test.each(["0", "-1", "abc", "4", "1e0", "01"])("is refused as a rank, and the others stay: %s", (rank) => {
    const order = question(5);
    const [soup, salad, fish] = order.options.map(({ id }) => id);
    const outcome = given(order, [
      [`.${soup ?? ""}`, rank],
      [`.${salad ?? ""}`, "2"],
      [`.${fish ?? ""}`, "1"],
    ]);
    expect(outcome).toEqual({ value: [fish, salad], problem: "mark" });
  });

  test("is refused where a field comes twice, whatever the two say", () => {
    for (const at of [0, 1, 4])
      expect(
        given(question(at), [
          ["", "1"],
          ["", "2"],
        ]).problem,
      ).toBe("not_an_answer");
    const order = question(5);
    const part = `.${order.options[0]?.id ?? ""}`;
    expect(
      given(order, [
        [part, "1"],
        [part, "1"],
      ]).problem,
    ).toBe("not_an_answer");
  });
});

test("an option that asks for words is no answer to a required question without them", () => {
  const choice = question(6);
  const blank = `.${choice.blank_setting[0]?.id}`;
  const ticked = ["", String(choice.options[1]?.id)] as const;
  expect(given(choice, [ticked]).problem).toBe("part_required");
  expect(given(choice, [ticked, [blank, "\u200B"]]).problem).toBe("part_required");
  expect(given(choice, [ticked, [blank, "Fish"]]).problem).toBeUndefined();
  expect(given({ ...choice, required: false }, [ticked]).problem).toBeUndefined();
});
