import type { Comparison, Condition, Subject, Test } from "../model/logic.ts";
import type { QuestionType } from "../model/question.ts";

/** A question that conditions can refer to. */
export interface NamedQuestion {
  readonly id: string;
  readonly type: QuestionType;
  /** Ids of its options by the value that SurveyJS has for them. */
  readonly options: ReadonlyMap<string, string>;
}

type Value = string | number | boolean | readonly (string | number | boolean)[];

/** A name in braces, a text in quotes, a list, a sign, or a word. */
const TOKEN =
  /\s*(?:\{([^{}]+)\}|'([^']*)'|"([^"]*)"|(\[[^[\]]*\])|(<=|>=|<>|!=|==|=|<|>|\(|\))|([\p{L}\p{N}_.+-]+))/uy;

const signs: Readonly<Record<string, string>> = {
  "==": "=",
  equal: "=",
  "!=": "<>",
  notequal: "<>",
  greater: ">",
  less: "<",
  greaterorequal: ">=",
  lessorequal: "<=",
};

/**
 * Reads a condition of SurveyJS, such as `{colour} = 'red' and {size} > 3`.
 *
 * @returns undefined for one that rules here cannot say: calculations, functions, dates, rows of tables
 */
export function conditionFromSurveyJs(
  expression: string,
  questions: ReadonlyMap<string, NamedQuestion>,
): Condition | undefined {
  try {
    return new ConditionReader(expression, questions).read();
  } catch (error) {
    if (error instanceof UnreadableConditionError) return undefined;
    throw error;
  }
}

class UnreadableConditionError extends Error {}

interface Token {
  readonly kind: "name" | "text" | "list" | "sign" | "word";
  readonly text: string;
}

class ConditionReader {
  readonly #tokens: readonly Token[];
  readonly #questions: ReadonlyMap<string, NamedQuestion>;
  #at = 0;

  constructor(expression: string, questions: ReadonlyMap<string, NamedQuestion>) {
    this.#tokens = tokensOf(expression);
    this.#questions = questions;
  }

  read(): Condition {
    const condition = this.#several("or", () => this.#several("and", () => this.#single()));
    if (this.#at < this.#tokens.length) throw new UnreadableConditionError();
    return condition;
  }

  #several(kind: "and" | "or", read: () => Condition): Condition {
    const conditions = [read()];
    while (this.#isNext(kind)) {
      this.#at += 1;
      conditions.push(read());
    }
    const [first, ...others] = conditions;
    if (first === undefined) throw new UnreadableConditionError();
    return others.length === 0 ? first : { kind, conditions };
  }

  #single(): Condition {
    if (!this.#isNext("(")) return this.#test();
    this.#at += 1;
    const condition = this.#several("or", () => this.#several("and", () => this.#single()));
    if (!this.#isNext(")")) throw new UnreadableConditionError();
    this.#at += 1;
    return condition;
  }

  #test(): Condition {
    const name = this.#next();
    const question = name.kind === "name" ? this.#questions.get(name.text.trim()) : undefined;
    if (question === undefined) throw new UnreadableConditionError();
    const given = this.#next().text.toLowerCase();
    const sign = signs[given] ?? given;
    const answered: Test = { kind: "answered", question: question.id };
    if (sign === "notempty") return answered;
    if (sign === "empty") return { kind: "not", condition: answered };
    const value = this.#value();
    if (sign === "<>" || sign === "notcontains")
      return { kind: "not", condition: testOf(question, sign === "<>" ? "=" : "contains", value) };
    return testOf(question, sign, value);
  }

  #value(): Value {
    const { kind, text } = this.#next();
    if (kind === "text") return text;
    if (kind === "list") return listOf(text);
    if (kind !== "word") throw new UnreadableConditionError();
    return wordValue(text);
  }

  #next(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new UnreadableConditionError();
    this.#at += 1;
    return token;
  }

  #isNext(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && token.kind !== "text" && token.text.toLowerCase() === text;
  }
}

function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  const rest = new RegExp(TOKEN);
  while (expression.slice(rest.lastIndex).trim() !== "") {
    const match = rest.exec(expression);
    if (match === null) throw new UnreadableConditionError();
    const [, name, single, double, list, sign, word] = match;
    if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (list !== undefined) tokens.push({ kind: "list", text: list });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else tokens.push({ kind: "text", text: single ?? double ?? "" });
  }
  return tokens;
}

function wordValue(text: string): Value {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function listOf(text: string): readonly string[] {
  return text
    .slice(1, -1)
    .split(",")
    .map((item) => item.trim().replaceAll(/^['"]|['"]$/g, ""))
    .filter((item) => item !== "");
}

function testOf(question: NamedQuestion, sign: string, value: Value): Condition {
  if (["radio", "select", "checkbox"].includes(question.type)) return choiceTest(question, sign, value);
  const test = numberTest(question, sign, value) ?? textTest(question, sign, value);
  if (test === undefined) throw new UnreadableConditionError();
  return test;
}

function numberTest({ id, type }: NamedQuestion, sign: string, value: Value): Test | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  if (!isComparison(sign) || (type !== "star" && type !== "text")) return undefined;
  return { kind: "number", subject: subjectOf(id), is: sign, value: number };
}

function textTest({ id, type }: NamedQuestion, sign: string, value: Value): Test | undefined {
  const isText = typeof value === "string" && (type === "text" || type === "textarea");
  if (!isText || (sign !== "=" && sign !== "contains")) return undefined;
  return { kind: "text", subject: subjectOf(id), is: sign, value };
}

function subjectOf(question: string): Subject {
  return { kind: "question", question, part: "" };
}

/** A choice of several options that is equal to a list has no counterpart. */
function choiceTest({ id, type, options }: NamedQuestion, sign: string, value: Value): Condition {
  const allowed = type === "checkbox" ? ["contains", "anyof"] : ["=", "anyof"];
  const values = (Array.isArray(value) ? value : [value]).map(String);
  const chosen = values.map((one) => options.get(one));
  const known = chosen.filter((option) => option !== undefined);
  if (!allowed.includes(sign) || known.length === 0 || known.length < chosen.length)
    throw new UnreadableConditionError();
  return { kind: "choice", question: id, part: "", options: known };
}

function isComparison(sign: string): sign is Comparison {
  return ["=", "<", "<=", ">", ">="].includes(sign);
}
