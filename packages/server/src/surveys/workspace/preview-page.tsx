import { plainText, RichText, visiblePages, type SurveyDefinition } from "@survey-open-platform/surveys";
import type { ContentLanguages } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { languageFormOf, SurveyForm } from "../../pages/survey/survey-form.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { PreviewStep } from "./preview-run.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the page shows. */
export type PreviewPageProps = PageProps & {
  readonly csrf: string;
  readonly address: string;
  readonly survey: Pick<SurveyForUser, "id" | "rights">;
  readonly definition: SurveyDefinition;
  readonly step: PreviewStep;
  /** Whether respondents can send files. */
  readonly takesFiles: boolean;
  readonly contentLanguages?: ContentLanguages | undefined;
  /** The query with which the editor shows it beside the questions; undefined where it is a page of its own. */
  readonly inEditor?: string | undefined;
};

/** A page of the draft, made of the same parts as the page that respondents get, below a bar that leads back. */
export function PreviewPage(props: PreviewPageProps): JSX.Element {
  const { language, path, definition, step } = props;
  const { preview: words } = workspaceTextsFor(language);
  return (
    <Layout
      language={language}
      path={path}
      isOfSurvey
      contentLanguages={props.contentLanguages}
      theme={definition.theme}
      languageForm={step.pageId === undefined ? undefined : languageFormOf(props.address)}
      title={words.title(plainText(definition.title))}
    >
      {props.inEditor === undefined ? <Bar {...props} /> : null}
      {step.pageId === undefined ? <End {...props} /> : <Page {...props} pageId={step.pageId} />}
    </Layout>
  );
}

function Bar({ language, survey, address }: PreviewPageProps): JSX.Element {
  const { preview: words } = workspaceTextsFor(language);
  const back = surveyAddress(survey.id, survey.rights.has("edit") ? "/edit" : "");
  return (
    <div class="notice notice-info preview-bar">
      <p>{words.notStored}</p>
      <p class="actions">
        <a class="link-line" href={back}>
          {words.back}
        </a>
        <a class="link-line" href={address}>
          {words.again}
        </a>
      </p>
    </div>
  );
}

function Page(props: PreviewPageProps & { readonly pageId: string }): JSX.Element {
  const { language, csrf, address, definition, step, pageId } = props;
  const pages = visiblePages(definition, step.respondent);
  const at = Math.max(
    pages.findIndex(({ id }) => id === pageId),
    0,
  );
  return (
    <SurveyForm
      language={language}
      definition={definition}
      page={pages[at] ?? { id: "", questions: [] }}
      place={{ number: at + 1, count: Math.max(pages.length, 1) }}
      values={step.respondent.values}
      problems={step.problems}
      seed={step.respondent.seed}
      action={`${address}${props.inEditor ?? ""}`}
      hidden={{ csrf, given: step.given }}
      files={props.takesFiles ? "shown" : "none"}
    />
  );
}

function End({ language, definition }: PreviewPageProps): JSX.Element {
  const { preview: words } = workspaceTextsFor(language);
  return (
    <article class="card">
      <h1>{words.end}</h1>
      <p>{definition.suffix === "" ? words.noSuffix : <RichText text={definition.suffix} />}</p>
    </article>
  );
}
