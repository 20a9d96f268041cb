import {
  argumentPattern,
  logicLimits,
  surveyEnd,
  type Comparison,
  type Condition,
  type Rule,
  type Subject,
  type Test,
} from "../../model/logic.ts";
import { cellId } from "../../model/matrix-cells.ts";
import type { RuleNames } from "./rule-names.ts";
import { ruleTokens, type RuleToken } from "./rule-tokens.ts";

/** What is wrong at a place of a rule's text; each has a text in every language of the pages. */
export type RuleTextProblemCode =
  | "rule_expected"
  | "then_expected"
  | "action_expected"
  | "word_expected"
  | "test_expected"
  | "comparison_expected"
  | "value_expected"
  | "place_expected"
  | "option_expected"
  | "bracket_expected"
  | "end_expected"
  | "unknown_place"
  | "unknown_option"
  | "unknown_part"
  | "not_a_question"
  | "malformed_argument"
  | "malformed_number"
  | "malformed_text"
  | "too_deep"
  | "too_long"
  | "too_many"
  | "too_many_rules";

/** What a line cannot be read because of. */
export class RuleTextError extends Error {
  override readonly name = "RuleTextError";
  readonly code: RuleTextProblemCode;
  readonly column: number;
  readonly found: string;

  constructor(code: RuleTextProblemCode, { column, text }: Pick<RuleToken, "column" | "text">) {
    super(code);
    this.code = code;
    this.column = column;
    this.found = text;
  }
}

/** How deep brackets and `not` may stand inside each other: more than conditions may, so that those have their own problem. */
const bracketDepth = 40;

const comparisons = new Set(["=", "<", "<=", ">", ">="]);

/** Reads one line, see {@link parseRules}. */
export class RuleParser {
  readonly #tokens: readonly RuleToken[];
  readonly #names: RuleNames;
  #at = 0;
  #depth = 0;

  constructor(line: string, names: RuleNames) {
    this.#tokens = ruleTokens(line);
    this.#names = names;
  }

