import { needsOf, optionLabel, type Question, surveyLimits } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Field } from "../../pages/components/field.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { plainName } from "../../pages/components/display-name.tsx";
import { problemTexts, type EditQuestionPageProps } from "./question-page-props.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** By which exports and imports name a question and its parts. */
export function QuestionCodes(props: EditQuestionPageProps): JSX.Element {
  const { question: words } = workspaceTextsFor(props.language);
  const { question } = props.form;
  const parts = codedParts(question);
  return (
    <>
      <CodeField {...props} id="code" label={words.code} hint={words.codeHint} code={question.code} />
      {parts.length === 0 ? null : (
        <details open={hasProblem(props)}>
          <summary>{words.partCodes}</summary>
          <div class="stack">
            <InTurns
              of={parts}
              each={({ id, text, code }) => (
                <CodeField {...props} id={`code-${id}`} label={plainName(text) || "–"} code={code} />
              )}
            />
          </div>
        </details>
      )}
    </>
  );
}

function hasProblem({ form }: EditQuestionPageProps): boolean {
  return Object.keys(form.problems).some((id) => id.startsWith("code-"));
}

interface CodedPart {
  readonly id: string;
  readonly text: string;
  readonly code?: string | undefined;
}

function codedParts(question: Question): readonly CodedPart[] {
  const { type, options, subTitles, blank_setting: blanks } = question;
  return [
    ...subTitles,
    ...options.map((option) => ({ ...option, text: optionLabel(question, option) })),
    ...(needsOf(type).blanks ? blanks : []),
  ];
}

type CodeFieldProps = EditQuestionPageProps & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly code: string | undefined;
};

function CodeField({ id, label, hint, code, ...props }: CodeFieldProps): JSX.Element {
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      value={code ?? ""}
      error={problemTexts(props)[id]}
      autocomplete="off"
      required={false}
      maxlength={surveyLimits.code}
    />
  );
}
