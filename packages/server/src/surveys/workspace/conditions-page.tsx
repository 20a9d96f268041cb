import {
  optionLabel,
  shownWhen,
  type ConditionGroup,
  type ConditionRow,
  type ConditionRows,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { EditorScript } from "../../pages/components/editor-script.tsx";
import { Field, Select } from "../../pages/components/field.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { conditionWords } from "./condition-words.ts";
import { choicesFor, needsValue, offeredFor, type ConditionsForm } from "./conditions-form.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the form shows. */
export type ConditionsPageProps = SurveyPageProps & {
  readonly definition: SurveyDefinition;
  readonly revision: number;
  /** The id of the question or page that is shown under conditions. */
  readonly target: string;
  /** The ids of what can be asked about, in their order. */
  readonly subjects: readonly string[];
  readonly form: ConditionsForm;
  /** Whether what is wrong is said. */
  readonly isChecked: boolean;
  /** Whether another editor has changed the conditions meanwhile. */
  readonly isConflict?: boolean;
};

/** The id of the part of a page in which the conditions of a question or page are. */
export function conditionsId(target: string): string {
  return `conditions-${target}`;
}

/** When a question or page is shown, as a page. */
export function ConditionsPage(props: ConditionsPageProps): JSX.Element {
  const { language, definition, target } = props;
  const { conditions: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.heading(conditionWords(language, definition.pages).place(target))}</h2>
      <ConditionsForm {...props} />
      <EditorScript />
    </SurveyFrame>
  );
}

/** The form in its place. */
export function ConditionsFrame(props: ConditionsPageProps): JSX.Element {
  return (
    <turbo-frame id={conditionsId(props.target)} class="editor-conditions">
      <ConditionsForm {...props} />
    </turbo-frame>
  );
}

/** In words when a question or page is shown, with a link to change that. */
export function ConditionsLine({
  language,
  surveyId,
  definition,
  target,
}: {
  readonly language: Language;
  readonly surveyId: number;
  readonly definition: SurveyDefinition;
  readonly target: string;
}): JSX.Element {
  const { conditions: words } = workspaceTextsFor(language);
  const { rows, others } = shownWhen(definition.logic.rules, target);
  const says = conditionWords(language, definition.pages);
  const lines = [
    ...(rows === undefined ? [] : [words.shown(says.rows(rows))]),
    ...others.map(({ kind, when }) =>
      words[kind === "show" ? "shown" : "hidden"](says.condition(when) ?? words.asText),
    ),
  ];
  return (
    <turbo-frame id={conditionsId(target)} class="editor-conditions">
      {lines.map((line) => (
        <p class="editor-condition">{line}</p>
      ))}
      <p class="editor-condition-link">
        <a class="link-line" href={surveyAddress(surveyId, `/edit/conditions/${target}`)}>
          {rows === undefined ? words.addFirst : words.change}
          <span class="visually-hidden"> {says.place(target)}</span>
        </a>
      </p>
    </turbo-frame>
  );
}

function ConditionsForm(props: ConditionsPageProps): JSX.Element {
  const { language, signedIn, survey, definition, target, form, revision, isConflict = false } = props;
  const { conditions: words } = workspaceTextsFor(language);
  const { others } = shownWhen(definition.logic.rules, target);
  const says = conditionWords(language, definition.pages);
  return (
    <PostForm
      action={surveyAddress(survey.id, `/edit/conditions/${target}`)}
      class="stack conditions"
      main={{ name: "do", value: "save", label: words.save }}
      values={{ csrf: signedIn.csrf, revision: String(revision) }}
    >
      {isConflict ? (
        <Notice tone="warning" role="alert">
          {words.conflict}
        </Notice>
      ) : null}
      <fieldset class="editor-list">
        <legend>{words.shownWhen}</legend>
        {form.rows.entries.length > 1 ? <Join {...props} id="join" value={form.rows.join} /> : null}
        {form.rows.entries.length === 0 ? <p class="fine-print">{words.always}</p> : null}
        {form.rows.entries.map((entry, at) =>
          "rows" in entry ? (
            <GroupFields {...props} entry={entry} at={at} />
          ) : (
            <RowFields {...props} row={entry} id={`e${at}`} action={`remove ${at}`} number={at + 1} />
          ),
        )}
        {others.map(({ kind, when }) => (
          <p class="editor-condition">
            {words[kind === "show" ? "shown" : "hidden"](says.condition(when) ?? words.asText)}{" "}
            <a href={surveyAddress(survey.id, "/edit/logic")}>{words.rules}</a>
          </p>
        ))}
      </fieldset>
      <div class="actions">
        <DoButton value="add" label={words.add} />
        {form.rows.entries.length === 0 ? null : <DoButton value="add-group" label={words.addGroup} />}
        <button type="submit" class="button button-quiet" name="do" value="redraw" data-redraw="">
          {words.redraw}
        </button>
      </div>
      <div class="actions">
        <Button name="do" value="save">
          {words.save}
        </Button>
        <a class="button button-quiet" href={`${surveyAddress(survey.id, "/edit")}#${conditionsId(target)}`}>
          {textsFor(language).kit.cancel}
        </a>
      </div>
    </PostForm>
  );
}

