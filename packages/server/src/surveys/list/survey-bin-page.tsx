import { numberFormat } from "@survey-open-platform/service";
import { binDays } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable, EmptyState, Pager } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import type { BinnedSurvey } from "../../store/surveys/survey-for-user-table.ts";
import { OwnerNavigation, teamOf } from "./owner-navigation.tsx";
import type { SurveyOwner } from "./owners.ts";
import { listTextsFor } from "./texts/list-texts.ts";

/** The path of the bin. */
export const binPath = "/surveys/bin";

/** The address of the bin of the user, or of a team. */
export function binAddress(teamId: number | undefined): string {
  return teamId === undefined ? binPath : `${binPath}?team=${teamId}`;
}

/** What has just happened. */
export const binNotices = ["deleted"] as const;

/** What the page shows. */
export type SurveyBinPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly timeZone: string;
  readonly owners: readonly SurveyOwner[];
  readonly owner: SurveyOwner;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly surveys: readonly BinnedSurvey[];
  readonly notice?: (typeof binNotices)[number] | undefined;
};

/** The surveys that were deleted in the last days. */
export function SurveyBinPage(props: SurveyBinPageProps): JSX.Element {
  const { language, path, signedIn, owner, after, next, surveys, notice } = props;
  const { bin: words, list } = listTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn} wide>
      <h1>{words.title}</h1>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <p>{words.lead(binDays)}</p>
      <p>
        <a class="link-line" href={teamOf(owner) === "" ? "/surveys" : `/surveys?team=${teamOf(owner)}`}>
          {list.title}
        </a>
      </p>
      <OwnerNavigation {...props} address={(one) => binAddress(one.team?.id)} />
      {surveys.length === 0 ? (
        <EmptyState title={words.emptyTitle}>
          <p>{words.emptyText}</p>
        </EmptyState>
      ) : (
        <Table {...props} />
      )}
      <Pager
        language={language}
        path={binPath}
        parameters={{ team: teamOf(owner) }}
        after={after}
        next={next}
      />
    </Layout>
  );
}

const millisecondsPerDay = 24 * 3_600_000;

function Table(props: SurveyBinPageProps): JSX.Element {
  const { language, timeZone, surveys } = props;
  const { bin: words, list } = listTextsFor(language);
  const number = numberFormat(language, {});
  const moment = (at: number) => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <DataTable
      caption={words.title}
      rows={surveys}
      columns={[
        {
          header: list.name,
          isRowHeader: true,
          cell: ({ title }) => <DisplayName name={surveyTitle(title, language)} />,
        },
        { header: list.answers, cell: ({ answerCount }) => number.format(answerCount) },
        { header: words.deletedAt, cell: ({ binnedAt }) => moment(binnedAt) },
        { header: words.keptUntil, cell: ({ binnedAt }) => moment(binnedAt + binDays * millisecondsPerDay) },
        { header: words.actions, cell: (survey) => <WaysOut {...props} survey={survey} /> },
      ]}
    />
  );
}

function WaysOut({
  language,
  signedIn,
  survey,
}: SurveyBinPageProps & { readonly survey: BinnedSurvey }): JSX.Element {
  const { bin: words } = listTextsFor(language);
  const about = <span class="visually-hidden"> – {plainName(surveyTitle(survey.title, language))}</span>;
  return (
    <form method="post" action={`${binPath}/${survey.id}/restore`} class="actions">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <Button kind="quiet">
        {words.restore}
        {about}
      </Button>
      <a class="button button-quiet" href={`${binPath}/${survey.id}/delete`}>
        {words.deleteForEver}
        {about}
      </a>
    </form>
  );
}
