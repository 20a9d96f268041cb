import type { Condition } from "../../model/logic.ts";
import { conditionTokens, type Token } from "./condition-tokens.ts";
import { type NamedQuestion, type Operator, testOf, type Value } from "../condition-tests.ts";

/** Operators by their spellings; those of one value are apart. */
const operators: Readonly<Record<string, Operator>> = {
  "=": "=",
  "==": "=",
  equal: "=",
  "<>": "<>",
  "!=": "<>",
  notequal: "<>",
  ">": ">",
  greater: ">",
  "<": "<",
  less: "<",
  ">=": ">=",
  greaterorequal: ">=",
  "<=": "<=",
  lessorequal: "<=",
  contains: "contains",
  contain: "contains",
  "*=": "contains",
  notcontains: "notcontains",
  notcontain: "notcontains",
  anyof: "anyof",
  allof: "allof",
  noneof: "noneof",
};

/** How an operator reads from its other side. */
const turned: Readonly<Record<string, Operator>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** How deep brackets and negations may stand inside each other. */
const deepest = 20;

/**
 * Reads a condition of SurveyJS, such as `{colour} = 'red' && !({size} > 3)`.
 *
 * @param position before which questions have to stand; a later one has no answer yet
 * @returns undefined for one that rules here cannot say: calculations, functions, dates, rows of tables that grow
 */
export function conditionFromSurveyJs(
  expression: string,
  questions: ReadonlyMap<string, NamedQuestion>,
  position = Infinity,
): Condition | undefined {
  const tokens = conditionTokens(expression);
  return tokens && new ConditionReader(tokens, (name) => questionBefore(questions, name, position)).read();
}

/** A question, or a row of a matrix or blank of a question: `{dishes.soup}`. */
function questionBefore(questions: ReadonlyMap<string, NamedQuestion>, name: string, position: number) {
  const whole = questions.get(name);
  const dot = name.indexOf(".");
  const owner = whole === undefined && dot !== -1 ? questions.get(name.slice(0, dot)) : undefined;
  const part = owner?.parts.get(name.slice(dot + 1));
  const found = whole ?? (owner && part ? { ...owner, part } : undefined);
  return found === undefined || found.position >= position ? undefined : found;
}

type FindQuestion = (name: string) => NamedQuestion | undefined;
type Read = () => Condition | undefined;

class ConditionReader {
  readonly #tokens: readonly Token[];
  readonly #find: FindQuestion;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], find: FindQuestion) {
    this.#tokens = tokens;
    this.#find = find;
  }

  read(): Condition | undefined {
    const condition = this.#any();
    return this.#at < this.#tokens.length ? undefined : condition;
  }

  #any(): Condition | undefined {
    return this.#several("or", "||", () => this.#several("and", "&&", () => this.#single()));
  }

  #several(kind: "and" | "or", sign: string, read: Read): Condition | undefined {
    const conditions: Condition[] = [];
    do {
      const condition = read();
      if (condition === undefined) return undefined;
      conditions.push(condition);
    } while (this.#takes(kind) || this.#takes(sign));
    const [first] = conditions;
    return conditions.length === 1 ? first : { kind, conditions };
  }

  #single(): Condition | undefined {
    this.#depth += 1;
    if (this.#depth > deepest) return undefined;
    const condition = this.#negatedOrTest();
    this.#depth -= 1;
    return condition;
  }

  #negatedOrTest(): Condition | undefined {
    if (this.#takes("!") || this.#takes("not") || this.#takes("negate")) {
      const condition = this.#single();
      return condition && { kind: "not", condition };
    }
    if (!this.#takes("(")) return this.#test();
    const condition = this.#any();
    return this.#takes(")") ? condition : undefined;
  }

  #test(): Condition | undefined {
    const left = this.#next();
    if (left?.kind !== "name") return this.#turnedTest(left);
    const question = this.#find(left.text);
    if (question === undefined) return undefined;
    if (this.#takes("notempty")) return testOf(question, "<>", "");
    if (this.#takes("empty")) return testOf(question, "=", "");
    const operator = this.#operator();
    const value = valueOf(this.#next());
    return operator === undefined || value === undefined ? undefined : testOf(question, operator, value);
  }

  /** `'red' = {colour}`. */
  #turnedTest(left: Token | undefined): Condition | undefined {
    const operator = turned[this.#operator() ?? ""];
    const name = this.#next();
    const question = name?.kind === "name" ? this.#find(name.text) : undefined;
    const value = valueOf(left);
    if (question === undefined || operator === undefined || value === undefined) return undefined;
    return testOf(question, operator, value);
  }

  #operator(): Operator | undefined {
    const token = this.#next();
    const name = token?.kind === "sign" || token?.kind === "word" ? token.text.toLowerCase() : "";
    return Object.hasOwn(operators, name) ? operators[name] : undefined;
  }

  #next(): Token | undefined {
    this.#at += 1;
    return this.#tokens[this.#at - 1];
  }

  #takes(text: string): boolean {
    const token = this.#tokens[this.#at];
    const isThere = (token?.kind === "sign" || token?.kind === "word") && token.text.toLowerCase() === text;
    if (isThere) this.#at += 1;
    return isThere;
  }
}

function valueOf(token: Token | undefined): Value | undefined {
  if (token?.kind === "text") return token.text;
  if (token?.kind === "word") return token.text;
  if (token?.kind !== "list") return undefined;
  return token.text
    .slice(1, -1)
    .split(",")
    .map((item) => item.trim().replaceAll(/^['"]|['"]$/g, ""))
    .filter((item) => item !== "");
}
