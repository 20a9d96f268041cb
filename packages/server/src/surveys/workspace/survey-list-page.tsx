import { numberFormat } from "@survey-open-platform/service";
import type { SurveyStateName } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable, EmptyState, Pager } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { SurveyStateBadge } from "../../pages/components/survey-state.tsx";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import { OwnerNavigation, teamOf } from "./owner-navigation.tsx";
import type { SurveyOwner } from "./owners.ts";
import { binAddress } from "./survey-bin-page.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What has just happened. */
export const listNotices = ["deleted"] as const;

/** The states that the list can be restricted to. */
export const stateNames: readonly SurveyStateName[] = ["collecting", "paused", "draft"];

/** What the page shows. */
export type SurveyListPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly timeZone: string;
  readonly owners: readonly SurveyOwner[];
  readonly owner: SurveyOwner;
  readonly search: string;
  readonly state: SurveyStateName | undefined;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly surveys: readonly SurveyForUser[];
  readonly notice?: (typeof listNotices)[number] | undefined;
};

/** The surveys of a user, or of a team. */
export function SurveyListPage(props: SurveyListPageProps): JSX.Element {
  const { language, path, signedIn, owner, search, state, after, next, surveys, notice } = props;
  const { list: words } = workspaceTextsFor(language);
  const isRestricted = search !== "" || state !== undefined || after !== undefined;
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn} wide>
      <h1>{words.title}</h1>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <OwnerNavigation {...props} address={(one) => `/surveys${queryOf(one)}`} />
      <p class="actions">
        {owner.mayCreate ? (
          <a class="button button-primary" href={`/surveys/new${queryOf(owner)}`}>
            {words.create}
          </a>
        ) : null}
        <a class="link-line" href={binAddress(owner.team?.id)}>
          {words.bin}
        </a>
      </p>
      {surveys.length === 0 && !isRestricted ? null : <ListSearch {...props} />}
      {surveys.length === 0 ? <Nothing {...props} isRestricted={isRestricted} /> : <Table {...props} />}
      <Pager
        language={language}
        path="/surveys"
        parameters={{ team: teamOf(owner), q: search, state: state ?? "" }}
        after={after}
        next={next}
      />
    </Layout>
  );
}

function queryOf(owner: SurveyOwner): string {
  return owner.team === undefined ? "" : `?team=${owner.team.id}`;
}

/** It changes nothing, so it is a GET. */
function ListSearch({ language, owner, search, state }: SurveyListPageProps): JSX.Element {
  const { list: words } = workspaceTextsFor(language);
  const { kit, survey } = textsFor(language);
  return (
    <form method="get" action="/surveys" role="search" class="search search-fields">
      {owner.team === undefined ? null : <HiddenFields values={{ team: teamOf(owner) }} />}
      <div class="field search-text">
        <label for="q">{words.search}</label>
        <input id="q" name="q" type="search" value={search} maxlength={100} autocomplete="off" />
      </div>
      <div class="field">
        <label for="state">{words.state}</label>
        <select id="state" name="state">
          <option value="">{words.everyState}</option>
          {stateNames.map((name) => (
            <option value={name} selected={name === state}>
              {survey.states[name]}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="button button-quiet">
        {kit.search}
      </button>
      {search === "" && state === undefined ? null : (
        <a href={`/surveys${queryOf(owner)}`}>{kit.clearSearch}</a>
      )}
    </form>
  );
}

function Nothing(props: SurveyListPageProps & { readonly isRestricted: boolean }): JSX.Element {
  const { language, owner, isRestricted } = props;
  const { list: words } = workspaceTextsFor(language);
  if (isRestricted)
    return (
      <EmptyState title={words.noMatchTitle}>
        <p>{words.noMatchText}</p>
      </EmptyState>
    );
  return (
    <EmptyState title={words.emptyTitle}>
      <p>{owner.mayCreate ? words.emptyText : words.emptyTextOfMember}</p>
    </EmptyState>
  );
}

function Table({ language, timeZone, surveys }: SurveyListPageProps): JSX.Element {
  const { list: words } = workspaceTextsFor(language);
  const number = numberFormat(language, {});
  return (
    <DataTable
      caption={words.caption}
      rows={surveys}
      columns={[
        {
          header: words.name,
          isRowHeader: true,
          cell: (survey) => (
            <a href={surveyAddress(survey.id)}>
              <DisplayName name={surveyTitle(survey.title, language)} />
            </a>
          ),
        },
        {
          header: words.state,
          cell: (survey) => <SurveyStateBadge language={language} state={survey.state} />,
        },
        { header: words.answers, cell: ({ answerCount }) => number.format(answerCount) },
        { header: words.questions, cell: ({ questionCount }) => number.format(questionCount) },
        {
          header: words.updated,
          cell: ({ updatedAt }) => <Moment at={updatedAt} timeZone={timeZone} language={language} />,
        },
      ]}
    />
  );
}
