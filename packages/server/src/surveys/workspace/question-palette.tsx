import { definitionOf, questionTypes } from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

type PaletteProps = {
  readonly language: Language;
  readonly surveyId: number;
  /** The id of the page that the question is for, and of the question that it comes before; "" until a script says. */
  readonly page?: string;
  readonly before?: string;
  /** Tells the two of one page apart. */
  readonly id: string;
};

/** A button for each type of question, with a picture and a sentence; and one for many questions at once. */
function Palette(props: PaletteProps): JSX.Element {
  const { language, surveyId, page = "", before = "" } = props;
  return (
    <>
      <Types {...props} />
      <form method="get" action={surveyAddress(surveyId, "/edit/insert")} data-turbo="false">
        <HiddenFields values={{ page, before }} />
        <Button kind="quiet">{workspaceTextsFor(language).inserting.title} …</Button>
      </form>
    </>
  );
}

function Types({ language, surveyId, page = "", before = "", id }: PaletteProps): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  return (
    <form
      method="get"
      action={surveyAddress(surveyId, "/edit/questions/new")}
      class="palette"
      data-turbo="true"
      data-turbo-stream=""
    >
      <HiddenFields values={{ page, before }} />
      {questionTypes.map((type) => (
        <div class="palette-type">
          <Icon name={definitionOf(type).icon} />
          <button type="submit" name="type" value={type} aria-describedby={`${id}-${type}`}>
            {words.types[type]}
          </button>
          <p id={`${id}-${type}`} class="fine-print">
            {definitionOf(type).purposes[language]}
          </p>
        </div>
      ))}
    </form>
  );
}

/** The types in a dialog that a script opens. */
export function PaletteDialog({
  language,
  surveyId,
}: Pick<PaletteProps, "language" | "surveyId">): JSX.Element {
  const { editing: words } = workspaceTextsFor(language);
  return (
    <dialog id="palette" class="palette-dialog" aria-labelledby="palette-title">
      <div class="palette-head">
        <h2 id="palette-title">{words.add}</h2>
        <button type="button" class="button button-quiet" data-close="">
          <Icon name="cross" />
          {textsFor(language).kit.cancel}
        </button>
      </div>
      <Palette language={language} surveyId={surveyId} id="palette" />
    </dialog>
  );
}

/** What a script asks when several lines are pasted: whether they are questions. */
export function PasteDialog({
  language,
  surveyId,
  csrf,
}: Pick<PaletteProps, "language" | "surveyId"> & { readonly csrf: string }): JSX.Element {
  const { inserting: words } = workspaceTextsFor(language);
  const { cancel } = textsFor(language).kit;
  return (
    <dialog id="paste" class="palette-dialog" aria-labelledby="paste-title">
      <form method="post" action={surveyAddress(surveyId, "/edit/insert")} class="stack" data-turbo="false">
        <HiddenFields values={{ csrf, page: "", before: "", revision: "", text: "" }} />
        <h2 id="paste-title">{words.pasted}</h2>
        <div class="actions">
          <Button>{words.offer}</Button>
          <button type="button" class="button button-quiet" data-close={cancel} data-keep={words.keep}>
            {cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** What the page shows. */
export type AddQuestionPageProps = SurveyPageProps & { readonly page: string; readonly before: string };

/** The types as a page. */
export function AddQuestionPage(props: AddQuestionPageProps): JSX.Element {
  const { language, survey, page, before } = props;
  const { editing: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.add}>
      <h2>{words.add}</h2>
      <Palette language={language} surveyId={survey.id} page={page} before={before} id="type" />
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/edit")}>
          {textsFor(language).kit.cancel}
        </a>
      </p>
    </SurveyFrame>
  );
}
