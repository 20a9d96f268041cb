import {
  checkLogic,
  optionLabel,
  plainText,
  RuleNames,
  type LogicProblem,
  type Question,
  type RuleTextProblem,
  type SurveyDraft,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { CommandBlock } from "../../pages/components/command-block.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { WorkspaceTexts } from "./texts/en.ts";
import { LogicMapCard } from "./logic-map-card.tsx";
import { EditConflict } from "./edit-conflict.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the page shows. */
export type EditLogicPageProps = SurveyPageProps & {
  readonly draft: SurveyDraft;
  /** The rules, one in each line. */
  readonly text: string;
  readonly problems?: readonly RuleTextProblem[];
  /** The rules that another editor saved while the user had the form open. */
  readonly theirs?: string;
  /** What somebody with the answers that are tried gets, see {@link LogicMapCard}. */
  readonly way?: ReadonlySet<string> | undefined;
  readonly zoom?: string | undefined;
};

/** The rules of a survey as text, with the names that they use. */
export function EditLogicPage(props: EditLogicPageProps): JSX.Element {
  const { language, signedIn, survey, draft, text, problems = [] } = props;
  const { logic: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <Conflict {...props} />
      <Findings {...props} />
      <LogicMapCard {...props} surveyId={survey.id} definition={draft.definition} way={props.way} />
      <ErrorSummary
        language={language}
        problems={problems.length === 0 ? {} : { "rule-problems": words.problemCount(problems.length) }}
      />
      <form method="post" action={surveyAddress(survey.id, "/edit/logic")} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf, revision: String(draft.revision) }} />
        {problems.length === 0 ? null : (
          <ul id="rule-problems" class="plain-lines field-error">
            {problems.map(({ line, column, code, found }) => (
              <li>{words.problemAt({ line, column, found, says: words.problems[code] })}</li>
            ))}
          </ul>
        )}
        <TextArea
          id="rules"
          label={words.rules}
          hint={words.rulesHint}
          value={text}
          errorId={problems.length === 0 ? undefined : "rule-problems"}
          rows={Math.min(24, Math.max(8, text.split("\n").length + 3))}
          required={false}
        />
        <div class="actions">
          <Button>{words.save}</Button>
          <a class="button button-quiet" href={surveyAddress(survey.id, "/edit")}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
      <Help {...props} />
      <Names {...props} />
      <CopyScript />
    </SurveyFrame>
  );
}

/** Says which rules the other editor saved. Saving again replaces them by those in the form. */
function Conflict({ language, theirs }: EditLogicPageProps): JSX.Element | null {
  if (theirs === undefined) return null;
  const { logic: words } = workspaceTextsFor(language);
  return (
    <EditConflict language={language}>
      {theirs === "" ? (
        <p>{words.noRules}</p>
      ) : (
        <CommandBlock language={language} about={words.rules} command={theirs} />
      )}
    </EditConflict>
  );
}

/** What is wrong with the logic as it is saved. */
function Findings({ language, draft }: EditLogicPageProps): JSX.Element | null {
  const { logic: words } = workspaceTextsFor(language);
  const found = checkLogic(draft.definition);
  if (found.length === 0) return null;
  const isError = found.some((problem) => problem.isError);
  const names = new RuleNames(draft.definition.pages);
  return (
    <div class={`notice notice-${isError ? "error" : "warning"}`}>
      <Icon name="warning" />
      <div>
        <p class="notice-title">{isError ? words.errorsTitle : words.warningsTitle}</p>
        <ul class="bullets">
          {found.map((problem) => (
            <li>
              {placeOf(problem, names, words)}: {words.findings[problem.code]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function placeOf({ rule, question }: LogicProblem, names: RuleNames, words: WorkspaceTexts["logic"]) {
  return rule === undefined ? names.nameOf(question ?? "") : words.rule(rule + 1);
}

function Help({ language }: EditLogicPageProps): JSX.Element {
  const { logic: words } = workspaceTextsFor(language);
  return (
    <div class="card">
      <h3>{words.helpTitle}</h3>
      <dl class="fields">
        {words.help.map(([rule, meaning]) => (
          <div>
            <dt>
              <code>{rule}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What Q1, A2 and so on stand for. */
function Names({ language, draft }: EditLogicPageProps): JSX.Element {
  const { logic: words, editing } = workspaceTextsFor(language);
  return (
    <div class="card">
      <h3>{words.namesTitle}</h3>
      <InTurns
        of={draft.definition.pages}
        each={(page, at) => (
          <>
            <p>
              <code>P{at + 1}</code> {editing.page(at + 1)}
            </p>
            <ul class="editor-parts">
              <InTurns of={page.questions} each={(question) => <QuestionNames question={question} />} />
            </ul>
          </>
        )}
      />
    </div>
  );
}

function QuestionNames({ question }: { readonly question: Question }): JSX.Element {
  return (
    <li>
      <code>Q{question.index}</code> <DisplayName name={plainText(question.title)} />
      <PartNames letter="R" parts={question.subTitles} />
      <PartNames letter="A" parts={optionsOf(question)} />
      <PartNames letter="B" parts={blanksOf(question)} />
    </li>
  );
}

function optionsOf(question: Question) {
  return question.options.map((option) => ({ text: optionLabel(question, option) }));
}

/** A blank of an option is called like its option. */
function blanksOf(question: Question) {
  const options = new Map(question.options.map((option) => [option.id, optionLabel(question, option)]));
  return question.blank_setting.map(({ text, attach_id: owner }) => ({ text: options.get(owner) ?? text }));
}

function PartNames({
  letter,
  parts,
}: {
  readonly letter: string;
  readonly parts: readonly { readonly text: string }[];
}): JSX.Element | null {
  if (parts.length === 0) return null;
  return (
    <ul class="editor-parts">
      <InTurns
        of={parts}
        each={({ text }, at) => (
          <li>
            <code>
              {letter}
              {at + 1}
            </code>{" "}
            <DisplayName name={text} />
          </li>
        )}
      />
    </ul>
  );
}
