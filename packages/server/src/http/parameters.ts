import { z } from "zod";
import { PlatformError, type ErrorProblem } from "../errors.ts";
import { isStorable } from "@survey-open-platform/surveys";
import { ListItems } from "./list-items.ts";
import { problemOfIssue, sentenceAbout } from "./schema-issues.ts";

/** An object schema over query parameters. */
export type ParametersSchema = z.ZodObject<Record<string, z.ZodType>>;

/** The raw query of an address, without the question mark. What looks like one inside a fragment is none. */
export function queryOf(url: string): string {
  const start = url.indexOf("?");
  const end = url.indexOf("#");
  if (start === -1 || (end !== -1 && end < start)) return "";
  return url.slice(start + 1, end === -1 ? undefined : end);
}

/** What is wrong with the parameters of a request; names the parameter, never its value. */
export class ParameterProblem extends PlatformError {
  /** @param problem goes on from the name of the parameter: `is missing` */
  constructor(parameter: string, problem: string, { cause }: { readonly cause?: unknown } = {}) {
    super("invalid_argument", { message: sentenceAbout(parameter, problem), parameter, cause });
  }
}

/** A parameter that was given more than once, as opposed to anything else that can be wrong with it. */
export class RepeatedParameter extends ParameterProblem {
  constructor(parameter: string) {
    super(parameter, "is given more than once");
  }
}

/** Problems that one refusal lists; a body of a megabyte could have as many as it has bytes. */
const mostProblems = 50;

/** The refusal of a call with one problem or several. It lists them if there are several, or if they have lines. */
export function refusalFor(problems: readonly [ErrorProblem, ...ErrorProblem[]]): PlatformError {
  const [{ parameter, line, message }] = problems;
  const isList = problems.length > 1 || line !== undefined;
  return new PlatformError("invalid_argument", {
    parameter,
    message,
    ...(isList && { problems: problems.slice(0, mostProblems) }),
  });
}

/**
 * Reads the parameters that a schema names from a query or a form, and only from there. Others are ignored.
 *
 * @throws `PlatformError` `invalid_argument` for the first one that is repeated or not decodable, or for all that are refused
 */
export function readParameters<Schema extends ParametersSchema>(
  schema: Schema,
  query: string,
): z.output<Schema> {
  return checkParameters(schema, collect(query, schema.shape));
}

/**
 * Checks values that were read already against a narrower schema.
 *
 * @throws `PlatformError` `invalid_argument`
 */
export function checkParameters<Schema extends ParametersSchema>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const parsed = compiled(schema).safeParse(values);
  if (parsed.success) return parsed.data;
  const [first, ...others] = parsed.error.issues.slice(0, mostProblems);
  if (first === undefined) throw new PlatformError("invalid_argument");
  throw refusalFor([problemOfIssue(first), ...others.map(problemOfIssue)]);
}

const compiledSchemas = new WeakMap<ParametersSchema, ParametersSchema>();

/** The same schema, with code generated for it at its first use: it takes a tenth of the time for each call. */
function compiled<Schema extends ParametersSchema>(schema: Schema): Schema {
  let found = compiledSchemas.get(schema);
  if (found === undefined) compiledSchemas.set(schema, (found = z.compile(schema)));
  // What is stored for a schema is of its type.
  return found as Schema;
}

type Known = Readonly<Record<string, z.ZodType>>;
type Values = Record<string, string | readonly string[]>;

/** Values of the known parameters by name. */
function collect(query: string, known: Known): Readonly<Values> {
  const values: Values = {};
  if (query === "") return values;
  let lists: ListItems | undefined;
  for (const pair of query.split("&")) {
    const name = nameIn(pair);
    const isKnown = Object.hasOwn(known, name);
    if (isKnown && !Object.hasOwn(values, name)) values[name] = decodeValue(name, valueIn(pair));
    else if (isKnown || name.endsWith("]")) collectItem((lists ??= new ListItems(known)), name, pair);
  }
  return lists === undefined ? values : withLists(values, lists);
}

function nameIn(pair: string): string {
  const equals = pair.indexOf("=");
  return documentedName(decodeName(equals === -1 ? pair : pair.slice(0, equals)));
}

function valueIn(pair: string): string {
  const equals = pair.indexOf("=");
  return equals === -1 ? "" : pair.slice(equals + 1);
}

/** The first item of a repeated parameter was collected like any other value. */
function withLists(values: Readonly<Values>, lists: ListItems): Readonly<Values> {
  const whole: Values = { ...values };
  for (const [name, items] of lists.lists()) whole[name] = [values[name] ?? [], items].flat();
  return whole;
}

function collectItem(lists: ListItems, name: string, pair: string): void {
  const item = lists.find(name);
  if (item === undefined && name.endsWith("]")) return;
  const isAdded = item !== undefined && lists.add(item, decodeValue(item.list, valueIn(pair)));
  if (!isAdded) throw new RepeatedParameter(item?.list ?? name);
}

/** Some clients spell this parameter with an underscore. */
export function documentedName(name: string): string {
  return name === "open_id" ? "openid" : name;
}

function decodeName(name: string): string {
  try {
    return decode(name);
  } catch {
    return name;
  }
}

function decodeValue(name: string, value: string): string {
  try {
    return decode(value);
  } catch {
    throw new ParameterProblem(name, "is not valid percent-encoded UTF-8");
  }
}

/** Percent-decoding as in forms. @throws URIError */
function decode(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** A parameter that is any text of 1 to `maximum` characters. */
export function textParameter(description: string, maximum: number): z.ZodString {
  return z
    .string("is missing")
    .min(1, "is empty")
    .max(maximum, `is longer than ${maximum} characters`)
    .meta({ description });
}

/** A text parameter that the database is asked for as it is, and not by its hash. */
export function idParameter(description: string, maximum: number): z.ZodString {
  return textParameter(description, maximum).refine(isStorable, "has a NUL character");
}

/** A parameter that is a whole number within bounds, written in decimal digits. */
export function integerParameter(description: string, { minimum, maximum }: IntegerBounds) {
  const problem = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string(problem)
    .regex(/^(0|[1-9]\d{0,15})$/, problem)
    .transform(Number)
    .pipe(z.int(problem).min(minimum, problem).max(maximum, problem))
    .meta({ description });
}

/** A parameter that is a moment with its zone (RFC 3339). */
export function momentParameter(description: string) {
  return z.iso
    .datetime({ offset: true, error: "must be a time with its zone, such as 2026-11-22T08:00:00+08:00" })
    .meta({ description });
}

/** The pages of a list that can be asked for. */
export const pageBounds = { minimum: 1, maximum: 1_000_000_000 };

interface IntegerBounds {
  readonly minimum: number;
  readonly maximum: number;
}
