import { z } from "zod";
import { questionTypes, type QuestionType } from "../question-types/question-types.ts";
import type { Readonlys } from "./readonlys.ts";
import { countField, idField, textsField } from "./wire-fields.ts";

/**
 * Pages, questions and options in the spelling of the wire.
 *
 * They are stored as JSON text and copied into responses unchanged, so the wire's mixture of camel case and snake
 * case is kept here, in this one file, and never translated.
 */

export { questionTypes, type QuestionType };

const goto = z.string().meta({
  description: 'Id of the question or page to jump to, END for the end of the survey; "" for none.',
});

const code = z
  .string()
  .optional()
  .meta({
    description: "Names it in exports and imports; left out when it has none.",
    examples: ["Q1"],
  });

const pictureSchema = z
  .object({
    id: z.string().meta({
      description: "Names the file: the picture is at `/survey-pictures/{id}.webp`.",
      examples: ["0123456789abcdef0123456789abcdef"],
    }),
    alt: z
      .string()
      .meta({ description: 'What it shows, for those who do not see it; "" when that was not said.' }),
    width: idField.meta({ description: "In pixels." }),
    height: idField.meta({ description: "In pixels." }),
  })
  .meta({ id: "Picture", description: "A picture of a question or of a choice." });

const optionSchema = z
  .object({
    id: z.string().meta({ description: "Unique within its question.", examples: ["o-100-ABCD"] }),
    code,
    text: z.string().meta({ description: "What the choice says; `____{id}` is a blank to fill in." }),
    exclusive: z
      .boolean()
      .meta({ description: "In a multiple choice: choosing this one rules out the others." }),
    noRandom: z.boolean().meta({ description: "Keeps its place when the options are shuffled." }),
    goto,
    display: textsField.meta({
      description: "Ids of the questions and pages that are shown once this option is chosen.",
    }),
    picture: pictureSchema.optional().meta({ description: "Left out when the choice has none." }),
  })
  .meta({ id: "Option", description: "One choice of a question." });

const subTitleSchema = z
  .object({
    id: z.string().meta({ description: "Unique within its question.", examples: ["g-1-ABCD"] }),
    code,
    text: z.string().meta({ description: "What the row says." }),
  })
  .meta({ id: "SubTitle", description: "One row of a matrix." });

const blankSettingSchema = z
  .object({
    id: z
      .string()
      .meta({ description: "Names the blank's value in an answer.", examples: ["fillblank-1ABC"] }),
    code,
    text: z.string().meta({ description: "The label before the blank." }),
    validate: z.string().meta({ description: 'Rule that the value must obey; "" for none.' }),
    type: z.enum(["question", "option"]).meta({ description: "What the blank belongs to." }),
    attach_id: z.string().meta({ description: "Id of the question or option that the blank belongs to." }),
  })
  .meta({ id: "BlankSetting", description: "One blank of a question with several blanks, or of an option." });

const linkedEntrySchema = z
  .object({
    id: z.string().meta({ description: "Unique within its question.", examples: ["o-100-ABCD"] }),
    text: z.string().meta({ description: "What the choice says." }),
    parent: z.string().meta({ description: 'Id of the entry of the level above; "" on the first level.' }),
  })
  .meta({ id: "LinkedEntry", description: "One choice on a level of a linked choice." });

