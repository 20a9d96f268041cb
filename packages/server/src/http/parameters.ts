import { z } from "zod";
import { PlatformError } from "../errors.ts";
import { isStorable } from "@survey-open-platform/surveys";
import { ListItems } from "./list-items.ts";

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
  /** Whether the parameter was given more than once, as opposed to anything else that can be wrong with it. */
  readonly isRepeated: boolean;

  constructor(parameter: string, problem: string, { isRepeated = false, cause }: ProblemOptions = {}) {
    super("invalid_argument", { detail: `parameter ${parameter} ${problem}`, parameter, cause });
    this.isRepeated = isRepeated;
  }
}

interface ProblemOptions {
  readonly isRepeated?: boolean;
  readonly cause?: unknown;
}

/**
 * Reads the parameters that a schema names from a query or a form, and only from there. Others are ignored.
 *
 * @throws `ParameterProblem` (`invalid_argument`) for the first one that is repeated, not decodable or refused
 */
export function readParameters<Schema extends ParametersSchema>(
  schema: Schema,
  query: string,
): z.output<Schema> {
  return checkParameters(schema, collect(query, schema));
}

/**
 * Checks values that were read already against a narrower schema.
 *
 * @throws `ParameterProblem` (`invalid_argument`)
 */
export function checkParameters<Schema extends ParametersSchema>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const parsed = preparedOf(schema).compiled.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? "");
  throw new ParameterProblem(name, issue?.message ?? "is refused");
}

/** What is made of a schema at its first use. */
interface Prepared<Schema extends ParametersSchema> {
  /** The same schema, with code generated for it: it takes a tenth of the time for each call. */
  readonly compiled: Schema;
  readonly names: readonly PlainName[];
}

/** A parameter, and how it begins in a query where its name is spelt plainly. */
interface PlainName {
  readonly name: string;
  readonly start: string;
}

const preparedSchemas = new WeakMap<ParametersSchema, Prepared<ParametersSchema>>();

function preparedOf<Schema extends ParametersSchema>(schema: Schema): Prepared<Schema> {
  let found = preparedSchemas.get(schema);
  if (found === undefined) {
    const names = Object.keys(schema.shape).map((name) => ({ name, start: `${name}=` }));
    preparedSchemas.set(schema, (found = { compiled: z.compile(schema), names }));
  }
  // What is stored for a schema is of its type.
  return found as Prepared<Schema>;
}

type Values = Record<string, string | readonly string[]>;

/**
 * Values of the known parameters by name. Nearly all names are spelt plainly: comparing them where they stand takes half the time of
 * taking each one out and looking it up.
 */
function collect(query: string, schema: ParametersSchema): Readonly<Values> {
  const { names } = preparedOf(schema);
  const collected: Collected = { known: schema.shape, values: {} };
  const { values } = collected;
  for (let at = 0; at < query.length;) {
    const end = endOfPair(query, at);
    const plain = names.find(({ start }) => query.startsWith(start, at));
    if (plain === undefined || Object.hasOwn(values, plain.name))
      collectOther(query.slice(at, end), collected);
    else values[plain.name] = decodeValue(plain.name, query.slice(at + plain.start.length, end));
    at = end + 1;
  }
  return collected.lists === undefined ? values : withLists(values, collected.lists);
}

interface Collected {
  readonly known: Readonly<Record<string, z.ZodType>>;
  readonly values: Values;
  lists?: ListItems;
}

/** A name that is spelt another way, unknown, or there for the second time. */
function collectOther(pair: string, collected: Collected): void {
  const { known, values } = collected;
  const name = nameIn(pair);
  const isKnown = Object.hasOwn(known, name);
  if (isKnown && !Object.hasOwn(values, name)) values[name] = decodeValue(name, valueIn(pair));
  else if (isKnown || name.endsWith("]")) collectItem((collected.lists ??= new ListItems(known)), name, pair);
}

function endOfPair(query: string, start: number): number {
  const end = query.indexOf("&", start);
  return end === -1 ? query.length : end;
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
  if (!isAdded)
    throw new ParameterProblem(item?.list ?? name, "is given more than once", { isRepeated: true });
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

interface IntegerBounds {
  readonly minimum: number;
  readonly maximum: number;
}
