import { needsOf, linkedLines, newOption, optionLabel, type Question } from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CheckBox, Field, TextArea } from "../../pages/components/field.tsx";
import { DragHandle } from "../../pages/components/editor-script.tsx";
import { Icon, type IconName } from "../../pages/components/icon.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { mostOffered, type Place, type QuestionPartsProps } from "./jump-field.tsx";
import { OptionDetails } from "./option-settings.tsx";
import { problemTexts, type EditQuestionPageProps } from "./question-page-props.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The parts of a question: options, rows, blanks or linked choices. */
export function QuestionLists(props: QuestionPartsProps): JSX.Element {
  const { type, blank_setting: blanks, subTitles } = props.form.question;
  const { question: words } = workspaceTextsFor(props.language);
  const needs = needsOf(type);
  return (
    <>
      {needs.rows ? (
        <PartList {...props} kind="row" title={words.rows} newLabel={words.newRows} parts={subTitles} />
      ) : null}
      {needs.options ? <OptionList {...props} /> : null}
      {needs.blanks ? (
        <PartList {...props} kind="blank" title={words.blanks} newLabel={words.newBlanks} parts={blanks} />
      ) : null}
      {needs.levels ? <LinkedChoice {...props} /> : null}
    </>
  );
}

function OptionList({ places: all, ...others }: QuestionPartsProps): JSX.Element {
  const { language, form, survey } = others;
  const hasTooMany = all.length * form.question.options.length > mostOffered;
  const places = hasTooMany ? placesInUse(form.question, all) : all;
  const props = { ...others, places };
  const { question: words, logic } = workspaceTextsFor(language);
  const { question } = form;
  const isMatrix = needsOf(question.type).rows === true;
  return (
    <fieldset class="editor-list">
      <legend>{isMatrix ? words.columns : words.options}</legend>
      {hasTooMany ? (
        <p class="field-hint">
          {words.tooManyPlaces} <a href={surveyAddress(survey.id, "/edit/logic")}>{logic.title}</a>
        </p>
      ) : null}
      <Parts
        {...props}
        kind="option"
        add={words.addOption}
        fresh={<OptionDetails {...props} option={newOption("", () => "new")} at={-1} />}
      >
        <InTurns
          of={question.options}
          each={(option, at) => (
            <PartRow
              {...props}
              kind="option"
              id={option.id}
              at={at}
              count={question.options.length}
              value={optionLabel(question, option)}
            >
              <OptionDetails {...props} option={option} at={at} />
            </PartRow>
          )}
        />
      </Parts>
      <NewParts
        {...props}
        id="new-options"
        label={words.newOptions}
        hint={newOptionsHint(props)}
        count={question.options.length}
        name={words.option}
      />
      <CheckBox id="random" label={words.random} checked={question.random} />
    </fieldset>
  );
}

/** Those that options lead to already. */
function placesInUse({ options }: Question, places: readonly Place[]): readonly Place[] {
  const inUse = new Set(options.flatMap(({ goto, display }) => [goto, ...display]));
  return places.filter(({ id }) => inUse.has(id));
}

type PartKind = "option" | "row" | "blank";

/** Parts that can be dragged, with what a script needs to add further ones: an empty row and the next id. */
function Parts({
  kind,
  add,
  fresh,
  children,
  ...props
}: EditQuestionPageProps & {
  readonly kind: PartKind;
  readonly add: string;
  /** What a further part has below its line. */
  readonly fresh?: Child;
  readonly children?: Child;
}): JSX.Element {
  const { question: words } = workspaceTextsFor(props.language);
  return (
    <>
      <div
        class="editor-part-list"
        data-parts={kind}
        data-next-id={props.nextIds[kind]}
        data-name={words[kind](0)}
      >
        {children}
      </div>
      <template>
        <PartRow {...props} kind={kind} id="new" at={-1} count={0} value="">
          {fresh}
        </PartRow>
      </template>
      <button type="button" class="button button-quiet" data-add-part="" hidden>
        <Icon name="plus" />
        {add}
      </button>
    </>
  );
}

type PartRowProps = EditQuestionPageProps & {
  readonly kind: PartKind;
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly value: string;
  readonly children?: Child;
};

