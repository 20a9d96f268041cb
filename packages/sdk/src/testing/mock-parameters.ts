import type { ParameterRule, ParameterRules } from "./documented-call.ts";
import { MockRefusal } from "./mock-response.ts";

/** Values of a call's parameters: those that were sent. */
export type ParameterValues = Readonly<Record<string, string | undefined>>;

/**
 * Reads a call's parameters from its raw query as the platform does: others are ignored, and one that is missing,
 * repeated, undecodable or out of bounds refuses the call.
 *
 * @param inPath those that the path has
 * @throws MockRefusal `invalid_argument`
 */
export function readMockParameters(
  rules: ParameterRules,
  query: string,
  inPath: ParameterValues = {},
): ParameterValues {
  const values = { ...collect(rules, query), ...inPath };
  for (const [name, rule] of Object.entries(rules)) {
    const value = values[name];
    if (value === undefined ? rule.required : !isAllowed(value, rule)) throw refused(name);
  }
  return values;
}

function collect(rules: ParameterRules, query: string): ParameterValues {
  const values: Record<string, string> = {};
  for (const pair of query.split("&")) {
    const [rawName = "", ...rest] = pair.split("=");
    const decodedName = decodeForm(rawName) ?? rawName;
    // Some clients spell this parameter with an underscore.
    const name = decodedName === "open_id" ? "openid" : decodedName;
    if (!Object.hasOwn(rules, name)) continue;
    const value = decodeForm(rest.join("="));
    if (value === undefined || Object.hasOwn(values, name)) throw refused(name);
    values[name] = value;
  }
  return values;
}

function isAllowed(value: string, rule: ParameterRule): boolean {
  if (rule.type === "integer") return isWithin(value, rule);
  const { minLength = 0, maxLength = Infinity } = rule;
  const isListed = rule.enum?.includes(value) ?? true;
  return isListed && value.length >= minLength && value.length <= maxLength;
}

function isWithin(value: string, { minimum = 0, maximum = Infinity }: ParameterRule): boolean {
  return /^(0|[1-9]\d{0,15})$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
}

function decodeForm(text: string): string | undefined {
  return decodeMock(text.replaceAll("+", " "));
}

/** @returns undefined for what is not percent-encoded UTF-8 */
export function decodeMock(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function refused(parameter: string): MockRefusal {
  return new MockRefusal("invalid_argument", { parameter });
}