  /** @throws RuleTextError */
  parse(): Rule {
    const rule = this.#rule();
    if (this.#next.kind !== "end") this.#refuse("end_expected");
    return rule;
  }

  #rule(): Rule {
    if (this.#takeWord("if")) return this.#conditional();
    if (this.#takeWord("branch")) return this.#branch(null);
    if (!this.#takeWord("shuffle")) return this.#refuse("rule_expected");
    const from = this.#place();
    this.#takeSign("~", "word_expected");
    return { kind: "shuffle", from, to: this.#place() };
  }

  #conditional(): Rule {
    const start = this.#next;
    const when = this.#or();
    if (depthOf(when) > logicLimits.depth) throw new RuleTextError("too_deep", start);
    if (!this.#takeWord("then")) this.#refuse("then_expected");
    if (this.#takeWord("branch")) return this.#branch(when);
    if (this.#takeWord("show")) return { kind: "show", when, target: this.#place() };
    if (this.#takeWord("hide")) return { kind: "hide", when, target: this.#place() };
    return this.#refuse("action_expected");
  }

  #branch(when: Condition | null): Rule {
    if (!this.#takeWord("from")) this.#refuse("word_expected");
    const from = this.#place();
    if (!this.#takeWord("to")) this.#refuse("word_expected");
    const to = this.#takeWord("end") ? surveyEnd : this.#place();
    return { kind: "branch", when, from, to };
  }

  #or(): Condition {
    return this.#joined("or", () => this.#joined("and", () => this.#factor()));
  }

  #joined(kind: "and" | "or", read: () => Condition): Condition {
    const first = read();
    const others: Condition[] = [];
    while (this.#takeWord(kind)) others.push(read());
    if (others.length >= logicLimits.conditions) this.#refuse("too_many");
    return others.length === 0 ? first : { kind, conditions: [first, ...others] };
  }

  #factor(): Condition {
    this.#depth += 1;
    if (this.#depth > bracketDepth) this.#refuse("too_deep");
    const condition = this.#innerFactor();
    this.#depth -= 1;
    return condition;
  }

  #innerFactor(): Condition {
    if (this.#takeWord("not")) return { kind: "not", condition: this.#factor() };
    if (!this.#peekSign("(")) return this.#test();
    this.#at += 1;
    const inner = this.#or();
    this.#takeSign(")", "bracket_expected");
    return inner;
  }

  #test(): Condition {
    if (this.#takeWord("count")) {
      const question = this.#inBrackets(() => this.#question());
      return this.#compared((is) => ({ kind: "count", question, is, value: this.#count() }));
    }
    if (this.#takeWord("arg"))
      return this.#textOrNumber({ kind: "argument", name: this.#inBrackets(() => this.#argument()) });
    if (this.#next.kind !== "name") this.#refuse("test_expected");
    return this.#ofQuestion(this.#question());
  }

  #ofQuestion(question: string): Condition {
    const part = this.#part(question);
    if (part === "" && this.#takeWord("answered")) return { kind: "answered", question };
    if (this.#takeWord("in"))
      return { kind: "choice", question, part, options: this.#inBrackets(() => this.#options(question)) };
    const isOption = this.#tokens[this.#at + 1]?.kind === "name";
    if (!isOption) return this.#textOrNumber({ kind: "question", question, part });
    return this.#compared((is) => {
      if (is !== "=") this.#refuse("value_expected");
      return { kind: "choice", question, part, options: [this.#option(question)] };
    });
  }

  #textOrNumber(subject: Subject): Condition {
    if (this.#takeWord("contains")) return { kind: "text", subject, is: "contains", value: this.#text() };
    return this.#compared((is) => {
      if (this.#next.kind !== "text") return { kind: "number", subject, is, value: this.#number() };
      if (is !== "=") this.#refuse("value_expected");
      return { kind: "text", subject, is, value: this.#text() };
    });
  }

  /** Reads a comparison and what follows it; `!=` is the opposite of `=`. */
  #compared(read: (is: Comparison) => Test): Condition {
    const { kind, text } = this.#next;
    if (kind !== "sign" || !(comparisons.has(text) || text === "!="))
      return this.#refuse("comparison_expected");
    this.#at += 1;
    if (text === "!=") return { kind: "not", condition: read("=") };
    // One of the set above.
    return read(text as Comparison);
  }

  #options(question: string): readonly string[] {
    const options = [this.#option(question)];
    while (this.#peekSign(",")) {
      this.#at += 1;
      options.push(this.#option(question));
    }
    if (options.length > logicLimits.conditions) this.#refuse("too_many");
    return options;
  }

  #option(question: string): string {
    const token = this.#take("name", "option_expected");
    return this.#names.idOfOption(question, token.text) ?? raise("unknown_option", token);
  }

  /** The row, blank or cell after a dot; "" when there is none. */
  #part(question: string): string {
    if (!this.#peekSign(".")) return "";
    this.#at += 1;
    const token = this.#take("name", "unknown_part");
    const part = this.#names.idOfPart(question, token.text) ?? raise("unknown_part", token);
    if (!this.#peekSign(".")) return part;
    this.#at += 1;
    return cellId(part, this.#option(question));
  }

  /** A question, which a page is not. */
  #question(): string {
    const token = this.#take("name", "place_expected");
    if (/^p/i.test(token.text)) throw new RuleTextError("not_a_question", token);
    return this.#names.idOf(token.text) ?? raise("unknown_place", token);
  }

  #place(): string {
    const token = this.#take("name", "place_expected");
    return this.#names.idOf(token.text) ?? raise("unknown_place", token);
  }

  #argument(): string {
    const token = this.#take("text", "malformed_argument");
    return argumentPattern.test(token.text) ? token.text : raise("malformed_argument", token);
  }

  #text(): string {
    const token = this.#take("text", "value_expected");
    const isStored =
      token.text !== "" &&
      token.text.length <= logicLimits.text &&
      token.text.isWellFormed() &&
      !token.text.includes("\0");
    return isStored ? token.text : raise("malformed_text", token);
  }

  #number(): number {
    const token = this.#take("number", "value_expected");
    const number = Number(token.text);
    return Number.isFinite(number) ? number : raise("malformed_number", token);
  }

  #count(): number {
    const token = this.#next;
    const number = this.#number();
    return Number.isSafeInteger(number) && number >= 0 ? number : raise("malformed_number", token);
  }

  #inBrackets<Result>(read: () => Result): Result {
    this.#takeSign("(", "bracket_expected");
    const result = read();
    this.#takeSign(")", "bracket_expected");
    return result;
  }

  get #next(): RuleToken {
    return this.#tokens[this.#at] ?? { kind: "end", text: "", column: 1 };
  }

  #takeWord(word: string): boolean {
    const found = this.#next.kind === "word" && this.#next.text === word;
    if (found) this.#at += 1;
    return found;
  }

  #peekSign(sign: string): boolean {
    return this.#next.kind === "sign" && this.#next.text === sign;
  }

  #takeSign(sign: string, code: RuleTextProblemCode): void {
    if (!this.#peekSign(sign)) this.#refuse(code);
    this.#at += 1;
  }

  #take(kind: RuleToken["kind"], code: RuleTextProblemCode): RuleToken {
    const token = this.#next;
    if (token.kind !== kind) this.#refuse(code);
    this.#at += 1;
    return token;
  }

  #refuse(code: RuleTextProblemCode): never {
    return raise(code, this.#next);
  }
}

function raise(code: RuleTextProblemCode, token: RuleToken): never {
  throw new RuleTextError(code, token);
}

function depthOf(condition: Condition): number {
  if (condition.kind === "not") return 1 + depthOf(condition.condition);
  if (!("conditions" in condition)) return 1;
  return 1 + Math.max(...condition.conditions.map(depthOf));
}
