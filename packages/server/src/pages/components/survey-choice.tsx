import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { textsFor } from "../texts/texts.ts";
import { DisplayName } from "./display-name.tsx";
import { Moment } from "./moment.tsx";
import { Notice } from "./notice.tsx";

/** A survey that can be ticked. */
export type ShownSurvey = {
  readonly id: number;
  readonly title: string;
  readonly answerCount: number;
  /** Milliseconds since 1970 in UTC. */
  readonly createdAt: number;
  readonly isTicked: boolean;
};

/** The choice as it is kept, and the part of the user's surveys that is shown. */
export type ShownChoice = {
  /** Whether applications can be limited at all at this moment. */
  readonly isOffered: boolean;
  readonly onlyChosen: boolean;
  readonly chosenCount: number;
  readonly total: number;
  readonly chosen: readonly ShownSurvey[];
  readonly found: readonly ShownSurvey[];
  /** The id that the next page of the list begins below. */
  readonly next: number | undefined;
  readonly search: string;
  /** Whether agents may read names and contact data too; undefined where no agent asks for answers. */
  readonly withPersonal: boolean | undefined;
  /** Why the choice was not taken: nothing is ticked, or the page was open for too long. */
  readonly problem: "nothing_chosen" | "expired" | undefined;
};

/** What the fields need. */
export type SurveyChoiceProps = {
  readonly language: Language;
  /** An IANA zone such as `Asia/Shanghai`. */
  readonly timeZone: string;
  /** The id of the form that sends the fields. */
  readonly form: string;
  readonly choice: ShownChoice;
};

/**
 * Which surveys an application sees: all, or those that are ticked. A search is a button of the same form, so that it keeps what is
 * ticked; `shown` names the boxes that the page has, as one that is not ticked sends nothing.
 */
export function SurveyChoice(props: SurveyChoiceProps): JSX.Element {
  const { language, form, choice } = props;
  const { surveyChoice: words } = textsFor(language);
  if (!choice.isOffered)
    return (
      <>
        <p>
          <input type="hidden" form={form} name="surveys" value="all" />
          {words.notYet}
        </p>
        <Personal {...props} />
      </>
    );
  return (
    <fieldset class="survey-choice">
      <legend class="visually-hidden">{words.legend}</legend>
      <Radio form={form} value="all" checked={!choice.onlyChosen} label={words.all(choice.total)} />
      <Radio form={form} value="chosen" checked={choice.onlyChosen} label={words.chosen} />
      <Picker {...props} />
      <Personal {...props} />
    </fieldset>
  );
}

/** A box that is not ticked sends nothing: a hidden field says that the page had it. */
function Personal({ language, form, choice: { withPersonal } }: SurveyChoiceProps): JSX.Element | null {
  const { surveyChoice: words } = textsFor(language);
  if (withPersonal === undefined) return null;
  return (
    <div>
      <input type="hidden" form={form} name="personal_shown" value="1" />
      <label class="check">
        <input type="checkbox" form={form} name="personal" value="on" checked={withPersonal} />
        <span>
          {words.personal} <span class="fine-print">{words.personalHint}</span>
        </span>
      </label>
    </div>
  );
}

/** Why the choice was not taken, for the top of a page; nothing when it was not refused. */
export function ChoiceProblem({
  language,
  problem,
}: Pick<SurveyChoiceProps, "language"> & Pick<ShownChoice, "problem">): JSX.Element | null {
  const { surveyChoice: words } = textsFor(language);
  if (problem === undefined) return null;
  return (
    <Notice tone="error" role="alert">
      {words.problems[problem]} <a href="#surveys-chosen">{words.toChoice}</a>
    </Notice>
  );
}

function Radio({
  value,
  label,
  ...input
}: {
  readonly form: string;
  readonly value: "all" | "chosen";
  readonly checked: boolean;
  readonly label: string;
}): JSX.Element {
  return (
    <label class="check">
      <input type="radio" id={`surveys-${value}`} name="surveys" value={value} {...input} />
      <span>{label}</span>
    </label>
  );
}

function Picker(props: SurveyChoiceProps): JSX.Element {
  const { language, form, choice } = props;
  const { surveyChoice: words, kit } = textsFor(language);
  const { chosen, found, next, search, chosenCount, total } = choice;
  const others = chosen.length > 0 ? words.others : words.yours;
  return (
    <div class="survey-picker">
      <p class="fine-print">{words.hint}</p>
      {chosenCount === 0 ? null : (
        <Boxes {...props} title={words.chosenOf(chosenCount, total)} surveys={chosen} />
      )}
      {chosenCount > chosen.length ? (
        <p class="fine-print">{words.more(chosenCount - chosen.length)}</p>
      ) : null}
      <div class="search">
        <label for="surveys-q">{words.search}</label>
        <input
          id="surveys-q"
          name="q"
          type="search"
          form={form}
          value={search}
          maxlength={100}
          autocomplete="off"
        />
        <button type="submit" form={form} name="look" value="" class="button button-quiet">
          {kit.search}
        </button>
      </div>
      {found.length === 0 ? (
        <p class="fine-print">{search === "" ? words.noOthers : words.noMatch}</p>
      ) : (
        <Boxes {...props} title={search === "" ? others : words.found} surveys={found} />
      )}
      {next === undefined ? null : (
        <button type="submit" form={form} name="look" value={String(next)} class="text-button">
          {words.next}
        </button>
      )}
    </div>
  );
}

function Boxes({
  language,
  timeZone,
  form,
  title,
  surveys,
}: SurveyChoiceProps & { readonly title: string; readonly surveys: readonly ShownSurvey[] }): JSX.Element {
  const { surveyChoice: words } = textsFor(language);
  return (
    <>
      <p class="survey-list-title" aria-hidden="true">
        {title}
      </p>
      <ul class="plain-lines" aria-label={title}>
        {surveys.map(({ id, title: name, isTicked, answerCount, createdAt }) => (
          <li>
            <input type="hidden" form={form} name="shown" value={String(id)} />
            <label class="check">
              <input type="checkbox" form={form} name="survey" value={String(id)} checked={isTicked} />
              <span>
                <DisplayName name={name} />{" "}
                <span class="fine-print">
                  {words.answers(answerCount)} ·{" "}
                  <Moment at={createdAt} timeZone={timeZone} language={language} precision="day" />
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
