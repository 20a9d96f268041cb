import {
  type DefinitionDifference,
  languageName,
  type PartDifference,
  type QuestionDifference,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the list shows. */
export type DifferenceListProps = {
  readonly language: Language;
  readonly difference: DefinitionDifference;
};

/** What differs between two definitions, one sentence for each thing. */
export function DifferenceList({ language, difference }: DifferenceListProps): JSX.Element {
  const { difference: words } = workspaceTextsFor(language);
  const { fields, pages, questions, rules, languages } = difference;
  return (
    <ul class="bullets">
      {fields.map((field) => (
        <li>{words.fields[field]}</li>
      ))}
      <Count count={pages.added} says={words.pagesAdded} />
      <Count count={pages.removed} says={words.pagesRemoved} />
      <Count count={pages.moved} says={words.pagesMoved} />
      {questions.map((question) => (
        <QuestionLine language={language} question={question} />
      ))}
      <Count count={rules.added} says={words.rulesAdded} />
      <Count count={rules.removed} says={words.rulesRemoved} />
      {languages.map((tag) => (
        <li>{words.languageChanged(languageName(tag, language))}</li>
      ))}
    </ul>
  );
}

function Count({ count, says }: { readonly count: number; readonly says: (count: number) => string }) {
  return count === 0 ? null : <li>{says(count)}</li>;
}

type QuestionLineProps = { readonly language: Language; readonly question: QuestionDifference };

/** What changed in one question. */
export function QuestionLine({ language, question: changed }: QuestionLineProps): JSX.Element {
  const { difference: words } = workspaceTextsFor(language);
  const name = <DisplayName name={changed.question.title || words.untitledQuestion} />;
  if (changed.kind !== "changed")
    return <li>{changed.kind === "added" ? words.questionAdded(name) : words.questionRemoved(name)}</li>;
  const details = detailsOf(changed, language);
  return (
    <li>
      {words.questionChanged(name)}
      <ul class="bullets">
        {details.map((detail) => (
          <li>{detail}</li>
        ))}
      </ul>
    </li>
  );
}

type ChangedQuestion = Extract<QuestionDifference, { kind: "changed" }>;

function detailsOf(changed: ChangedQuestion, language: Language): readonly Child[] {
  const { difference: words } = workspaceTextsFor(language);
  const { before, isMoved, fields } = changed;
  const isRenamed = fields.includes("title");
  const others = fields.filter((field) => field !== "title");
  return [
    ...(isRenamed ? [words.titleBefore(<DisplayName name={before.title} />)] : []),
    ...(isMoved ? [words.questionMoved] : []),
    ...(others.length > 0
      ? [words.settingsChanged(others.map((field) => words.settings[field] ?? field))]
      : []),
    ...partDetails(changed.options, words.parts.option),
    ...partDetails(changed.rows, words.parts.row),
    ...partDetails(changed.blanks, words.parts.blank),
  ];
}

type PartWords = Readonly<Record<PartDifference["kind"], (text: Child, before: Child) => Child>>;

function partDetails(parts: readonly PartDifference[], words: PartWords): readonly Child[] {
  return parts.map(({ kind, text, textBefore }) =>
    words[kind](<DisplayName name={text} />, <DisplayName name={textBefore} />),
  );
}

/** A difference in a few words, such as `Q3 changed`, for a button. */
export function changeInWords(language: Language, difference: DefinitionDifference): string {
  const { difference: words } = workspaceTextsFor(language);
  const { fields, pages, questions, rules, languages } = difference;
  const counts = [
    [pages.added, words.pagesAdded],
    [pages.removed, words.pagesRemoved],
    [pages.moved, words.pagesMoved],
    [rules.added, words.rulesAdded],
    [rules.removed, words.rulesRemoved],
  ] as const;
  const parts = [
    ...questions.map((question) =>
      words.shortly[verbOf(question)](beginning(question.question.title || words.untitledQuestion)),
    ),
    ...fields.map((field) => words.fields[field]),
    ...counts.flatMap(([count, says]) => (count === 0 ? [] : [says(count)])),
    ...languages.map((tag) => words.languageChanged(languageName(tag, language))),
  ];
  const [first = ""] = parts;
  return parts.length > 1 ? words.andMore(first, parts.length - 1) : first;
}

function verbOf(question: QuestionDifference): "added" | "removed" | "moved" | "changed" {
  if (question.kind !== "changed") return question.kind;
  const { fields, options, rows, blanks, isMoved } = question;
  return isMoved && [fields, options, rows, blanks].every(({ length }) => length === 0) ? "moved" : "changed";
}

function beginning(title: string): string {
  const name = plainName(title);
  return name.length > 30 ? `${name.slice(0, 29)}…` : name;
}