/** A part in one line: its text, what can be done to it, and its settings below. */
function PartRow({ kind, id, at, count, value, children, ...props }: PartRowProps): JSX.Element {
  const { question: words, editing } = workspaceTextsFor(props.language);
  return (
    <div class="editor-part" id={`part-${id}`} data-sortable-id={id}>
      <DragHandle title={editing.drag} />
      <Field
        id={`${kind}-${id}`}
        label={words[kind](at + 1)}
        value={value}
        error={problemTexts(props)[`${kind}-${id}`]}
        autocomplete="off"
        required={false}
      />
      <PartButtons {...props} id={id} at={at} count={count} about={words[kind](at + 1)} />
      {children}
    </div>
  );
}

function newOptionsHint({ language, form }: EditQuestionPageProps): string {
  const { question: words } = workspaceTextsFor(language);
  const { type, options } = form.question;
  const mayHaveBlanks = needsOf(type).options === "fillable";
  if (options.length === 0) return mayHaveBlanks ? words.firstPartsHintBlanks : words.firstPartsHint;
  return mayHaveBlanks ? words.newPartsHintBlanks : words.newPartsHint;
}

type PartListProps = EditQuestionPageProps & {
  readonly kind: "row" | "blank";
  readonly title: string;
  readonly newLabel: string;
  readonly parts: readonly { readonly id: string; readonly text: string }[];
};

function PartList(props: PartListProps): JSX.Element {
  const { language, kind, title, newLabel, parts } = props;
  const { question: words } = workspaceTextsFor(language);
  return (
    <fieldset class="editor-list">
      <legend>{title}</legend>
      <Parts {...props} kind={kind} add={kind === "row" ? words.addRow : words.addBlank}>
        <InTurns
          of={parts}
          each={({ id, text }, at) => (
            <PartRow {...props} kind={kind} id={id} at={at} count={parts.length} value={text} />
          )}
        />
      </Parts>
      <NewParts
        {...props}
        id={`new-${kind}s`}
        label={newLabel}
        hint={parts.length === 0 ? words.firstPartsHint : words.newPartsHint}
        count={parts.length}
        name={words[kind]}
      />
    </fieldset>
  );
}

type PartButtonsProps = EditQuestionPageProps & {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly about: string;
};

function PartButtons({ language, id, at, count, about }: PartButtonsProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  const button = (action: string, icon: IconName, label: string) => (
    <button type="submit" class="button button-quiet" name="do" value={`${action} ${id}`} title={label}>
      <Icon name={icon} />
      <span class="visually-hidden">
        {label} {about}
      </span>
    </button>
  );
  return (
    <div class="actions editor-part-actions">
      {at <= 0 ? null : button("up", "up", words.up)}
      {at === count - 1 ? null : button("down", "down", words.down)}
      {count === 1 ? null : button("remove", "cross", words.remove)}
    </div>
  );
}

type NewPartsProps = EditQuestionPageProps & {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** How many there are above the box; examples are shown in it when there are none. */
  readonly count: number;
  readonly name: (number: number) => string;
};

function NewParts({ id, label, hint, count, name, ...props }: NewPartsProps): JSX.Element {
  return (
    <div data-new-parts="">
      <TextArea
        id={id}
        label={label}
        hint={hint}
        error={problemTexts(props)[id]}
        value={props.form.added?.[id]}
        placeholder={count === 0 ? [1, 2].map(name).join("\n") : undefined}
        rows={count === 0 ? 5 : 3}
        required={false}
      />
    </div>
  );
}

function LinkedChoice(props: EditQuestionPageProps): JSX.Element {
  const { language, form } = props;
  const { question: words } = workspaceTextsFor(language);
  const problems = problemTexts(props);
  return (
    <>
      <TextArea
        id="levels"
        label={words.levels}
        hint={words.levelsHint}
        value={form.question.levels.join("\n")}
        error={problems["levels"]}
        rows={3}
      />
      <TextArea
        id="paths"
        label={words.paths}
        hint={words.pathsHint}
        value={linkedLines(form.question).join("\n")}
        error={problems["paths"]}
        rows={10}
      />
    </>
  );
}
