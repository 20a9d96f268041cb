import { cellId } from "../../model/matrix-cells.ts";
import { isRecord, memberOf, textIn } from "../is-record.ts";
import type { ConditionTree, NeutralCondition } from "../neutral-survey.ts";
import { plainHtml } from "../plain-html.ts";
import type { Operator } from "../condition-tests.ts";

const operators: Readonly<Record<string, Operator>> = {
  EqualTo: "=",
  NotEqualTo: "<>",
  GreaterThan: ">",
  GreaterThanOrEqual: ">=",
  LessThan: "<",
  LessThanOrEqual: "<=",
  Contains: "contains",
  DoesNotContain: "notcontains",
};

/** Reads logic of Qualtrics: terms in numbered members, each joined to the one before it. */
export function conditionOfLogic(logic: unknown): NeutralCondition | undefined {
  if (!isRecord(logic)) return undefined;
  const texts: string[] = [];
  const tree = joined(numbered(logic).map((set) => ({ set, tree: treeOfSet(set, texts) })));
  return { text: texts.join(" ").slice(0, 500) || "logic", tree };
}

interface Term {
  readonly set: unknown;
  readonly tree: ConditionTree | undefined;
}

function treeOfSet(set: unknown, texts: string[]): ConditionTree | undefined {
  return joined(numbered(set).map((term) => ({ set: term, tree: treeOfTerm(term, texts) })));
}

/** Terms that are joined by words: “and” connects them, and “or” separates what is connected. */
function joined(terms: readonly Term[]): ConditionTree | undefined {
  const groups: ConditionTree[][] = [];
  for (const [at, { set, tree }] of terms.entries()) {
    const word = at === 0 ? "or" : wordOf(set);
    if (tree === undefined || (word !== "and" && word !== "or")) return undefined;
    if (word === "or") groups.push([tree]);
    else groups.at(-1)?.push(tree);
  }
  return oneOrAll(
    "or",
    groups.map((group) => oneOrAll("and", group)).filter((tree) => tree !== undefined),
  );
}

function oneOrAll(kind: "and" | "or", conditions: readonly ConditionTree[]): ConditionTree | undefined {
  return conditions.length > 1 ? { kind, conditions } : conditions[0];
}

function wordOf(set: unknown): string {
  const own = textIn(memberOf(set, "Conjuction") ?? memberOf(set, "Conjunction")).toLowerCase();
  if (own !== "") return own;
  const type = textIn(memberOf(set, "Type")).toLowerCase();
  if (type === "elseif") return "or";
  return type === "andif" ? "and" : "";
}

function numbered(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return [];
  return Object.keys(value)
    .filter((key) => /^\d+$/.test(key))
    .map((key) => value[key]);
}

function treeOfTerm(term: unknown, texts: string[]): ConditionTree | undefined {
  const [operator, right] = [textIn(memberOf(term, "Operator")), textIn(memberOf(term, "RightOperand"))];
  const place = textIn(memberOf(term, "ChoiceLocator")) || textIn(memberOf(term, "LeftOperand"));
  // In the words that the file has for its author, where it has some.
  const words = plainHtml(textIn(memberOf(term, "Description"))).text;
  texts.push(words || `${place} ${operator} ${right}`.trim());
  if (textIn(memberOf(term, "LogicType")) !== "Question") return undefined;
  return treeOfPlace(place, operator, right);
}

const PLACE = /^q:\/\/(QID\d+(?:#\d+)?)\/(\w+)(?:\/([\w-]+))?(?:\/([\w-]+))?$/;

/** Places such as `q://QID1/SelectableChoice/2` or `q://QID2/ChoiceTextEntryValue`. */
export function treeOfPlace(place: string, operator: string, right: string): ConditionTree | undefined {
  const [, question = "", kind = "", first, second] = PLACE.exec(place) ?? [];
  if (kind === "SelectableChoice") return treeOfChoice({ question, kind, first, second }, operator);
  const empty = treeOfEmpty(question, operator);
  if (kind === "QuestionText") return empty;
  return kind === "ChoiceTextEntryValue"
    ? (empty ?? treeOfText(question, partOf(first, second), [operator, right]))
    : undefined;
}

/** A row of a matrix comes before its column. */
function partOf(first: string | undefined, second: string | undefined): string | undefined {
  return first === undefined || second === undefined ? first : cellId(first, second);
}

function treeOfEmpty(question: string, operator: string): ConditionTree | undefined {
  if (operator === "Empty") return { kind: "test", question, operator: "=", value: "" };
  return operator === "NotEmpty" ? { kind: "test", question, operator: "<>", value: "" } : undefined;
}

function treeOfText(
  question: string,
  part: string | undefined,
  [operator, value]: readonly [string, string],
): ConditionTree | undefined {
  const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  return known && { kind: "test", question, part, operator: known, value };
}

interface Place {
  readonly question: string;
  readonly kind: string;
  readonly first: string | undefined;
  readonly second: string | undefined;
}

function treeOfChoice({ question, kind, first, second }: Place, operator: string): ConditionTree | undefined {
  const isNot = operator === "NotSelected";
  if (kind !== "SelectableChoice" || first === undefined || (!isNot && operator !== "Selected"))
    return undefined;
  // Of a matrix the row comes first, and then the answer.
  const [part, value] = second === undefined ? [undefined, first] : [first, second];
  return { kind: "test", question, part, operator: isNot ? "noneof" : "anyof", value: [value] };
}
