import { isStorable } from "@survey-open-platform/surveys";
import { idIn } from "../../pages/id-in.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import { listSurveyLog, listSurveyLogActors } from "../../store/audit/survey-log.ts";
import type { Store } from "../../store/store.ts";
import { LogPage } from "./log-page.tsx";

const perPage = 50;
/** People that the filter offers; an address may name any. */
const offeredPeople = 100;

/** `GET /surveys/:id/log`: every change of a survey, for those who may edit it. */
export function surveyLog(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${surveyPath}/log`,
    access: "user",
    handle: (pageRequest) => show(store, pageRequest),
  };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { language, path, signedIn, timeZone, context } = pageRequest;
  const given = context.req.query("who") ?? "";
  const who = isStorable(given) ? given : "";
  const before = idIn(context.req.query("after"));
  const search = { surveyId: survey.id, before, limit: perPage + 1 };
  const found = await listSurveyLog(store.reader, {
    ...search,
    who: who === "" ? undefined : (idIn(who) ?? who),
  });
  const entries = found.slice(0, perPage);
  return renderPage(
    <LogPage
      {...{ language, path, signedIn, timeZone, survey, who, entries }}
      actors={await listSurveyLogActors(store.reader, { surveyId: survey.id, limit: offeredPeople })}
      after={before === undefined ? undefined : String(before)}
      next={found.length > perPage ? String(entries.at(-1)?.id) : undefined}
    />,
    { status: 200 },
  );
}
