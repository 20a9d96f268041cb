import { z } from "zod";
import { codeText, declaredText, surveyLimits } from "./declared-text.ts";
import { type Coded, repeatedCodes } from "./repeated-codes.ts";

const optionSchema = z.strictObject({
  text: declaredText(1, surveyLimits.optionText).describe("What the choice says."),
  code: codeText,
  exclusive: z
    .boolean()
    .default(false)
    .describe("Choosing this one rules out the others; multiple choice only."),
  no_random: z.boolean().default(false).describe("Keeps its place when the options are shuffled."),
});

const fillableOptionSchema = optionSchema
  .extend({
    has_blanks: z
      .boolean()
      .default(false)
      .describe("Each `____` of the text is a blank that is filled in by who chooses the option."),
  })
  .refine(({ text, has_blanks: hasBlanks }) => !hasBlanks || isTextWithBlanks(text), {
    error: "must have four underscores for each blank, and at most 20 blanks",
    path: ["text"],
  });

function isTextWithBlanks(text: string): boolean {
  const runs = text.match(/_{2,}/g) ?? [];
  return runs.length > 0 && runs.length <= surveyLimits.blanks && runs.every((run) => run === "____");
}

const labelSchema = z.strictObject({ text: declaredText(1, surveyLimits.optionText), code: codeText });

/** Refuses each entry that says what one before it says, at its own place. */
function distinctTexts(message: string) {
  return z.superRefine<readonly (Coded & { readonly text: string })[]>((items, context) => {
    for (const at of repeatedCodes(items))
      context.addIssue({ code: "custom", message: "has the code of another one", path: [at, "code"] });
    const seen = new Set<string>();
    for (const [at, { text }] of items.entries()) {
      if (seen.has(text)) context.addIssue({ code: "custom", message, path: [at] });
      seen.add(text);
    }
  });
}

function optionsOf<Entry extends z.ZodType<Coded & { readonly text: string }>>(entry: Entry) {
  return z
    .array(entry)
    .min(1)
    .max(surveyLimits.options)
    .check(distinctTexts("two options say the same"))
    .describe("The choices, in order.");
}

export const subTitles = z
  .array(labelSchema)
  .min(1)
  .max(surveyLimits.subTitles)
  .check(distinctTexts("two rows say the same"))
  .describe("The rows of the matrix, in order.");

export const blanksField = z
  .array(labelSchema)
  .min(1)
  .max(surveyLimits.blanks)
  .check(distinctTexts("two blanks have the same label"))
  .describe("The blanks, in order, each with the label before it.");

export const common = {
  code: codeText,
  title: declaredText(1, surveyLimits.title).describe("The question itself."),
  description: declaredText(0, surveyLimits.description).default("").describe("A remark below the title."),
  sub_type: z.int().min(0).max(99).default(0).describe("Variant of the type; 0 for the plain one."),
  hidden: z.boolean().default(false).describe("Not shown to respondents."),
};

export const answerable = {
  ...common,
  required: z.boolean().default(false).describe("An answer must be given."),
  personal: z.boolean().default(false).describe("Answers say who somebody is or how to reach them."),
};

const random = z.boolean().default(false).describe("Options are shuffled for each respondent.");
export const choice = { ...answerable, options: optionsOf(optionSchema), random };
export const fillableChoice = { ...answerable, options: optionsOf(fillableOptionSchema), random };

export const optionsPerRow = z
  .int()
  .min(1)
  .max(4)
  .default(1)
  .describe("Columns of the options; fewer where there is no room.");
export const placeholder = declaredText(1, surveyLimits.placeholder)
  .optional()
  .describe("An example inside the empty field.");

export const maxChoices = z
  .int()
  .min(0)
  .max(surveyLimits.options)
  .default(0)
  .describe("Most choices; 0 for no limit.");
export const minChoices = z
  .int()
  .min(0)
  .max(surveyLimits.options)
  .default(0)
  .describe("Fewest choices of an answer; 0 for no least.");
export const maxLength = z
  .int()
  .min(0)
  .max(surveyLimits.answerText)
  .default(0)
  .describe("Longest text; 0 for no limit of its own.");

export const textRule = z.enum(["", "number", "email"]).default("").describe("Rule that the text must obey.");

export const scaleLabels = {
  star_show_custom_start: declaredText(0, 100).default("").describe("What the lowest mark means."),
  star_show_custom_end: declaredText(0, 100).default("").describe("What the highest mark means."),
};

export const scale = {
  ...scaleLabels,
  star_begin_num: z.int().min(0).max(1).default(1).describe("Lowest mark."),
  star_num: z.int().min(2).max(10).default(5).describe("Highest mark."),
};
