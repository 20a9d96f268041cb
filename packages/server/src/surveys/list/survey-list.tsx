import { surveyState, type SurveyStateName } from "@survey-open-platform/surveys";
import { idIn } from "../../pages/id-in.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { ownerNamed, ownersOf, sharedSurveys, type SurveyOwner, withShared } from "./owners.ts";
import { listNotices, stateNames, SurveyListPage } from "./survey-list-page.tsx";
import { searchText } from "../../pages/search-text.ts";
import { labelsOfOwner, labelsOfSurveys } from "../../store/surveys/survey-label-table.ts";
import { listOffersTo } from "../../store/surveys/survey-offer-table.ts";
import { listSurveysForUser, type SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { daysOfAnswers, shownDays } from "../../model/days-of-answers.ts";
import type { ListedSurvey } from "./survey-rows.tsx";

const perPage = 20;

/** Labels of owners with very many are not all offered; an address may name any. */
const offeredLabels = 100;

/** `GET /surveys`: the surveys of a user, or of a team. */
export function surveyList(store: Store): PageRoute {
  return {
    method: "GET",
    path: "/surveys",
    access: "user",
    handle: (pageRequest) => show(store, pageRequest),
  };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, session, timeZone, context } = pageRequest;
  const owners = await withShared(store, pageRequest, await ownersOf(store, pageRequest));
  const isOfOthers = context.req.query("shared") === "1";
  const owner = isOfOthers ? sharedSurveys : ownerNamed(owners, context.req.query("team") ?? "");
  const search = searchText(context.req.query("q"));
  const state = stateNames.find((name) => name === context.req.query("state"));
  const label = context.req.query("label")?.trim() || undefined;
  const before = idIn(context.req.query("after"));
  const found = await listSurveysForUser(store.reader, {
    userId: session.user.id,
    ownerId: owner.ownerId,
    isOnlyCreated: owner.isOnlyCreated,
    search,
    state: stateOf(state),
    label,
    before,
    limit: perPage + 1,
  });
  const surveys = await listed(store, found.slice(0, perPage), timeZone);
  const given = context.req.query("notice");
  return renderPage(
    <SurveyListPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      owners={owners}
      owner={owner}
      search={search}
      state={state}
      label={label}
      labels={await labelsIn(store, owner, session.user.id)}
      after={before === undefined ? undefined : String(before)}
      next={found.length > perPage ? String(surveys.at(-1)?.id) : undefined}
      surveys={surveys}
      offers={await listOffersTo(store.reader, session.user.id)}
      notice={listNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}

async function labelsIn(
  store: Store,
  { ownerId, isOnlyCreated }: SurveyOwner,
  userId: number,
): Promise<readonly string[]> {
  if (ownerId === undefined) return [];
  const creatorUserId = isOnlyCreated ? userId : undefined;
  return labelsOfOwner(store.reader, { ownerId, creatorUserId, limit: offeredLabels });
}

/** Surveys with what a list shows beside them: two statements for all. */
async function listed(
  store: Store,
  surveys: readonly SurveyForUser[],
  timeZone: string,
): Promise<readonly ListedSurvey[]> {
  const answered = surveys.filter(({ answerCount }) => answerCount > 0).map(({ id }) => id);
  const hours = await store.surveys.countRecentHours({ surveyIds: answered, days: shownDays });
  const days = daysOfAnswers(hours, timeZone);
  const ids = surveys.map(({ id }) => id);
  const labels = await labelsOfSurveys(store.reader, ids);
  return surveys.map((survey) => ({
    ...survey,
    labels: labels.get(survey.id) ?? [],
    days: days.get(survey.id),
  }));
}

function stateOf(name: SurveyStateName | undefined) {
  return name && surveyState[name];
}
