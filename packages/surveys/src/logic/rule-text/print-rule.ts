import type { Condition, Rule, Subject, Test } from "../../model/logic.ts";
import type { SurveyPage } from "../../model/question.ts";
import { RuleNames } from "./rule-names.ts";

/**
 * Writes rules as lines, which {@link parseRules} reads back.
 *
 * @example
 * printRules(definition.logic.rules, definition.pages); // ["if Q1 = A2 then show Q3"]
 */
export function printRules(rules: readonly Rule[], pages: readonly SurveyPage[]): readonly string[] {
  const printer = new RulePrinter(new RuleNames(pages));
  return rules.map((rule) => printer.rule(rule));
}

class RulePrinter {
  readonly #names: RuleNames;

  constructor(names: RuleNames) {
    this.#names = names;
  }

  rule(rule: Rule): string {
    const name = (id: string) => this.#names.nameOf(id);
    if (rule.kind === "shuffle") return `shuffle ${name(rule.from)}~${name(rule.to)}`;
    const action =
      rule.kind === "branch"
        ? `branch from ${name(rule.from)} to ${name(rule.to)}`
        : `${rule.kind} ${name(rule.target)}`;
    return rule.when === null ? action : `if ${this.#condition(rule.when)} then ${action}`;
  }

  #condition(condition: Condition): string {
    switch (condition.kind) {
      case "and":
      case "or":
        return condition.conditions.map((inner) => this.#inner(inner)).join(` ${condition.kind} `);
      case "not":
        return this.#not(condition.condition);
      default:
        return this.#test(condition, "=");
    }
  }

  #inner(condition: Condition): string {
    const printed = this.#condition(condition);
    return condition.kind === "and" || condition.kind === "or" ? `(${printed})` : printed;
  }

  #not(inner: Condition): string {
    return isEquality(inner) ? this.#test(inner, "!=") : `not ${this.#inner(inner)}`;
  }

  #test(test: Test, equals: string): string {
    switch (test.kind) {
      case "choice":
        return `${this.#question(test.question, test.part)} ${this.#options(test.question, test.options, equals)}`;
      case "number":
        return `${this.#subject(test.subject)} ${test.is === "=" ? equals : test.is} ${test.value}`;
      case "text":
        return `${this.#subject(test.subject)} ${test.is === "=" ? equals : test.is} ${quoted(test.value)}`;
      case "count":
        return `count(${this.#question(test.question, "")}) ${test.is === "=" ? equals : test.is} ${test.value}`;
      default:
        return `${this.#question(test.question, "")} answered`;
    }
  }

  #options(question: string, options: readonly string[], equals: string): string {
    const names = options.map((option) => this.#names.nameOfOption(question, option));
    return names.length === 1 ? `${equals} ${names.join()}` : `in (${names.join(", ")})`;
  }

  #subject(subject: Subject): string {
    return subject.kind === "argument"
      ? `arg(${quoted(subject.name)})`
      : this.#question(subject.question, subject.part);
  }

  #question(id: string, part: string): string {
    const name = this.#names.nameOf(id);
    return part === "" ? name : `${name}.${this.#names.nameOfPart(id, part)}`;
  }
}

/** Whether the opposite is written with `!=`. */
function isEquality(condition: Condition): condition is Test {
  return condition.kind === "choice"
    ? condition.options.length === 1
    : "is" in condition && condition.is === "=";
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
