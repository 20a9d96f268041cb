import { z } from "zod";
import { isStorable } from "../model/storable-text.ts";
import { longestAnswerText } from "../question-fields/text-rules.ts";

/** Limits on what a declarative file may hold, in one place for the schema and the reference page. */
export const surveyLimits = {
  pages: 50,
  questionsPerPage: 200,
  options: 200,
  subTitles: 100,
  blanks: 20,
  levels: 5,
  paths: 2000,
  title: 1000,
  description: 5000,
  optionText: 500,
  answerText: longestAnswerText,
} as const;

/** Text that every database and UTF-8 can hold: no NUL, no half of a surrogate pair. */
export function declaredText(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => text.isWellFormed() && isStorable(text), {
      error: "must be well-formed Unicode without NUL characters",
    });
}

const optionSchema = z.strictObject({
  text: declaredText(1, surveyLimits.optionText).describe("What the choice says."),
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

const labelSchema = z.strictObject({ text: declaredText(1, surveyLimits.optionText) });

/** Refuses each entry that says what one before it says, at its own place. */
function distinctTexts(message: string) {
  return z.superRefine<readonly { readonly text: string }[]>((items, context) => {
    const seen = new Set<string>();
    for (const [at, { text }] of items.entries()) {
      if (seen.has(text)) context.addIssue({ code: "custom", message, path: [at] });
      seen.add(text);
    }
  });
}

function optionsOf<Entry extends z.ZodType<{ readonly text: string }>>(entry: Entry) {
  return z
    .array(entry)
    .min(1)
    .max(surveyLimits.options)
    .check(distinctTexts("two options say the same"))
    .describe("The choices, in order.");
}

const subTitlesSchema = z
  .array(labelSchema)
  .min(1)
  .max(surveyLimits.subTitles)
  .check(distinctTexts("two rows say the same"))
  .describe("The rows of the matrix, in order.");

const blanksSchema = z
  .array(labelSchema)
  .min(1)
  .max(surveyLimits.blanks)
  .check(distinctTexts("two blanks have the same label"))
  .describe("The blanks, in order, each with the label before it.");

const common = {
  title: declaredText(1, surveyLimits.title).describe("The question itself."),
  description: declaredText(0, surveyLimits.description).default("").describe("A remark below the title."),
  sub_type: z.int().min(0).max(99).default(0).describe("Variant of the type; 0 for the plain one."),
  hidden: z.boolean().default(false).describe("Not shown to respondents."),
};

const answerable = {
  ...common,
  required: z.boolean().default(false).describe("An answer must be given."),
};

const random = z.boolean().default(false).describe("Options are shuffled for each respondent.");
const choice = { ...answerable, options: optionsOf(optionSchema), random };
const fillableChoice = { ...answerable, options: optionsOf(fillableOptionSchema), random };

const maxChoices = z
  .int()
  .min(0)
  .max(surveyLimits.options)
  .default(0)
  .describe("Most choices; 0 for no limit.");
const minChoices = z
  .int()
  .min(0)
  .max(surveyLimits.options)
  .default(0)
  .describe("Fewest choices of an answer; 0 for no least.");
const maxLength = z
  .int()
  .min(0)
  .max(surveyLimits.answerText)
  .default(0)
  .describe("Longest text; 0 for no limit of its own.");

const scaleLabels = {
  star_show_custom_start: declaredText(0, 100).default("").describe("What the lowest mark means."),
  star_show_custom_end: declaredText(0, 100).default("").describe("What the highest mark means."),
};

const scale = {
  ...scaleLabels,
  star_begin_num: z.int().min(0).max(1).default(1).describe("Lowest mark."),
  star_num: z.int().min(2).max(10).default(5).describe("Highest mark."),
};

const boxHeight = z.int().min(1).max(50).default(4).describe("Height of the box in lines.");
const boxWidth = z.int().min(10).max(200).default(60).describe("Width of the box in characters.");
const fileType = z.string().regex(/^[a-z0-9]{1,10}$/, { error: "must be a file name ending such as pdf" });

const level = declaredText(1, 100);
const path = z.array(declaredText(1, surveyLimits.optionText)).min(1).max(surveyLimits.levels);

const pathsSchema = z
  .array(path)
  .min(1)
  .max(surveyLimits.paths)
  .superRefine((paths, context) => {
    const message = "a path is there twice, or goes on from where another ends";
    for (const at of sharedPaths(paths)) context.addIssue({ code: "custom", message, path: [at] });
  })
  .describe(
    "The choices of all levels: for each of the last one the texts that lead to it, outermost first.",
  );

/** The positions of paths that end where one before them ends, begins to differ or went through. */
function sharedPaths(paths: readonly (readonly string[])[]): readonly number[] {
  const ends = new Set<string>();
  const starts = new Set<string>();
  return paths.flatMap((texts, at) => {
    const end = JSON.stringify(texts);
    const own = texts.slice(1).map((_, length) => JSON.stringify(texts.slice(0, length + 1)));
    const isShared = ends.has(end) || starts.has(end) || own.some((start) => ends.has(start));
    ends.add(end);
    for (const start of own) starts.add(start);
    return isShared ? [at] : [];
  });
}

/** Whether each path has a level for each of its texts; that there are levels at all is checked apart. */
function isEachPathWithin(paths: readonly (readonly string[])[], levels: number): boolean {
  return levels === 0 || paths.every((texts) => texts.length <= levels);
}

/** One question of a declarative file; what else it may hold depends on its type. */
export const declaredQuestionSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("radio"), ...fillableChoice }),
  z.strictObject({ type: z.literal("select"), ...choice }),
  z.strictObject({
    type: z.literal("checkbox"),
    ...fillableChoice,
    min_choices: minChoices,
    max_choices: maxChoices,
  }),
  z.strictObject({ type: z.literal("sort"), ...choice }),
  z.strictObject({
    type: z.literal("text"),
    ...answerable,
    max_length: maxLength,
    validate: z.enum(["", "number", "email"]).default("").describe("Rule that the text must obey."),
  }),
  z.strictObject({
    type: z.literal("textarea"),
    ...answerable,
    max_length: maxLength,
    rows: boxHeight,
    cols: boxWidth,
  }),
  z.strictObject({ type: z.literal("phone"), ...answerable }),
  z.strictObject({ type: z.literal("blanks"), ...answerable, blanks: blanksSchema }),
  z.strictObject({ type: z.literal("star"), ...answerable, ...scale }),
  z.strictObject({
    type: z.literal("nps"),
    ...answerable,
    ...scaleLabels,
    star_num: z.literal(10).default(10).describe("Highest mark; the scale always runs from 0 to 10."),
  }),
  z.strictObject({ type: z.literal("matrix_radio"), ...choice, sub_titles: subTitlesSchema }),
  z.strictObject({
    type: z.literal("matrix_checkbox"),
    ...choice,
    sub_titles: subTitlesSchema,
    max_choices: maxChoices,
  }),
  z.strictObject({ type: z.literal("matrix_star"), ...answerable, ...scale, sub_titles: subTitlesSchema }),
  z
    .strictObject({
      type: z.literal("chained_selects"),
      ...answerable,
      levels: z.array(level).min(1).max(surveyLimits.levels).describe("What each level asks for."),
      paths: pathsSchema,
    })
    .refine(({ levels, paths }) => isEachPathWithin(paths, levels.length), {
      error: "a path has more texts than there are levels",
      path: ["paths"],
    }),
  z.strictObject({ type: z.literal("datetime"), ...answerable }),
  z.strictObject({ type: z.literal("address"), ...answerable }),
  z.strictObject({
    type: z.literal("upload"),
    ...answerable,
    file_type_limit: z
      .array(fileType)
      .max(50)
      .default(["jpg", "jpeg", "png", "pdf"])
      .describe("File name endings taken."),
    file_size_limit: z.int().min(1).max(102_400).default(5120).describe("Largest file in KB."),
  }),
  z.strictObject({
    type: z.literal("description"),
    ...common,
    required: z.literal(false).default(false).describe("A description takes no answer."),
  }),
]);

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
  .max(surveyLimits.pages, { error: `a survey can have at most ${surveyLimits.pages} pages` });

/** A question as written in a file, before defaults are filled in. */
export type DeclaredQuestionInput = z.input<typeof declaredQuestionSchema>;

/** A question with its defaults filled in. */
export type DeclaredQuestion = z.output<typeof declaredQuestionSchema>;

/** Pages as written in a file, before defaults are filled in. */
export type DeclaredPagesInput = z.input<typeof declaredPagesSchema>;

/** Pages with their defaults filled in: what parsing returns. */
export type DeclaredPages = z.output<typeof declaredPagesSchema>;
