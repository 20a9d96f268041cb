import { surveyState, type SurveyStateName } from "@survey-open-platform/surveys";
import { idIn } from "../../pages/id-in.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { ownerNamed, ownersOf } from "./owners.ts";
import { listNotices, stateNames, SurveyListPage } from "./survey-list-page.tsx";
import { searchText } from "../../pages/search-text.ts";
import { listSurveysForUser } from "../../store/surveys/survey-for-user-table.ts";

const perPage = 20;

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
  const owners = await ownersOf(store, pageRequest);
  const owner = ownerNamed(owners, context.req.query("team") ?? "");
  const search = searchText(context.req.query("q"));
  const state = stateNames.find((name) => name === context.req.query("state"));
  const before = idIn(context.req.query("after"));
  const found = await listSurveysForUser(store.reader, {
    userId: session.user.id,
    ownerId: owner.ownerId,
    isOnlyCreated: owner.isOnlyCreated,
    search,
    state: stateOf(state),
    before,
    limit: perPage + 1,
  });
  const surveys = found.slice(0, perPage);
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
      after={before === undefined ? undefined : String(before)}
      next={found.length > perPage ? String(surveys.at(-1)?.id) : undefined}
      surveys={surveys}
      notice={listNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}

function stateOf(name: SurveyStateName | undefined) {
  return name && surveyState[name];
}
