import { csvChunks, type PlatformZone, platformZone } from "@survey-open-platform/surveys";
import { download } from "../../pages/download.ts";
import { actorOf } from "../../session/actor.ts";
import { participantLinks } from "../../session/participant-link.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyForUser } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { recordLinksDownloaded } from "../../store/surveys/change-participant.ts";
import { countParticipants, listParticipants } from "../../store/surveys/participant-table.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { linkIn } from "./show-participants.tsx";

/** Every participant with the link, for those who write to them by other ways. */
export async function downloadLinks(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const linkOf = await participantLinks(store);
  const count = await countParticipants(store.reader, survey.id);
  await store.write(recordLinksDownloaded, { surveyId: survey.id, actor: actorOf(pageRequest), count });
  const chunks = csvChunks(
    linkRows(store, survey, {
      linkOf: (nonce) => linkIn(pageRequest.origin, survey, linkOf(nonce)),
      zone: platformZone(pageRequest.timeZone),
    }),
  );
  return download({
    fileName: `survey-${survey.id}-links.csv`,
    contentType: "text/csv; charset=utf-8",
    body: ReadableStream.from(chunks).pipeThrough(new TextEncoderStream()),
  });
}

async function* linkRows(
  store: Store,
  { id: surveyId }: Pick<SurveyForUser, "id">,
  { linkOf, zone }: { readonly linkOf: (nonce: string) => string; readonly zone: PlatformZone },
): AsyncGenerator<readonly (readonly string[])[]> {
  yield [["email", "phone", "code", "name", "language", "link", "state", "bounce_status", "until"]];
  let after = 0;
  for (;;) {
    const some = await listParticipants(store.reader, { surveyId, after, limit: 500 });
    if (some.length === 0) return;
    yield some.map(({ email, phone, code, name, language, nonce, state, ...more }) => [
      email,
      phone,
      code,
      name,
      language,
      linkOf(nonce),
      state,
      more.bounceStatus,
      zone.format(more.endAt),
    ]);
    after = some.at(-1)?.id ?? after;
  }
}
