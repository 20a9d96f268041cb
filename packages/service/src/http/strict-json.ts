/** The deepest nesting of objects and lists in a body. A survey's answer needs seven levels. */
const deepestNesting = 32;

/** What is wrong with a JSON text; names no value. */
export class JsonProblem extends Error {
  override readonly name = "JsonProblem";
}

/**
 * Parses a JSON text. Names that repeat within an object are refused: programs differ in which value they take
 * (RFC 8259, section 4). So is deep nesting, which functions that call themselves could not read (section 9).
 *
 * @throws `JsonProblem`
 */
export function parseStrictJson(text: string): unknown {
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

/** @returns the index behind the closing quotation mark */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
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
