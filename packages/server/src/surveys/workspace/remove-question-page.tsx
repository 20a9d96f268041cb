import {
  printRules,
  rulesNaming,
  surveyEnd,
  type Question,
  type Rule,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { EditorScript } from "../../pages/components/editor-script.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { conditionWords } from "./condition-words.ts";
import { logicMapOf } from "./logic-map.ts";
import { cardId } from "./question-card.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the page shows. */
export type RemoveQuestionProps = SurveyPageProps & {
  readonly definition: SurveyDefinition;
  readonly revision: number;
  readonly question: Question;
};

/** Says what conditions and jumps name a question, and deletes it with them. */
export function RemoveQuestionPage(props: RemoveQuestionProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(props.language);
  return (
    <SurveyFrame {...props} title={words.remove}>
      <RemoveQuestion {...props} />
      <EditorScript />
    </SurveyFrame>
  );
}

/** The same in the place of the card of the question. */
export function RemoveQuestionFrame(props: RemoveQuestionProps): JSX.Element {
  return (
    <turbo-frame id={cardId(props.question.id)} class="editor-card" data-sortable-id={props.question.id}>
      <RemoveQuestion {...props} />
    </turbo-frame>
  );
}

function RemoveQuestion(props: RemoveQuestionProps): JSX.Element {
  const { language, signedIn, survey, definition, revision, question } = props;
  const { editing: words } = workspaceTextsFor(language);
  const name = conditionWords(language, definition.pages).place(question.id);
  return (
    <article class="card editor-question" data-in-work="question" aria-labelledby="remove-title">
      <h2 class="editor-form-name" id="remove-title">
        {words.removeNamed(name)}
      </h2>
      <p>{words.removeNamedText}</p>
      <ul class="bullets">
        {namesOf(props).map((says) => (
          <li>{says}</li>
        ))}
      </ul>
      <form method="post" action={surveyAddress(survey.id, "/edit")} class="actions" data-turbo="true">
        <HiddenFields values={{ csrf: signedIn.csrf, revision: String(revision) }} />
        <Button name="do" value={`remove-named ${question.id}`}>
          {words.removeWithRules}
        </Button>
        <a class="button button-quiet" href={`${surveyAddress(survey.id, "/edit")}#${cardId(question.id)}`}>
          {textsFor(language).kit.cancel}
        </a>
      </form>
    </article>
  );
}

/** The jumps to the question, and the rules that name it. */
function namesOf(props: RemoveQuestionProps): readonly string[] {
  const { language, definition, question } = props;
  const { logic } = workspaceTextsFor(language);
  const says = conditionWords(language, definition.pages);
  const ruled = rulesNaming(definition, question.id);
  const simple = logicMapOf({ ...definition, logic: { rules: [] } }, language).ways.filter(
    ({ kind, from, to }) => kind !== "next" && to === question.id && from !== question.id,
  );
  return [
    ...simple.map(({ from, to, kind, says: when }) =>
      logic.mapWays[kind](says.place(from), says.place(to), when),
    ),
    ...ruled.map((rule) => ruleInWords(rule, props)),
  ];
}

/** A rule in words, or as it is written where there are none for it. */
function ruleInWords(rule: Rule, { language, definition }: RemoveQuestionProps): string {
  const { conditions, logic } = workspaceTextsFor(language);
  const says = conditionWords(language, definition.pages);
  const when = "when" in rule && rule.when !== null ? says.condition(rule.when) : undefined;
  if (when === undefined || rule.kind === "shuffle") return printRules([rule], definition.pages).join("");
  if (rule.kind === "branch") {
    const to = rule.to === surveyEnd ? logic.mapEnd : says.place(rule.to);
    return logic.mapWays.jump(says.place(rule.from), to, when);
  }
  const isShown = rule.kind === "show";
  return `${says.place(rule.target)} – ${isShown ? conditions.shown(when) : conditions.hidden(when)}`;
}
