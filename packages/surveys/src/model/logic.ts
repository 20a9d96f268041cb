import { z } from "zod";
import { isStorable } from "../question-types/declared-text.ts";

/** The rules of a survey for which the wire has no field; `goto` and `display` of questions and options are the others. */
export interface Logic {
  readonly rules: readonly Rule[];
}

/** What happens under a condition, or always. */
export type Rule = VisibilityRule | BranchRule | ShuffleRule;

/** Shows or hides a question, or a page with all its questions. A question that some rule shows is hidden otherwise. */
export interface VisibilityRule {
  readonly kind: "show" | "hide";
  readonly when: Condition;
  /** Id of a question or a page. */
  readonly target: string;
}

/** After a question or page, skips everything before another one. */
export interface BranchRule {
  readonly kind: "branch";
  /** `null` for always. */
  readonly when: Condition | null;
  /** Id of a question or a page. */
  readonly from: string;
  /** Id of a question or a page, or {@link surveyEnd}. */
  readonly to: string;
}

/** Shows a range of pages, or of questions of one page, in an order of its own to each respondent. */
export interface ShuffleRule {
  readonly kind: "shuffle";
  readonly from: string;
  readonly to: string;
}

/** Where a jump leads that ends the survey. No id looks like this. */
export const surveyEnd = "END";

/** What is true or false of the answers that were given so far. */
export type Condition =
  | { readonly kind: "and" | "or"; readonly conditions: readonly Condition[] }
  | { readonly kind: "not"; readonly condition: Condition }
  | Test;

/** A condition that has no others inside. Of a question without an answer each is false. */
export type Test = ChoiceTest | NumberTest | TextTest | CountTest | AnsweredTest;

/** One of the options was chosen. */
export interface ChoiceTest {
  readonly kind: "choice";
  readonly question: string;
  /** Id of the row of a matrix; "" for other questions. */
  readonly part: string;
  readonly options: readonly string[];
  /** Ids of rows of which any will do, instead of `part`: what an option of a matrix shows. No rule has it. */
  readonly rows?: readonly string[];
}

/** What a number or a text is compared with. */
export type Subject =
  | {
      readonly kind: "question";
      readonly question: string;
      /** Id of the row, blank or cell; "" for the question itself. */
      readonly part: string;
    }
  | { readonly kind: "argument"; readonly name: string };

/** How numbers are compared. */
export type Comparison = "=" | "<" | "<=" | ">" | ">=";

/** A mark, or a text that is a number. */
export interface NumberTest {
  readonly kind: "number";
  readonly subject: Subject;
  readonly is: Comparison;
  readonly value: number;
}

/** A text, without spaces at its ends and whatever the case of its letters. */
export interface TextTest {
  readonly kind: "text";
  readonly subject: Subject;
  readonly is: "=" | "contains";
  readonly value: string;
}

/** How many options were chosen, rows answered, blanks or cells filled or files uploaded. */
export interface CountTest {
  readonly kind: "count";
  readonly question: string;
  readonly is: Comparison;
  readonly value: number;
}

/** There is an answer. */
export interface AnsweredTest {
  readonly kind: "answered";
  readonly question: string;
}

/** Limits on the rules of a survey. */
export const logicLimits = {
  rules: 500,
  /** Conditions inside one `and` or `or`, and options of one test. */
  conditions: 100,
  /** How deep conditions may stand inside each other. Bounded, because a reader of deeper ones could run out of stack. */
  depth: 8,
  text: 500,
} as const;

/** The form of the ids of pages, questions, options, rows and blanks. */
export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The form of the name of a custom argument: the parameter of an address. */
export const argumentPattern = /^[A-Za-z0-9_.-]{1,64}$/;

const id = z.string().regex(idPattern);
const part = z.union([z.literal(""), id]);
/** A cell is `row/column`. */
const partOfText = z.union([
  z.literal(""),
  z.string().regex(/^[A-Za-z0-9_-]{1,64}(?:\/[A-Za-z0-9_-]{1,64})?$/),
]);
const comparison = z.enum(["=", "<", "<=", ">", ">="]);

const subject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("question"), question: id, part: partOfText }),
  z.strictObject({ kind: z.literal("argument"), name: z.string().regex(argumentPattern) }),
]);

const comparedText = z
  .string()
  .trim()
  .min(1)
  .max(logicLimits.text)
  .refine((text) => text.isWellFormed() && isStorable(text) && !/[\r\n]/.test(text), {
    error: "must be one line of well-formed Unicode without NUL characters",
  });

const test = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("choice"),
      question: id,
      part,
      options: z.array(id).min(1).max(logicLimits.conditions),
    }),
    z.strictObject({ kind: z.literal("number"), subject, is: comparison, value: z.number() }),
    z.strictObject({ kind: z.literal("text"), subject, is: z.enum(["=", "contains"]), value: comparedText }),
    z.strictObject({ kind: z.literal("count"), question: id, is: comparison, value: z.int().min(0) }),
    z.strictObject({ kind: z.literal("answered"), question: id }),
  ])
  .meta({ id: "ConditionTest", description: "A condition that has no others inside." });

const condition = conditionWithin(logicLimits.depth);

function conditionWithin(depth: number): z.ZodType<Condition> {
  if (depth <= 1) return test;
  const inner = conditionWithin(depth - 1);
  // By its kind and not by trial: trying each alternative on each level would multiply the work on what a program sends.
  return z.discriminatedUnion("kind", [
    test,
    z
      .strictObject({
        kind: z.enum(["and", "or"]),
        conditions: z.array(inner).min(2).max(logicLimits.conditions),
      })
      .meta({ id: `Conditions${depth}`, description: "All of these, or at least one of them." }),
    z
      .strictObject({ kind: z.literal("not"), condition: inner })
      .meta({ id: `NotCondition${depth}`, description: "The opposite." }),
  ]);
}

/** The JSON form of a {@link Rule}. */
export const ruleSchema: z.ZodType<Rule> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["show", "hide"]), when: condition, target: id }),
  z.strictObject({ kind: z.literal("branch"), when: condition.nullable(), from: id, to: id }),
  z.strictObject({ kind: z.literal("shuffle"), from: id, to: id }),
]);

/** The JSON form of {@link Logic}. Whether its ids are those of the survey is what `checkLogic` says. */
export const logicSchema = z.strictObject({ rules: z.array(ruleSchema).max(logicLimits.rules).readonly() });

/** The logic of a survey without rules. */
export const noLogic: Logic = { rules: [] };
