import {
  needsOf,
  linkedLines,
  newOption,
  optionLabel,
  showsOptionPictures,
  surveyEnd,
  type Question,
} from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CheckBox, Field, Select, TextArea } from "../../pages/components/field.tsx";
import { DragHandle } from "../../pages/components/editor-script.tsx";
import { Icon, type IconName } from "../../pages/components/icon.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { plainName } from "../../pages/components/display-name.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { displayFields, pictureFields } from "./question-form.ts";
import { OptionPictureFields } from "./question-picture-fields.tsx";
import { problemTexts, type EditQuestionPageProps } from "./question-page-props.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** With what can be led to, see {@link placesOffered}. */
export type QuestionPartsProps = EditQuestionPageProps & { readonly places: readonly Place[] };

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
        data-sortable=""
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

/** What most options do without. @param props.at position from 0; -1 for one that is not there yet */
function OptionDetails(
  props: QuestionPartsProps & { readonly option: Question["options"][number]; readonly at: number },
): JSX.Element {
  const { form, option, at } = props;
  const { question: words } = workspaceTextsFor(props.language);
  const hasProblem = form.pictureProblems?.[pictureFields(option.id).file] !== undefined;
  return (
    <details open={hasSettings(option) || hasProblem}>
      <summary>
        {words.optionSettings}
        {at < 0 ? null : <span class="visually-hidden"> {words.option(at + 1)}</span>}
      </summary>
      <OptionSettings {...props} />
    </details>
  );
}

function hasSettings({ exclusive, noRandom, goto, display, picture }: Question["options"][number]): boolean {
  return exclusive || noRandom || goto !== "" || display.length > 0 || picture !== undefined;
}

function newOptionsHint({ language, form }: EditQuestionPageProps): string {
  const { question: words } = workspaceTextsFor(language);
  const { type, options } = form.question;
  const mayHaveBlanks = needsOf(type).options === "fillable";
  if (options.length === 0) return mayHaveBlanks ? words.firstPartsHintBlanks : words.firstPartsHint;
  return mayHaveBlanks ? words.newPartsHintBlanks : words.newPartsHint;
}

function OptionSettings(
  props: QuestionPartsProps & { readonly option: Question["options"][number] },
): JSX.Element {
  const { language, form, option } = props;
  const { question: words } = workspaceTextsFor(language);
  const { id } = option;
  return (
    <div class="stack">
      {showsOptionPictures(form.question) ? <OptionPictureFields {...props} /> : null}
      {form.question.type === "checkbox" ? (
        <CheckBox id={`exclusive-${id}`} label={words.exclusive} checked={option.exclusive} />
      ) : null}
      <CheckBox id={`fixed-${id}`} label={words.fixed} checked={option.noRandom} />
      <JumpField {...props} id={`goto-${id}`} label={words.optionGoto} value={option.goto} />
      {displayFields(id, option.display.length).map((field, at) => (
        <JumpField
          {...props}
          id={field}
          label={at === 0 ? words.optionDisplay : words.optionDisplayMore}
          value={option.display[at] ?? ""}
          isDisplay
        />
      ))}
    </div>
  );
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

/** What a choice of a place of the survey shows. */
export type JumpFieldProps = QuestionPartsProps & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Whether it is about what is shown, which is not the end. */
  readonly isDisplay?: boolean;
};

/** A page or question that a respondent can be led to. */
interface Place {
  readonly id: string;
  readonly label: string;
  /** The number of the question, or of the first one of the page. */
  readonly first: number;
}

/** Most places that the options of a question offer together: they are a list for each option. */
const mostOffered = 20_000;

/** The pages and questions behind a question, and those that it leads to already. */
export function placesOffered({
  language,
  draft,
  form,
}: Pick<EditQuestionPageProps, "language" | "draft" | "form">): readonly Place[] {
  const { editing } = workspaceTextsFor(language);
  const { index, goto, options } = form.question;
  const inUse = new Set([goto, ...options.flatMap((option) => [option.goto, ...option.display])]);
  const places = draft.definition.pages.flatMap((page, at) => [
    { id: page.id, label: editing.page(at + 1), first: page.questions[0]?.index ?? 0 },
    ...page.questions.map((question) => ({
      id: question.id,
      label: `${editing.question(question.index)} ${plainName(question.title).slice(0, 60)}`,
      first: question.index,
    })),
  ]);
  return places.filter(({ id, first }) => first > index || inUse.has(id));
}

/** The choice of a question or page behind this one. */
export function JumpField(props: JumpFieldProps): JSX.Element {
  const { language, form, places, id, label, hint, value, isDisplay = false } = props;
  const { question: words } = workspaceTextsFor(language);
  const offered = places.filter((place) => place.first > form.question.index || place.id === value);
  return (
    <Select
      id={id}
      label={label}
      {...(hint !== undefined && { hint })}
      error={problemTexts(props)[id]}
      value={value}
      options={[
        { value: "", label: isDisplay ? words.displayNothing : words.gotoNext },
        ...offered.map((place) => ({ value: place.id, label: place.label })),
        ...(isDisplay ? [] : [{ value: surveyEnd, label: words.gotoEnd }]),
      ]}
    />
  );
}
