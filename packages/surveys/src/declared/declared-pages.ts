import { z } from "zod";
import { surveyLimits } from "../question-types/declared-text.ts";
import {
  questionTypeDefinitions,
  questionTypes,
  type QuestionType,
} from "../question-types/question-types.ts";
import { repeatedCodes } from "../question-types/repeated-codes.ts";

/** The types in the order in which the schema and messages have always listed them; newer ones follow. */
const listedTypes = new Set<QuestionType>([
  "radio",
  "select",
  "checkbox",
  "sort",
  "text",
  "textarea",
  "phone",
  "blanks",
  "star",
  "nps",
  "matrix_radio",
  "matrix_checkbox",
  "matrix_star",
  "chained_selects",
  "datetime",
  "address",
  "upload",
  "description",
  ...questionTypes,
]);

type QuestionSchema = (typeof questionTypeDefinitions)[QuestionType]["declared"];
const schemas = Array.from(listedTypes, (type): QuestionSchema => questionTypeDefinitions[type].declared);

/** One question of a declarative file; what else it may hold depends on its type. */
export const declaredQuestionSchema = z.discriminatedUnion(
  "type",
  schemas as [QuestionSchema, ...QuestionSchema[]], // There is at least one type.
);

/** The `pages` of a survey in a declarative file. */
export const declaredPagesSchema = z
  .array(
    z.strictObject({
      questions: z
        .array(declaredQuestionSchema)
        .min(1, { error: "a page needs a question" })
        .max(surveyLimits.questionsPerPage, {
          error: `a page can have at most ${surveyLimits.questionsPerPage} questions`,
        }),
    }),
  )
  .max(surveyLimits.pages, { error: `a survey can have at most ${surveyLimits.pages} pages` })
  .superRefine((pages, context) => {
    const places = pages.flatMap(({ questions }, page) =>
      questions.map(({ code }, at) => ({ code, path: [page, "questions", at, "code"] })),
    );
    for (const at of repeatedCodes(places))
      context.addIssue({
        code: "custom",
        message: "is the code of another question",
        path: places[at]?.path ?? [],
      });
  });

/** A question as written in a file, before defaults are filled in. */
export type DeclaredQuestionInput = z.input<typeof declaredQuestionSchema>;

/** A question with its defaults filled in. */
export type DeclaredQuestion = z.output<typeof declaredQuestionSchema>;

/** Pages as written in a file, before defaults are filled in. */
export type DeclaredPagesInput = z.input<typeof declaredPagesSchema>;

/** Pages with their defaults filled in: what parsing returns. */
export type DeclaredPages = z.output<typeof declaredPagesSchema>;
