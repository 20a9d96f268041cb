import { numberFormat } from "@survey-open-platform/service";
import { surveyState, type SurveyVersion } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { Copyable } from "../../pages/components/copyable.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { PublicationBar } from "./publication-bar.tsx";
import type { PublicationState } from "./publication.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What has just happened. */
export const overviewNotices = ["published", "conflict", "paused", "collecting", "restored"] as const;

/** What the page shows. */
export type SurveyOverviewPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly survey: SurveyForUser;
  readonly publication: PublicationState;
  readonly versions: readonly SurveyVersion[];
  readonly publicAddress: string;
  /** Whether there is a report of an import. */
  readonly isImported: boolean;
  readonly notice?: (typeof overviewNotices)[number] | undefined;
};

/** A survey at a glance: what to do next, its address and its figures. */
export function SurveyOverviewPage(props: SurveyOverviewPageProps): JSX.Element {
  const { language, signedIn, survey, publication, notice } = props;
  const { overview: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={textsFor(language).survey.overview}>
      {notice === undefined ? null : (
        <Notice tone={notice === "conflict" ? "warning" : "success"} role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <PublicationBar language={language} csrf={signedIn.csrf} survey={survey} publication={publication} />
      <EditLink {...props} />
      <Address {...props} />
      <Facts {...props} />
      <CopyScript />
    </SurveyFrame>
  );
}

/** The next step with a survey that was never published. */
function EditLink({ language, survey }: SurveyOverviewPageProps): JSX.Element | null {
  if (survey.version > 0 || !survey.rights.has("edit")) return null;
  return (
    <p>
      <a class="button button-choice" href={surveyAddress(survey.id, "/edit")}>
        {workspaceTextsFor(language).overview.edit}
      </a>
    </p>
  );
}

function Address(props: SurveyOverviewPageProps): JSX.Element | null {
  const { language, survey, publicAddress } = props;
  const { overview: words } = workspaceTextsFor(language);
  if (survey.version === 0) return null;
  return (
    <div class="card">
      <h2>{words.address}</h2>
      <p>
        <Copyable language={language} about={words.address} value={publicAddress} />
      </p>
      <p>{survey.state === surveyState.collecting ? words.addressText : words.addressPaused}</p>
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/share")}>
          {words.share}
        </a>
      </p>
      {survey.rights.has("edit") ? <StateForm {...props} /> : null}
    </div>
  );
}

/** Pauses or resumes collecting; a draft that has a version starts. */
function StateForm({ language, signedIn, survey }: SurveyOverviewPageProps): JSX.Element {
  const { overview: words } = workspaceTextsFor(language);
  const next = survey.state === surveyState.collecting ? "paused" : "collecting";
  return (
    <form method="post" action={surveyAddress(survey.id, "/state")}>
      <HiddenFields values={{ csrf: signedIn.csrf, state: next }} />
      <Button kind="quiet">
        {survey.state === surveyState.draft ? words.start : words.changeState[next]}
      </Button>
    </form>
  );
}

function Owner({ language, survey }: Pick<SurveyOverviewPageProps, "language" | "survey">): JSX.Element {
  const { teamName, ownerName, isShared } = survey;
  if (teamName !== null) return <DisplayName name={teamName} />;
  if (isShared) return <DisplayName name={ownerName ?? ""} />;
  return <>{workspaceTextsFor(language).overview.ownerSelf}</>;
}

function Facts({ language, timeZone, survey, versions, isImported }: SurveyOverviewPageProps): JSX.Element {
  const { overview: words } = workspaceTextsFor(language);
  const number = numberFormat(language, {});
  const moment = (at: number) => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <div class="card">
      <h2>{words.facts}</h2>
      <DefinitionList
        items={[
          {
            term: words.answers,
            details: number.format(survey.answerCount),
          },
          { term: words.questions, details: number.format(survey.questionCount) },
          { term: words.pages, details: number.format(survey.pageCount) },
          {
            term: words.owner,
            details: <Owner language={language} survey={survey} />,
          },
          { term: words.created, details: moment(survey.createdAt) },
          { term: words.updated, details: moment(survey.updatedAt) },
          ...versions.toReversed().map(({ version, publishedAt }) => ({
            term: words.version(version),
            details: moment(publishedAt),
          })),
        ]}
      />
      <p class="actions">
        <a
          class="button button-quiet"
          href={`/surveys/new?from=copy&survey=${survey.id}${survey.teamName === null || survey.isShared ? "" : `&team=${survey.ownerId}`}`}
        >
          {words.copy}
        </a>
        <a class="button button-quiet" href={surveyAddress(survey.id, "/json")}>
          {words.json}
        </a>
        <a class="button button-quiet" href={surveyAddress(survey.id, "/text")}>
          {words.text}
        </a>
        {isImported ? (
          <a class="button button-quiet" href={surveyAddress(survey.id, "/import-report")}>
            {workspaceTextsFor(language).importing.reportLink}
          </a>
        ) : null}
      </p>
    </div>
  );
}
