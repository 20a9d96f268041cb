/** What a text says, or why it is not JSON that can be read. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** How deep lists and objects may stand inside each other: what reads them calls itself for each. */
const deepest = 64;

/** Parses JSON that a person sent. */
export function parseJson(text: string): ParsedJson {
  const start = text.trimStart().slice(0, 100).toLowerCase();
  if (start.startsWith("<")) return { ok: false, problem: "is XML or HTML, and not JSON" };
  if (isTooDeep(text)) return { ok: false, problem: "is nested too deep" };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false, problem: "is not JSON" };
  }
}

/** Before anything is parsed: a parser needs more time and memory for brackets than for other characters. */
function isTooDeep(text: string): boolean {
  let [depth, isInText] = [0, false];
  for (let at = 0; at < text.length && depth <= deepest; at += 1) {
    const character = text[at];
    if (character === '"') isInText = !isInText;
    else if (isInText) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
  }
  return depth > deepest;
}
