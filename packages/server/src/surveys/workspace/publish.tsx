import { notFound } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import { publicationOf } from "./publication.ts";
import { publishAndRecord } from "../../store/surveys/change-survey-for-user.ts";

/** Publishes the draft of a survey as its next version. */
export function publishing(store: Store): readonly PageRoute[] {
  return [
    {
      method: "POST",
      path: `${surveyPath}/publish`,
      access: "user",
      handle: (pageRequest) => publish(store, pageRequest),
    },
  ];
}

async function publish(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { revision } = await readOwnForm(pageRequest, ["revision"]);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const overview = surveyAddress(survey.id);
  const { draft, obstacle } = await publicationOf(store, survey);
  // Another editor saved, after this user saw what publishing would change.
  if (String(draft.revision) !== revision) return redirectTo(`${overview}?notice=conflict`);
  if (obstacle !== undefined) return redirectTo(overview);
  const published = await store.write(publishAndRecord, {
    publication: { surveyId: survey.id, revision: draft.revision },
    actor: actorOf(pageRequest),
    outbox: store.outbox,
  });
  if (published === undefined) throw notFound();
  return redirectTo(`${overview}?notice=${"version" in published ? "published" : "conflict"}`);
}
