import { plainName } from "../../pages/components/display-name.tsx";
import { idIn } from "../../pages/id-in.ts";
import { notFound } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import { actorOf } from "../../session/actor.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { deleteBinnedSurvey, restoreSurveyForUser } from "../../store/surveys/change-survey-bin.ts";
import {
  type BinnedSurvey,
  findBinnedSurvey,
  listBinnedSurveys,
} from "../../store/surveys/survey-for-user-table.ts";
import { ownerNamed, ownersOf } from "./owners.ts";
import { binNotices, binPath, SurveyBinPage } from "./survey-bin-page.tsx";
import { DeleteForEverPage } from "./delete-for-ever-page.tsx";

const perPage = 20;
const onePath = `${binPath}/:id`;

/** The bin: what is in it, and the ways out of it. */
export function surveyBin(store: Store): readonly PageRoute[] {
  const deletion = { path: `${onePath}/delete`, access: "user", stepUp: true } as const;
  return [
    { method: "GET", path: binPath, access: "user", handle: (request: UserRequest) => show(store, request) },
    {
      method: "POST",
      path: `${onePath}/restore`,
      access: "user",
      handle: (request: UserRequest) => restore(store, request),
    },
    { ...deletion, method: "GET", handle: (request: UserRequest) => ask(store, request, { status: 200 }) },
    { ...deletion, method: "POST", handle: (request: UserRequest) => deleteForEver(store, request) },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, session, timeZone, context } = pageRequest;
  const owners = await ownersOf(store, pageRequest);
  const owner = ownerNamed(owners, context.req.query("team") ?? "");
  const before = idIn(context.req.query("after"));
  const { ownerId } = owner;
  const limit = perPage + 1;
  const found = await listBinnedSurveys(store.reader, { userId: session.user.id, ownerId, before, limit });
  const surveys = found.slice(0, perPage);
  const given = context.req.query("notice");
  return renderPage(
    <SurveyBinPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      owners={owners}
      owner={owner}
      after={before === undefined ? undefined : String(before)}
      next={found.length > perPage ? String(surveys.at(-1)?.id) : undefined}
      surveys={surveys}
      notice={binNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}

/** @throws `PageError` `not_found` for one that the user may not delete */
async function binnedSurvey(store: Store, pageRequest: UserRequest): Promise<BinnedSurvey> {
  const surveyId = numberInPath(pageRequest, "id");
  const survey = await findBinnedSurvey(store.reader, { surveyId, userId: pageRequest.session.user.id });
  if (survey === undefined) throw notFound();
  return survey;
}

async function restore(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const survey = await binnedSurvey(store, pageRequest);
  const change = { survey, actor: actorOf(pageRequest), outbox: store.outbox };
  if (!(await store.write(restoreSurveyForUser, change))) throw notFound();
  return redirectTo(`${surveyAddress(survey.id)}?notice=restored`);
}

async function deleteForEver(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { name } = await readOwnForm(pageRequest, ["name"]);
  const survey = await binnedSurvey(store, pageRequest);
  if (name.trim() !== plainName(surveyTitle(survey.title, pageRequest.language)).trim())
    return ask(store, pageRequest, { status: 400, typed: name });
  const change = { survey, actor: actorOf(pageRequest), outbox: store.outbox };
  if (!(await store.write(deleteBinnedSurvey, change))) throw notFound();
  return redirectTo(`${binPath}?notice=deleted${survey.teamName === null ? "" : `&team=${survey.ownerId}`}`);
}

type Asked = { readonly status: number; readonly typed?: string };

async function ask(store: Store, pageRequest: UserRequest, { status, typed }: Asked): Promise<Response> {
  const { language, signedIn } = pageRequest;
  const survey = await binnedSurvey(store, pageRequest);
  return renderPage(
    <DeleteForEverPage
      language={language}
      path={`${binPath}/${survey.id}/delete`}
      signedIn={signedIn}
      survey={survey}
      typed={typed}
    />,
    { status },
  );
}
