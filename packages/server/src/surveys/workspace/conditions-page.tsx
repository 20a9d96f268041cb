import { shownWhen, type SurveyDefinition } from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { EditorScript } from "../../pages/components/editor-script.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { conditionWords } from "./condition-words.ts";
import { ConditionButtons, ConditionFields, type ConditionFieldsProps } from "./condition-fields.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the form shows. */
export type ConditionsPageProps = SurveyPageProps &
  ConditionFieldsProps & {
    readonly definition: SurveyDefinition;
    readonly revision: number;
    /** The id of the question or page that is shown under conditions. */
    readonly target: string;
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
  const { language, signedIn, survey, definition, target, revision, isConflict = false } = props;
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
        <ConditionFields {...props} none={words.always} />
        {others.map(({ kind, when }) => (
          <p class="editor-condition">
            {words[kind === "show" ? "shown" : "hidden"](says.condition(when) ?? words.asText)}{" "}
            <a href={surveyAddress(survey.id, "/edit/logic")}>{words.rules}</a>
          </p>
        ))}
      </fieldset>
      <ConditionButtons {...props} />
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
