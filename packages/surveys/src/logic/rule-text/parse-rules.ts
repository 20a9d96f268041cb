import { atOnce, type InTurns } from "../../model/in-turns.ts";
import { logicLimits, type Rule } from "../../model/logic.ts";
import type { SurveyPage } from "../../model/question.ts";
import { RuleNames } from "./rule-names.ts";
import { RuleParser, RuleTextError, type RuleTextProblemCode } from "./rule-parser.ts";

/** Something wrong in the text of rules. */
export interface RuleTextProblem {
  /** From 1. */
  readonly line: number;
  /** Position in the line, from 1. */
  readonly column: number;
  readonly code: RuleTextProblemCode;
  /** What stands there; "" at the end of the line. */
  readonly found: string;
}

/** Rules, or everything that is wrong with their text. */
export type ParsedRules =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  | { readonly ok: false; readonly problems: readonly RuleTextProblem[] };

/** Most problems that are looked for: their reader corrects some first. */
const problemsMaximum = 50;

/** Longest line; longer rules are those of programs, which write JSON. */
const lineMaximum = 4000;

/**
 * Reads rules from text, one in each line that is not empty:
 *
 * ```text
 * if Q1 = A2 and not (Q2 > 3 or Q3 contains "red") then show Q4
 * if count(Q5) >= 2 or arg("source") = "mail" then hide P3
 * if Q6.R1 in (A1, A2) then branch from Q6 to END
 * branch from P2 to Q9
 * shuffle Q10~Q12
 * ```
 *
 * Names are those of {@link RuleNames}. Words may be in capitals, and signs as a Chinese input method types them. What cannot be
 * understood is refused whole.
 *
 * @param text lines that end with LF or CRLF
 * @param pages the survey that the names are about
 */
export function parseRules(text: string, pages: readonly SurveyPage[]): ParsedRules {
  return atOnce(rulesInTurns(text, pages));
}

/** Reads rules from text, see {@link parseRules}, a line in a turn and up to some problems. */
export function* rulesInTurns(text: string, pages: readonly SurveyPage[]): InTurns<ParsedRules> {
  const names = new RuleNames(pages);
  const problems: RuleTextProblem[] = [];
  const rules: Rule[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const parsed = parseLine(line, names);
    if (!(parsed instanceof RuleTextError)) rules.push(parsed);
    else problems.push({ line: at + 1, column: parsed.column, code: parsed.code, found: parsed.found });
    if (problems.length >= problemsMaximum) break;
    yield;
    if (rules.length > logicLimits.rules)
      return { ok: false, problems: [{ line: at + 1, column: 1, code: "too_many_rules", found: "" }] };
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rules };
}

function parseLine(line: string, names: RuleNames): Rule | RuleTextError {
  if (line.length > lineMaximum) return new RuleTextError("too_long", { column: lineMaximum, text: "" });
  try {
    return new RuleParser(line, names).parse();
  } catch (error) {
    if (error instanceof RuleTextError) return error;
    throw error;
  }
}
