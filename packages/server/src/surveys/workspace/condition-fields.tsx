import {
  optionLabel,
  type ConditionGroup,
  type ConditionRow,
  type ConditionRows,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Field, Select } from "../../pages/components/field.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { conditionWords } from "./condition-words.ts";
import {
  choicesFor,
  needsValue,
  offeredFor,
  type AskedPages,
  type ConditionsForm,
} from "./conditions-form.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the fields of conditions show. */
export type ConditionFieldsProps = {
  readonly language: Language;
  readonly definition: AskedPages;
  /** The ids of what can be asked about, in their order. */
  readonly subjects: readonly string[];
  readonly form: ConditionsForm;
  /** Whether what is wrong is said. */
  readonly isChecked: boolean;
  /** The row that is filled in next, such as `e0`. */
  readonly next?: string | undefined;
};

/** Conditions as rows of fields, and groups of rows. @param none what is said where there are no rows */
export function ConditionFields({
  none,
  ...props
}: ConditionFieldsProps & { readonly none: string }): JSX.Element {
  const { rows } = props.form;
  return (
    <>
      {rows.entries.length > 1 ? <Join {...props} id="join" value={rows.join} /> : null}
      {rows.entries.length === 0 ? <p class="fine-print">{none}</p> : null}
      {rows.entries.map((entry, at) =>
        "rows" in entry ? (
          <GroupFields {...props} entry={entry} at={at} />
        ) : (
          <RowFields {...props} row={entry} id={`e${at}`} action={`remove ${at}`} number={at + 1} />
        ),
      )}
    </>
  );
}

/** The buttons that add rows and groups, and one that shows the fields which belong to what was chosen. */
export function ConditionButtons({ language, form }: ConditionFieldsProps): JSX.Element {
  const { conditions: words } = workspaceTextsFor(language);
  return (
    <div class="actions">
      <DoButton value="add" label={words.add} />
      {form.rows.entries.length === 0 ? null : <DoButton value="add-group" label={words.addGroup} />}
      <button type="submit" class="button button-quiet" name="do" value="redraw" data-redraw="">
        {words.redraw}
      </button>
    </div>
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
}: ConditionFieldsProps & { readonly id: string; readonly value: ConditionRows["join"] }): JSX.Element {
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
}: ConditionFieldsProps & { readonly entry: ConditionGroup; readonly at: number }): JSX.Element {
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
}: ConditionFieldsProps & {
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
        autofocus={id === props.next && row.subject === ""}
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
      <ValueField
        {...props}
        row={row}
        id={`${id}-value`}
        autofocus={id === props.next && row.subject !== ""}
        error={wrong(`${id}-value`)}
      />
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
  autofocus,
  error,
}: ConditionFieldsProps & {
  readonly row: ConditionRow;
  readonly id: string;
  readonly autofocus: boolean;
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
        autofocus={autofocus}
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
      autofocus={autofocus}
      error={error}
      options={[
        { value: "", label: words.choose },
        ...question.options.map((option) => ({ value: option.id, label: optionLabel(question, option) })),
        ...question.groups.map((entry) => ({ value: entry.id, label: entry.text })),
      ]}
    />
  );
}
