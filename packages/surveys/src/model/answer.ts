import { z } from "zod";
import { questionTypes } from "./question.ts";
import type { Readonlys } from "./readonlys.ts";
import { countField } from "./wire-fields.ts";

const answerOptionSchema = z
  .object({
    id: z.string().meta({ description: "Id of the option." }),
    checked: z.literal(1).meta({
      description: "Always 1: only options that were chosen, or columns that were filled in, are listed.",
    }),
    text: z
      .string()
      .meta({ description: "What the option says; in a matrix_text, what was written in this column." }),
  })
  .meta({ id: "AnswerOption", description: "An option that was chosen." });

const answerGroupSchema = z
  .object({
    id: z.string().meta({ description: "Id of the matrix row." }),
    text: z
      .string()
      .meta({ description: "The mark given in a matrix_star; the row's title in other matrices." }),
    options: z.array(answerOptionSchema).meta({ description: "What was chosen in this row." }),
  })
  .meta({ id: "AnswerGroup", description: "An answered row of a matrix." });

const answerBlankSchema = z
  .object({
    id: z.string().meta({ description: "Id of the blank." }),
    value: z.string().meta({ description: "What was filled in." }),
  })
  .meta({ id: "AnswerBlank", description: "A filled blank." });

const answerQuestionSchema = z
  .object({
    id: z.string().meta({ description: "Id of the question." }),
    type: z.enum(questionTypes).meta({ description: "Kind of question." }),
    sub_type: countField.meta({ description: "Variant of the type." }),
    text: z.string().meta({ description: "A text, a moment, a file or a mark on a scale, as text." }),
    options: z.array(answerOptionSchema).meta({ description: "Choices; of a ranking, best first." }),
    groups: z.array(answerGroupSchema).meta({ description: "Answered rows of a matrix." }),
    blanks: z.array(answerBlankSchema).meta({ description: "Filled blanks." }),
    title: z.string().optional().meta({
      description: "Name of a custom argument; of a question its title, only where titles are asked for.",
    }),
    description: z.string().optional().meta({ description: "What a custom argument is for." }),
  })
  .meta({
    id: "AnswerQuestion",
    description: "A question as answered; what does not apply to its type is empty.",
  });

/** One page of an answer. */
export const answerPageSchema = z
  .object({
    id: z
      .string()
      .meta({ description: "Id of the survey's page; custom_args for the page of the custom arguments." }),
    questions: z
      .array(answerQuestionSchema)
      .meta({ description: "The page's questions that take an answer." }),
  })
  .meta({ id: "AnswerPage", description: "One page of an answer." });

/** A chosen (or, in a ranking, placed) option. */
export type AnswerOption = Readonlys<z.output<typeof answerOptionSchema>>;

/** One row of a matrix as answered. */
export type AnswerGroup = Readonlys<z.output<typeof answerGroupSchema>>;

/** One filled blank. */
export type AnswerBlank = Readonlys<z.output<typeof answerBlankSchema>>;

/** One question as answered; what does not apply to its type is empty, never absent. */
export type AnswerQuestion = Readonlys<z.output<typeof answerQuestionSchema>>;

/** One page of an answer, in the spelling of the wire. */
export type AnswerPage = Readonlys<z.output<typeof answerPageSchema>>;
