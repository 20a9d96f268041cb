import { languagesOf, plainText, type DefinitionDifference } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { EditorScript } from "../../pages/components/editor-script.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { TurboStream } from "../../pages/components/turbo-stream.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { changeInWords, DifferenceList } from "./difference-list.tsx";
import { EditorPages } from "./editor-pages.tsx";
import { FramedPreview } from "./framed-preview.tsx";
import type { OthersChange } from "./others-change.ts";
import { PublicationBar } from "./publication-bar.tsx";
import type { PublicationState } from "./publication.ts";
import { PaletteDialog, PasteDialog } from "./question-palette.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What has just happened. */
export const editNotices = [
  "created",
  "saved",
  "copy",
  "inserted",
  "remove",
  "remove-page",
  "undone",
  "redone",
] as const;

/** One of {@link editNotices}. */
export type EditNotice = (typeof editNotices)[number];

/** What the page shows. */
export type EditSurveyPageProps = SurveyPageProps & {
  readonly survey: SurveyForUser;
  readonly publication: PublicationState;
  /** What undoing would change; undefined where there is nothing to undo. */
  readonly undo: DefinitionDifference | undefined;
  /** The same for what was undone. */
  readonly redo: DefinitionDifference | undefined;
  readonly notice?: EditNotice | undefined;
  /** How many open comments questions have, by their ids. */
  readonly openComments: ReadonlyMap<string, number>;
  /** What somebody else changed while the user had the page open. */
  readonly changedByOthers?: OthersChange | undefined;
};

/** The pages and questions of a survey, with what can be done to them. Where scripts run, each is written in its place. */
export function EditSurveyPage(props: EditSurveyPageProps): JSX.Element {
  const { language, survey } = props;
  const { editing: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <div class="editor-columns">
        <div
          class="editor"
          id="editor"
          data-offline={words.offline}
          data-refused={words.refused}
          data-ended={words.ended}
          data-sign-in={words.signInAgain}
          data-failed={words.failed}
          data-show-why={words.showWhy}
        >
          <Notices {...props} />
          <EditorBar {...props} />
          <p id="editor-status" class="editor-status" role="status" data-saved={words.savedInPlace} />
          <div id="editor-alert" role="alert" />
          <SurveyTexts {...props} />
          <EditorPages {...props} />
          <Keyboard language={language} />
          <PaletteDialog language={language} surveyId={survey.id} />
          <PasteDialog language={language} surveyId={survey.id} csrf={props.signedIn.csrf} />
        </div>
        <FramedPreview language={language} hidden>
          <iframe title={words.preview} data-address={surveyAddress(survey.id, "/preview")} />
        </FramedPreview>
      </div>
      <EditorScript />
    </SurveyFrame>
  );
}

function Notices({ language, notice, changedByOthers }: EditSurveyPageProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  return (
    <div id="editor-notices">
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      {changedByOthers === undefined ? null : <OthersNotice language={language} change={changedByOthers} />}
    </div>
  );
}

/** Says what another editor changed; the change of the user was made on top of it. */
export function OthersNotice({
  language,
  change: { names, difference },
}: {
  readonly language: SurveyPageProps["language"];
  readonly change: OthersChange;
}): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  return (
    <div class="notice notice-warning" role="status">
      <Icon name="warning" />
      <div>
        <p class="notice-title">{names.length === 0 ? words.othersTitle : words.namedOthersTitle(names)}</p>
        <p>{words.othersText}</p>
        <DifferenceList language={language} difference={difference} />
      </div>
    </div>
  );
}

/** What changes on the page when something was done to it: what is said about that, the bar, and all pages. */
export function EditorStreams(props: EditSurveyPageProps): JSX.Element {
  return (
    <>
      <TurboStream action="replace" target="editor-notices">
        <Notices {...props} />
      </TurboStream>
      <BarStream {...props} />
      <PagesStream {...props} />
    </>
  );
}

/** Puts the bar in place. */
export function BarStream(props: EditSurveyPageProps): JSX.Element {
  return (
    <TurboStream action="replace" target="editor-bar" morph>
      <EditorBar {...props} />
    </TurboStream>
  );
}

/** Puts all pages in place. What is alike stays, and so does a card in which the user works. */
export function PagesStream(props: EditSurveyPageProps): JSX.Element {
  return (
    <TurboStream action="replace" target="editor-pages" morph>
      <EditorPages {...props} />
    </TurboStream>
  );
}

/** Undo and redo, and what publishing would change. The buttons of all cards belong to its form. */
function EditorBar({
  language,
  signedIn,
  survey,
  publication,
  undo,
  redo,
}: EditSurveyPageProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  return (
    <div id="editor-bar" class="editor-bar" data-revision={String(publication.draft.revision)}>
      <form
        method="post"
        action={surveyAddress(survey.id, "/edit")}
        id="editor-form"
        class="actions"
        data-turbo="true"
      >
        <HiddenFields values={{ csrf: signedIn.csrf, revision: String(publication.draft.revision) }} />
        <UndoButton direction="undo" label={words.undo} what={undo && changeInWords(language, undo)} />
        <UndoButton direction="redo" label={words.redo} what={redo && changeInWords(language, redo)} />
      </form>
      <PublicationBar language={language} csrf={signedIn.csrf} survey={survey} publication={publication} />
    </div>
  );
}

/** It is there before there is something to undo, so that the first change moves nothing. */
function UndoButton({
  direction,
  label,
  what,
}: {
  readonly direction: "undo" | "redo";
  readonly label: string;
  readonly what: string | undefined;
}): JSX.Element {
  return (
    <span class="editor-undo">
      <button
        type="submit"
        class="button button-quiet"
        name="do"
        value={direction}
        disabled={what === undefined}
        aria-describedby={what === undefined ? undefined : `${direction}-what`}
      >
        <Icon name={direction} />
        {label}
      </button>
      {what === undefined ? null : (
        <span class="fine-print" id={`${direction}-what`}>
          {what}
        </span>
      )}
    </span>
  );
}

function SurveyTexts({ language, survey, publication }: EditSurveyPageProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  const { title, prefix } = publication.draft.definition;
  return (
    <section class="card editor-texts">
      <h2>
        <DisplayName name={plainText(title) || words.noTitle} />
      </h2>
      {prefix === "" ? null : <p class="clipped">{plainText(prefix)}</p>}
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/edit/texts")}>
          {words.editTexts}
        </a>
        {" · "}
        <a class="link-line" href={surveyAddress(survey.id, "/edit/logic")}>
          {words.editLogic(publication.draft.definition.logic.rules.length)}
        </a>
        {" · "}
        <a class="link-line" href={surveyAddress(survey.id, "/edit/look")}>
          {words.editLook}
        </a>
        {" · "}
        <a class="link-line" href={surveyAddress(survey.id, "/edit/languages")}>
          {words.editLanguages(Math.max(languagesOf(publication.draft.definition).length, 1))}
        </a>
      </p>
    </section>
  );
}

function Keyboard({ language }: Pick<EditSurveyPageProps, "language">): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  return (
    <details id="editor-keyboard" hidden>
      <summary>{words.keyboardTitle}</summary>
      <dl class="fields">
        {words.keyboard.map(([key, meaning]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
