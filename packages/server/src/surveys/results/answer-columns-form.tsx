import { plainText, type MergedQuestion } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { CheckBox } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { type AnswerColumns, factColumns, mostColumns } from "./answer-columns.ts";
import { figuresOf } from "./figures.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the form shows. */
export type AnswerColumnsFormProps = {
  readonly language: Language;
  /** Of the list. */
  readonly path: string;
  /** Other parameters of the list. */
  readonly kept: Readonly<Record<string, string>>;
  readonly columns: AnswerColumns;
  /** Those that can be columns. */
  readonly questions: readonly MergedQuestion[];
};

/** The columns of the list of answers; choosing them changes nothing, so it is a GET. */
export function AnswerColumnsForm(props: AnswerColumnsFormProps): JSX.Element {
  const { language, path, kept, columns, questions } = props;
  const { answers: words } = resultsTextsFor(language);
  const chosen = new Set(columns.questions.map(({ question }) => question.id));
  return (
    <details class="card">
      <summary>{words.columns}</summary>
      <form method="get" action={path} role="search" aria-label={words.columns} class="stack">
        <HiddenFields values={kept} />
        <p class="field-hint">{words.columnsHint(figuresOf(language).count(mostColumns))}</p>
        {factColumns.map((fact) => (
          <CheckBox
            id={`column-${fact}`}
            name="columns"
            value={fact}
            label={words.facts[fact]}
            checked={columns.facts.includes(fact)}
          />
        ))}
        <InTurns
          of={questions}
          each={({ question }) => (
            <CheckBox
              id={`column-${question.id}`}
              name="columns"
              value={question.id}
              label={<DisplayName name={plainText(question.title)} />}
              checked={chosen.has(question.id)}
            />
          )}
        />
        <div class="actions">
          <Button>{words.columnsSubmit}</Button>
        </div>
      </form>
    </details>
  );
}
