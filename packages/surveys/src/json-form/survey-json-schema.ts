import { z } from "zod";
import { longestTranslation } from "../languages/check-translation.ts";
import { languageTag } from "../languages/language-tag.ts";
import {
  longestAlternativeText,
  longestButtonText,
  pictureIdPattern,
  themeColorPattern,
  themeCorners,
  themeFonts,
  themePacings,
  themeProgresses,
  usualTheme,
} from "../model/survey-theme.ts";
import { idPattern, logicSchema, noLogic } from "../model/logic.ts";
import { questionTypes } from "../model/question.ts";
import { codeText, isStorable, surveyLimits } from "../question-types/declared-text.ts";
import { surveyScene } from "../model/survey.ts";

function text(most: number, least = 0) {
  return z
    .string()
    .min(least)
    .max(most)
    .refine((value) => value.isWellFormed() && isStorable(value), {
      error: "must be well-formed Unicode without NUL characters",
    });
}

const id = z
  .string()
  .regex(idPattern)
  .optional()
  .describe("Made when left out. Keep it to keep what answers refer to.");
const target = z.union([z.literal(""), z.string().regex(idPattern)]).default("");
/** Earlier files, and some programs, have one id as text. */
const display = z
  .union([z.array(z.string().regex(idPattern)).max(surveyLimits.questionsPerPage), target])
  .default([])
  .transform((given) => [...new Set([given].flat())].filter((place) => place !== ""));
const partText = text(surveyLimits.optionText, 1);

const languageTagSchema = z.string().refine((tag) => languageTag(tag) === tag, {
  error: "must be a tag of a language as BCP 47 spells it, such as de or zh-CN",
});

/** Texts in one language, by the key of each. */
export const translationSchema = z.record(
  z.string().regex(/^[A-Za-z0-9_/-]{1,200}$/),
  text(longestTranslation),
);

/** A picture of the look. */
const lookPicture = z.strictObject({
  id: z.string().regex(pictureIdPattern).describe("Of a picture that this platform has."),
  alt: text(longestAlternativeText, 1).describe("What it shows, for those who do not see it."),
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
});

/** A picture of a question or option, whose text may still be missing. */
const picture = lookPicture.extend({ alt: text(longestAlternativeText).default("") });

const option = z.strictObject({
  id,
  code: codeText,
  text: partText.describe("What the choice says; `____{id of a blank}` is a blank to fill in."),
  exclusive: z.boolean().default(false),
  noRandom: z.boolean().default(false),
  goto: target,
  display,
  picture: picture.optional(),
});

const row = z.strictObject({ id, code: codeText, text: partText });

const blank = z.strictObject({
  id,
  code: codeText,
  text: text(surveyLimits.optionText),
  validate: z.string().max(20).default(""),
  type: z.enum(["question", "option"]).default("question"),
  attach_id: target.describe("Id of the option; of the question when left out."),
});

const linkedEntry = z.strictObject({ id: z.string().regex(idPattern), text: partText, parent: target });

/** A question of the JSON form. */
export const questionJsonSchema = z.strictObject({
  id,
  code: codeText,
  type: z.enum(questionTypes),
  sub_type: z.int().min(0).max(99).default(0),
  title: text(surveyLimits.title, 1),
  description: text(surveyLimits.description).default(""),
  required: z.boolean().default(false),
  hidden: z.boolean().default(false),
  personal: z
    .boolean()
    .default(false)
    .describe("Answers say who somebody is or how to reach them. A description has none."),
  random: z.boolean().default(false),
  prefill: z.literal("").default(""),
  goto: target,
  refer: z.literal("").default(""),
  blank_setting: z.array(blank).max(surveyLimits.options).default([]),
  maxRow: z.int().min(0).max(99).default(1),
  maxlength: z.int().min(0).max(surveyLimits.answerText).default(0),
  minlength: z.int().min(0).max(surveyLimits.options).optional(),
  validate: z.enum(["", "number", "email"]).default(""),
  options: z.array(option).max(surveyLimits.options).default([]),
  subTitles: z.array(row).max(surveyLimits.subTitles).default([]),
  rows: z
    .string()
    .regex(/^\d{0,2}$/)
    .default(""),
  cols: z
    .string()
    .regex(/^\d{0,3}$/)
    .default(""),
  starShow: z.literal("").default(""),
  starBeginNum: z.int().min(0).max(1).default(0),
  starNum: z.int().min(0).max(10).default(0),
  starType: z.literal("default").default("default"),
  starShowCustomStart: text(100).default(""),
  starShowCustomEnd: text(100).default(""),
  revertSort: z.int().min(0).max(1).default(0),
  levels: z.array(text(100, 1)).max(surveyLimits.levels).default([]),
  groups: z
    .array(linkedEntry)
    .max(surveyLimits.paths * surveyLimits.levels)
    .default([]),
  file_type_limit: z
    .array(z.string().regex(/^[a-z0-9]{1,10}$/))
    .max(50)
    .default([]),
  file_size_limit: z.int().min(0).max(102_400).default(0),
  index: z.int().optional().describe("Ignored: questions are numbered by their places."),
  real_index: z.int().optional().describe("Ignored."),
  placeholder: text(surveyLimits.placeholder, 1)
    .optional()
    .describe("An example inside an empty text field."),
  picture: picture.optional().describe("Below the title."),
});

/** A page of the JSON form. */
export const pageJsonSchema = z.strictObject({
  id,
  index: z.string().optional().describe("Ignored."),
  questions: z.array(questionJsonSchema).max(surveyLimits.questionsPerPage),
});

const buttonText = text(longestButtonText).default("");

/** How a survey looks. */
const themeSchema = z.strictObject({
  color: z.string().regex(themeColorPattern).describe("The main colour. Pages show it with enough contrast."),
  corners: z.enum(themeCorners).default(usualTheme.corners),
  font: z.enum(themeFonts).default(usualTheme.font),
  progress: z.enum(themeProgresses).default(usualTheme.progress),
  pacing: z.enum(themePacings).default(usualTheme.pacing).describe("What a page of respondents has."),
  showsPlatform: z.boolean().default(true).describe("Whether pages name the platform."),
  buttons: z
    .strictObject({ next: buttonText, back: buttonText, send: buttonText })
    .default(usualTheme.buttons)
    .describe("What buttons say; empty for the usual words."),
  logo: lookPicture.optional(),
  picture: lookPicture.optional().describe("Above the title, on the first page."),
});

/** The JSON form of a survey. Questions are in the spelling of the wire; what is left out has its default. */
export const surveyJsonSchema = z.strictObject({
  $schema: z.string().max(500).optional(),
  title: text(surveyLimits.title, 1),
  prefix: text(surveyLimits.description).default("").describe("The introduction."),
  suffix: text(surveyLimits.description).default("").describe("The ending text."),
  scene: z.literal(Object.values(surveyScene)).default(surveyScene.survey),
  pages: z.array(pageJsonSchema).min(1).max(surveyLimits.pages),
  logic: logicSchema.default(noLogic),
  language: languageTagSchema.optional().describe("The language of its texts, as a BCP 47 tag."),
  translations: z
    .record(languageTagSchema, translationSchema)
    .optional()
    .describe("Its texts in other languages: by language, and by the key of each text."),
  theme: themeSchema.optional().describe("How it looks to respondents."),
});

/** A survey as its JSON form has it. */
export type SurveyJson = z.output<typeof surveyJsonSchema>;

/** The published JSON Schema of the form, for editors and programs. */
export function surveyJsonSchemaDocument(): object {
  return z.toJSONSchema(surveyJsonSchema, { io: "input", reused: "ref" });
}