const questionSchema = z
  .object({
    id: z.string().meta({ description: "Unique within the survey.", examples: ["q-1-abcd"] }),
    code,
    type: z.enum(questionTypes).meta({ description: "Kind of question." }),
    sub_type: countField.meta({ description: "Variant of the type; 0 for the plain one." }),
    title: z.string().meta({ description: "The question itself." }),
    description: z.string().meta({ description: "Remark below the title." }),
    required: z.boolean().meta({ description: "An answer must be given." }),
    hidden: z.boolean().meta({ description: "Not shown to respondents." }),
    personal: z
      .boolean()
      .optional()
      .meta({ description: "Answers say who somebody is or how to reach them; left out when not marked." }),
    random: z.boolean().meta({ description: "Options are shuffled for each respondent." }),
    prefill: z
      .string()
      .meta({ description: 'Text that is filled in beforehand; "" for none. Always empty for now.' }),
    goto,
    refer: z.string().meta({ description: 'Id of the question whose options are taken over; "" for none.' }),
    blank_setting: z
      .array(blankSettingSchema)
      .meta({ description: "The blanks of a question of type blanks, and those inside options." }),
    maxRow: countField.meta({ description: "Options shown in one row; pages show at most 4." }),
    maxlength: countField.meta({ description: "Most choices, or longest text; 0 for no limit of its own." }),
    minlength: countField
      .optional()
      .meta({ description: "Fewest choices; left out when there is no least." }),
    validate: z.string().meta({ description: 'Rule that a text must obey: "", "number" or "email".' }),
    options: z.array(optionSchema).meta({ description: "The choices; of a matrix, the columns." }),
    subTitles: z.array(subTitleSchema).meta({ description: "The rows of a matrix." }),
    rows: z.string().meta({ description: 'Height of a text box in lines, as text; "" where there is none.' }),
    cols: z
      .string()
      .meta({ description: 'Width of a text box in characters, as text; "" where there is none.' }),
    starShow: z.string().meta({ description: "Caption of a scale. Always empty for now." }),
    starBeginNum: z.int().min(0).max(1).meta({ description: "Lowest mark of a scale." }),
    starNum: z
      .int()
      .min(0)
      .max(10)
      .meta({ description: "Highest mark of a scale, 2 to 10; 0 where there is no scale." }),
    starType: z.string().meta({ description: 'Look of a scale; always "default" for now.' }),
    starShowCustomStart: z.string().meta({ description: "What the lowest mark means." }),
    starShowCustomEnd: z.string().meta({ description: "What the highest mark means." }),
    revertSort: z
      .int()
      .min(0)
      .max(1)
      .meta({ description: "1 when the scale runs from high to low, else 0." }),
    levels: textsField.meta({ description: "Titles of the levels of a linked choice." }),
    groups: z
      .array(linkedEntrySchema)
      .meta({ description: "Choices of a linked choice, each after the one that it belongs to." }),
    file_type_limit: textsField.meta({ description: "File name endings that an upload takes." }),
    file_size_limit: countField.meta({ description: "Largest upload in KB; 0 where there is none." }),
    index: idField.meta({ description: "Position over all pages from 1, descriptions included." }),
    real_index: countField.meta({
      description: "Number among the questions that take an answer, from 1; 0 for a description.",
    }),
    placeholder: z
      .string()
      .optional()
      .meta({ description: "An example inside an empty text field; left out when there is none." }),
    picture: pictureSchema
      .optional()
      .meta({ description: "Shown below the title; left out when there is none." }),
  })
  .meta({ id: "Question", description: "One question of a survey." });

/** One page of a survey. */
export const surveyPageSchema = z
  .object({
    id: z.string().meta({ description: "Unique within the survey.", examples: ["p-1-abcd"] }),
    index: z.string().meta({ description: "Position from 1, as text.", examples: ["1"] }),
    questions: z.array(questionSchema).meta({ description: "The page's questions, in order." }),
  })
  .meta({ id: "SurveyPage", description: "One page of a survey." });

/** One choice of a question. */
export type Option = Readonlys<z.output<typeof optionSchema>>;

/** One row of a matrix. */
export type SubTitle = Readonlys<z.output<typeof subTitleSchema>>;

/** One blank, of a question of type `blanks` or of an option. */
export type BlankSetting = Readonlys<z.output<typeof blankSettingSchema>>;

/** One choice on a level of a question of type `chained_selects`. */
export type LinkedEntry = Readonlys<z.output<typeof linkedEntrySchema>>;

/** One question, with every field present for every type. */
export type Question = Readonlys<z.output<typeof questionSchema>>;

/** One page of a survey. */
export type SurveyPage = Readonlys<z.output<typeof surveyPageSchema>>;
