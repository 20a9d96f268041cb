/** The deepest nesting of objects and lists in a body. A survey's answer needs seven levels. */
const deepestNesting = 32;

/**
 * Most values and names of a body, as its brackets and commas say. Parsing takes time for each, whatever it weighs: the costliest
 * of so many take about 30 ms to parse and to check. An answer to two thousand choices has some 12,000.
 */
export const mostJsonValues = 25_000;

/** What is wrong with a JSON text; names no value. */
export class JsonProblem extends Error {
  override readonly name = "JsonProblem";
}

/**
 * Parses a JSON text. Names that repeat within an object are refused: programs differ in which value they take
 * (RFC 8259, section 4). So is deep nesting, which functions that call themselves could not read, and more values than
 * {@link mostJsonValues} (section 9).
 *
 * @throws `JsonProblem`
 */
export function parseStrictJson(text: string): unknown {
  refuseTooMany(text);
  const value = parse(text);
  checkStructure(text);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonProblem("is no valid JSON");
  }
}

/** @param text anything */
function refuseTooMany(text: string): void {
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at) - 1;
    else if (letter === "[" || letter === "{" || letter === ",") values += 1;
    if (values > mostJsonValues) throw new JsonProblem(`has more than ${mostJsonValues} values`);
  }
}

/** @param text valid JSON */
function checkStructure(text: string): void {
  // The names of each open object; undefined for a list.
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "{") open.push(new Set());
    else if (letter === "[") open.push(undefined);
    else if (letter === "}" || letter === "]") open.pop();
    else if (letter === '"') {
      const end = endOfString(text, at);
      if (isName(text, end)) addName(open.at(-1), text.slice(at, end));
      at = end - 1;
    }
    if (open.length > deepestNesting) throw new JsonProblem(`is nested deeper than ${deepestNesting} levels`);
  }
}

/** @returns the index behind the closing quotation mark; behind the text where there is none */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Whether a colon follows: that happens behind names only. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (" \t\n\r".includes(text[at] ?? "-")) at += 1;
  return text[at] === ":";
}

function addName(names: Set<string> | undefined, quoted: string): void {
  // The same name may be written with and without escapes.
  const name = quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  if (names?.has(name) === true) throw new JsonProblem("has an object with a repeated name");
  names?.add(name);
}
