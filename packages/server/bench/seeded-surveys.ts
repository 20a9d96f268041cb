import {
  declaredPagesSchema,
  normaliseDeclaredPages,
  type AnswerValues,
} from "@survey-open-platform/surveys";

const optionTexts = ["A friend or relative", "A search engine", "Social media", "Somewhere else"];

const radio = {
  type: "radio",
  title: "How did you first hear about us?",
  required: true,
  options: optionTexts.map((text) => ({ text })),
} as const;

/** The kinds of surveys: their questions, in a declarative file. */
const declared = {
  /** Some of them have answers. */
  answered: [radio, { type: "text", title: "Anything else?" }],
  small: [{ ...radio, options: radio.options.slice(0, 1) }],
} as const;

/** A kind of survey. */
export type SurveyKind = keyof typeof declared;

/** The pages of a survey of a kind, as they are stored. */
export function pagesOf(kind: SurveyKind) {
  const pages = declaredPagesSchema.parse([{ questions: declared[kind] }]);
  return normaliseDeclaredPages(pages, { idSeed: "bench" }).pages;
}

/** Texts before and after the questions. */
export const endings = { prefix: "Thank you for taking part.", suffix: "Thank you!" } as const;

const [choice, text] = pagesOf("answered").flatMap(({ questions }) => questions);

/** The values of one answer: an option and a text. */
export function answerValues(number: number): AnswerValues {
  const option = choice?.options[number % optionTexts.length];
  return { [choice?.id ?? ""]: [option?.id ?? ""], [text?.id ?? ""]: `Remark ${number}` };
}
