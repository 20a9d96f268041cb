import {
  idsInCell,
  optionLabel,
  plainText,
  readSubject,
  rowsOf,
  RuleNames,
  type Condition,
  type ConditionGroup,
  type ConditionRow,
  type ConditionRows,
  type Question,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import { plainName } from "../../pages/components/display-name.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

const known = new WeakMap<readonly SurveyPage[], Map<Language, ConditionWords>>();

/** The words for the conditions of a survey; made once for all cards of a page. */
export function conditionWords(language: Language, pages: readonly SurveyPage[]): ConditionWords {
  const byLanguage = known.get(pages) ?? new Map<Language, ConditionWords>();
  const words = byLanguage.get(language) ?? new ConditionWords(language, pages);
  known.set(pages, byLanguage.set(language, words));
  return words;
}

/** Says what conditions are about in the words of a survey. */
class ConditionWords {
  readonly #language: Language;
  readonly #names: RuleNames;

  constructor(language: Language, pages: readonly SurveyPage[]) {
    this.#language = language;
    this.#names = new RuleNames(pages);
  }

  /** A condition such as `Q1 Your role is Visitor`. @returns undefined when rows cannot show it */
  condition(condition: Condition): string | undefined {
    const rows = rowsOf(condition);
    return rows && this.rows(rows);
  }

  /** What rows say. */
  rows({ join, entries }: ConditionRows): string {
    const { conditions: words } = workspaceTextsFor(this.#language);
    return entries
      .map((entry) => ("rows" in entry ? words.group(this.#group(entry)) : this.row(entry)))
      .join(words.between[join]);
  }

  row({ subject, comparison, value }: ConditionRow): string {
    const { conditions: words } = workspaceTextsFor(this.#language);
    return words
      .row(this.subject(subject), words.comparisons[comparison], this.#value(subject, value))
      .trim();
  }

  /** A question with its number, a row or blank of one, or a custom argument. */
  subject(text: string): string {
    const { conditions: words } = workspaceTextsFor(this.#language);
    const subject = readSubject(text);
    if (subject.kind === "argument") return words.argument(subject.name);
    const question = this.#names.question(subject.question);
    if (question === undefined) return words.gone;
    const name = `Q${question.index} ${beginning(question.title)}`;
    return subject.part === "" ? name : `${name}: ${partText(question, subject.part)}`;
  }

  /** A question or page that something leads to. */
  place(id: string): string {
    const question = this.#names.question(id);
    return question === undefined
      ? this.#names.nameOf(id)
      : `Q${question.index} ${beginning(question.title)}`.trim();
  }

  #group({ join, rows }: ConditionGroup): string {
    const { conditions: words } = workspaceTextsFor(this.#language);
    return rows.map((row) => this.row(row)).join(words.between[join]);
  }

  #value(text: string, value: string): string {
    const subject = readSubject(text);
    const question = subject.kind === "question" ? this.#names.question(subject.question) : undefined;
    return question === undefined ? value : (choiceText(question, value) ?? value);
  }
}

/** The text of an option or entry of a question. */
function choiceText(question: Question, id: string): string | undefined {
  const option = question.options.find((one) => one.id === id);
  if (option !== undefined) return plainName(optionLabel(question, option));
  return question.groups.find((entry) => entry.id === id)?.text;
}

function partText({ subTitles, blank_setting: blanks, options }: Question, id: string): string {
  const [first, column] = idsInCell(id).map((one) =>
    [...subTitles, ...options].find((part) => part.id === one),
  );
  if (first !== undefined && column !== undefined)
    return `${plainName(first.text)}, ${plainName(column.text)}`;
  const blank = blanks.find((one) => one.id === id);
  const owner = options.find((option) => option.id === blank?.attach_id);
  return plainName(subTitles.find((row) => row.id === id)?.text ?? owner?.text ?? blank?.text ?? "");
}

function beginning(title: string): string {
  const name = plainName(plainText(title));
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
