import { MockRefusal } from "./mock-refusal.ts";

/** What the platform asks of one parameter. */
export interface ParameterRule {
  readonly required?: true;
  /** For what belongs to one mode of a call only, and is looked at there. */
  readonly mayBeEmpty?: true;
  /** Most characters of a text. */
  readonly longest?: number;
  /** Bounds of a whole number. */
  readonly integer?: { readonly least: number; readonly most: number };
}

/** The parameters of a call by name. */
export type ParameterRules = Readonly<Record<string, ParameterRule>>;

/** Values of a call's parameters: those that were sent. */
export type ParameterValues = Readonly<Record<string, string | undefined>>;

/**
 * Reads a call's parameters from its raw query as the platform does: others are ignored, and one that is missing,
 * empty, repeated, undecodable or too long refuses the call.
 *
 * @throws MockRefusal `invalid_argument`
 */
export function readMockParameters(rules: ParameterRules, query: string): ParameterValues {
  const values = collect(rules, query);
  for (const [name, rule] of Object.entries(rules)) {
    const value = values[name];
    if (value === undefined ? rule.required : !isAllowed(value, rule)) throw refused(name);
  }
  return values;
}

/** The items of a list in a query: `name[]=a&name[]=b`. @returns undefined when it is not there */
export function listIn(query: string, name: string): readonly string[] | undefined {
  const items = [...new URLSearchParams(query)].filter(([key]) => key.replace(/\[\d*\]$/, "") === name);
  return items.length === 0 ? undefined : items.map(([, value]) => value);
}

function collect(rules: ParameterRules, query: string): ParameterValues {
  const values: Record<string, string> = {};
  for (const pair of query.split("&")) {
    const [rawName = "", ...rest] = pair.split("=");
    const decodedName = decode(rawName) ?? rawName;
    // Some clients spell this parameter with an underscore.
    const name = decodedName === "open_id" ? "openid" : decodedName;
    if (!Object.hasOwn(rules, name)) continue;
    const value = decode(rest.join("="));
    if (value === undefined || Object.hasOwn(values, name)) throw refused(name);
    values[name] = value;
  }
  return values;
}

function isAllowed(value: string, rule: ParameterRule): boolean {
  const { longest = Number.MAX_SAFE_INTEGER, integer, mayBeEmpty = false } = rule;
  if (integer === undefined) return (mayBeEmpty || value.length > 0) && value.length <= longest;
  return /^(0|[1-9]\d{0,15})$/.test(value) && Number(value) >= integer.least && Number(value) <= integer.most;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function refused(parameter: string): MockRefusal {
  return new MockRefusal("invalid_argument", { parameter });
}
