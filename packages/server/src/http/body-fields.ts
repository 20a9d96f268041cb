import { JsonProblem, parseStrictJson } from "@survey-open-platform/service";
import { z } from "zod";
import { isStorable } from "@survey-open-platform/surveys";
import { identifierProblem, isBlank, isOneLine } from "../model/name-rules.ts";

/*
 * Fields of bodies, and lists of queries. Forms have texts only, and clients that know both send texts in JSON too: a
 * number, a truth value, a list or an object may be given as the text that stands for it.
 */

/** A text of `minimum` to `maximum` characters that every database can hold. */
export function textField(description: string, { minimum = 0, maximum }: TextBounds): z.ZodString {
  return z
    .string({ error: ({ input }) => (input === undefined ? "is missing" : "must be a text") })
    .min(minimum, "is empty")
    .max(maximum, `is longer than ${maximum} characters`)
    .refine(isStorable, "has a NUL character")
    .refine((text) => text.isWellFormed(), "has half of a surrogate pair")
    .meta({ description });
}

/** An identifier that an application gives, such as an openid: see {@link identifierProblem}. */
export function identifierField(description: string, bounds: TextBounds): z.ZodString {
  return textField(description, bounds).superRefine((text, context) => {
    const message = identifierProblem(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}

/** A text that names something on pages: one line, with something that can be seen. */
export function nameField(description: string, { minimum = 1, maximum }: TextBounds): z.ZodString {
  return textField(description, { minimum, maximum })
    .refine((name) => !isBlank(name), "has nothing that can be seen")
    .refine(isOneLine, "must be one line");
}

interface TextBounds {
  readonly minimum?: number;
  readonly maximum: number;
}

/** A whole number within bounds. */
export function integerField(description: string, { minimum, maximum }: IntegerBounds) {
  const problem = `must be a whole number from ${minimum} to ${maximum}`;
  const integer = z.int(problem).min(minimum, problem).max(maximum, problem);
  return z.preprocess(numberOfText, integer).meta({ description });
}

interface IntegerBounds {
  readonly minimum: number;
  readonly maximum: number;
}

function numberOfText(value: unknown): unknown {
  return typeof value === "string" && /^-?(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
}

const truthValues = new Map<unknown, boolean>([
  ["true", true],
  ["1", true],
  [1, true],
  ["false", false],
  ["0", false],
  [0, false],
]);

/** A truth value: true or false, or 1 or 0. */
export function booleanField(description: string) {
  return z
    .preprocess((value) => truthValues.get(value) ?? value, z.boolean("must be true or false"))
    .meta({ description });
}

/** One of some words. */
export function textChoice<const Value extends string>(description: string, values: readonly Value[]) {
  return z.literal(values, `must be one of ${values.join(", ")}`).meta({ description });
}

/** One of some whole numbers. */
export function choiceField<const Value extends number>(description: string, values: readonly Value[]) {
  const choice = z.literal(values, `must be one of ${values.join(", ")}`);
  return z.preprocess(numberOfText, choice).meta({ description });
}

/**
 * A list of at most `maximum` items, none of which has a comma. Forms and queries spell it `name[]=a&name[]=b`,
 * `name[0]=a&name[1]=b`, `name=a&name=b`, `name=a,b`, or as the text of a JSON list.
 */
export function listField<Item extends z.ZodType>(description: string, item: Item, maximum: number) {
  const list = z.array(item, "must be a list").max(maximum, `has more than ${maximum} items`);
  return z.preprocess(listOfText, list).meta({ description });
}

function listOfText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (value === "") return [];
  return value.startsWith("[") ? jsonOfText(value) : value.split(",");
}

/** An object; a form has its JSON text. */
export function objectField<Shape extends z.ZodType>(description: string, shape: Shape) {
  return z.preprocess(jsonOfText, shape).meta({ description });
}

function jsonOfText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseStrictJson(value);
  } catch (error) {
    if (error instanceof JsonProblem) return value;
    throw error;
  }
}

/** Whether a query or a form may name a field more than once. */
export function isList(field: z.ZodType | undefined): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    // Only types of this library are wrapped.
    return isList(field.unwrap() as z.ZodType);
  }
  return field instanceof z.ZodPipe && field.out instanceof z.ZodArray;
}
