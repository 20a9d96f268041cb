import { emptyQuestion } from "@survey-open-platform/surveys";

/** Questions and answers in the stored form of the migration 0003-sign-in-protection, as the demo's are. */

const optionTexts = ["A friend or relative", "A search engine", "Social media", "Somewhere else"];

function question(number: number) {
  return {
    ...emptyQuestion(`q-${number}-abcd`, "radio"),
    title: "How did you first hear about us?",
    required: true,
    options: optionTexts.slice(0, 1).map((text, at) => ({
      id: `o-${100 + at}-ABCD`,
      text,
      exclusive: false,
      noRandom: false,
      goto: "",
      display: "",
    })),
    index: number,
    real_index: number - 1,
  };
}

/** The pages of a survey: one page of so many questions. */
export function surveyPages(questionCount: number): string {
  const questions = Array.from({ length: questionCount }, (_, at) => question(at + 1));
  return JSON.stringify([{ id: "p-1-abcd", index: "1", questions }]);
}

/** The pages of one answer: an option and a text. */
export function answerPages(number: number): string {
  const chosen = number % optionTexts.length;
  const questions = [
    {
      id: "q-1-abcd",
      type: "radio",
      sub_type: 0,
      text: "",
      options: [{ id: `o-${100 + chosen}-ABCD`, checked: 1, text: optionTexts[chosen] ?? "" }],
      groups: [],
      blanks: [],
    },
    {
      id: "q-2-abcd",
      type: "text",
      sub_type: 0,
      text: `Remark ${number}`,
      options: [],
      groups: [],
      blanks: [],
    },
  ];
  return JSON.stringify([{ id: "p-1-abcd", questions }]);
}
