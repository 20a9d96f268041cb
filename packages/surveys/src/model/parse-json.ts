import { JSONParser } from "@streamparser/json";
import type { InTurns } from "./in-turns.ts";

/** What a text says, or why it is not JSON that can be read. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** How deep lists and objects may stand inside each other: what reads them calls itself for each. */
const deepest = 64;

/** Bytes that are parsed in a turn: the costliest, an object of one name after the other, take about 10 ms. */
const bytesInTurn = 16 * 1024;

/** Parses JSON that a person sent. A turn never takes longer because the text is longer, or has more values or names. */
export function* parseJsonInTurns(text: string): InTurns<ParsedJson> {
  const start = text.trimStart().slice(0, 100).toLowerCase();
  if (start.startsWith("<")) return { ok: false, problem: "is XML or HTML, and not JSON" };
  if (isTooDeep(text)) return { ok: false, problem: "is nested too deep" };
  let value: unknown;
  const parser = new JSONParser({ paths: ["$"] });
  parser.onValue = (parsed) => {
    ({ value } = parsed);
  };
  let offset = 0;
  parser.onToken = (token) => {
    ({ offset } = token);
  };
  // Of a text the parser would take each half of a surrogate pair that a turn divides for itself.
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += bytesInTurn) {
      yield;
      parser.write(bytes.subarray(at, at + bytesInTurn));
    }
  } catch {
    const line = bytes.subarray(0, offset).filter((byte) => byte === 0x0a).length + 1;
    return { ok: false, problem: `is not JSON: it goes wrong in line ${line}` };
  }
  return end(parser) ? { ok: true, value } : { ok: false, problem: "is not JSON: it ends too early" };
}

/** Ends a text: a number may be whole only then. @returns whether it is whole */
function end(parser: JSONParser): boolean {
  try {
    if (!parser.isEnded) parser.end();
    return true;
  } catch {
    return false;
  }
}

/** Before anything is parsed: what is nested deeper is refused whatever else it is. */
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
