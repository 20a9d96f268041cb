import type { DefinitionDifference, PartDifference, QuestionDifference } from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the list shows. */
export type DifferenceListProps = {
  readonly language: Language;
  readonly difference: DefinitionDifference;
};

/** What differs between two definitions, one sentence for each thing. */
export function DifferenceList({ language, difference }: DifferenceListProps): JSX.Element {
  const { difference: words } = workspaceTextsFor(language);
  const { fields, pages, questions, rules } = difference;
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