function DoButton({ value, label }: { readonly value: string; readonly label: string }): JSX.Element {
  return (
    <button type="submit" class="button button-quiet" name="do" value={value}>
      <Icon name="plus" />
      {label}
    </button>
  );
}

function Join({
  language,
  id,
  value,
}: ConditionsPageProps & { readonly id: string; readonly value: ConditionRows["join"] }): JSX.Element {
  const { conditions: words } = workspaceTextsFor(language);
  return (
    <Select
      id={id}
      label={words.join}
      value={value}
      options={(["all", "any"] as const).map((join) => ({ value: join, label: words.joins[join] }))}
    />
  );
}

function GroupFields({
  entry,
  at,
  ...props
}: ConditionsPageProps & { readonly entry: ConditionGroup; readonly at: number }): JSX.Element {
  const { conditions: words } = workspaceTextsFor(props.language);
  const id = `e${at}`;
  return (
    <fieldset class="editor-list condition-group">
      <legend>{words.groupName(at + 1)}</legend>
      <input type="hidden" name={`${id}-kind`} value="group" />
      <Join {...props} id={`${id}-join`} value={entry.join} />
      {entry.rows.map((row, inner) => (
        <RowFields
          {...props}
          row={row}
          id={`${id}-${inner}`}
          action={`remove ${at} ${inner}`}
          number={inner + 1}
        />
      ))}
      <div class="actions">
        <DoButton value={`add ${at}`} label={words.addToGroup} />
        <button type="submit" class="button button-quiet" name="do" value={`remove ${at}`}>
          {words.removeGroup}
        </button>
      </div>
    </fieldset>
  );
}

function RowFields({
  row,
  id,
  action,
  number,
  ...props
}: ConditionsPageProps & {
  readonly row: ConditionRow;
  readonly id: string;
  readonly action: string;
  readonly number: number;
}): JSX.Element {
  const { language, definition, subjects, form, isChecked } = props;
  const { conditions: words } = workspaceTextsFor(language);
  const says = conditionWords(language, definition.pages);
  const wrong = (field: string) => (isChecked && form.problems.has(field) ? words.problem : undefined);
  const known = subjects.includes(row.subject) || row.subject === "" ? subjects : [row.subject, ...subjects];
  return (
    <div class="condition-row" role="group" aria-label={words.rowName(number)}>
      <input type="hidden" name={`${id}-kind`} value="row" />
      <Select
        id={`${id}-question`}
        label={words.question}
        value={row.subject}
        error={wrong(`${id}-question`)}
        options={[
          { value: "", label: words.choose },
          ...known.map((subject) => ({ value: subject, label: says.subject(subject) })),
        ]}
      />
      <Select
        id={`${id}-comparison`}
        label={words.comparison}
        value={row.comparison}
        options={offeredFor(row.subject, definition).map((comparison) => ({
          value: comparison,
          label: words.comparisons[comparison],
        }))}
      />
      <ValueField {...props} row={row} id={`${id}-value`} error={wrong(`${id}-value`)} />
      <button type="submit" class="button button-quiet" name="do" value={action} title={words.remove}>
        <Icon name="cross" />
        <span class="visually-hidden">
          {words.remove} {words.rowName(number)}
        </span>
      </button>
    </div>
  );
}

function ValueField({
  language,
  definition,
  row,
  id,
  error,
}: ConditionsPageProps & {
  readonly row: ConditionRow;
  readonly id: string;
  readonly error: string | undefined;
}): JSX.Element | null {
  const { conditions: words } = workspaceTextsFor(language);
  const question = choicesFor(row, definition);
  if (!needsValue(row)) return null;
  if (question === undefined)
    return (
      <Field
        id={id}
        label={words.value}
        value={row.value}
        error={error}
        autocomplete="off"
        required={false}
      />
    );
  return (
    <Select
      id={id}
      label={words.value}
      value={row.value}
      error={error}
      options={[
        { value: "", label: words.choose },
        ...question.options.map((option) => ({ value: option.id, label: optionLabel(question, option) })),
        ...question.groups.map((entry) => ({ value: entry.id, label: entry.text })),
      ]}
    />
  );
}
