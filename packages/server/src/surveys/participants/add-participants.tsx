import { platformZone } from "@survey-open-platform/surveys";
import { mostParticipants, type NewParticipant } from "../../model/participant.ts";
import { idIn } from "../../pages/id-in.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { participantLinks } from "../../session/participant-link.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm, readOwnMultipart } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { addParticipants } from "../../store/surveys/add-participants.ts";
import { contactsToInvite } from "../../store/surveys/contacts-to-invite.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { ParticipantsLookPage } from "./participants-look-page.tsx";
import { type ReadParticipants, readParticipants } from "./read-participants.ts";
import { contactGroupsOf, showParticipants } from "./show-participants.tsx";
import { participantsTextsFor } from "./texts/participants-texts.ts";

/** A table of the most participants. */
const fileMaximumBytes = 5 * 1024 * 1024;

/** Adds contacts of the team whose survey it is. */
export async function addContacts(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { group } = await readOwnForm(pageRequest, ["group"]);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const groups = await contactGroupsOf(store, survey);
  const chosen = groups?.find(({ id }) => id === idIn(group));
  if (chosen === undefined) throw new PageError("invalid_argument", { status: 400, detail: "group" });
  const groupId = chosen.level === 0 ? undefined : chosen.id;
  const participants = await contactsToInvite(store.reader, { teamId: survey.ownerId, groupId });
  return addPeople(store, pageRequest, survey, participants);
}

async function addPeople(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  participants: readonly NewParticipant[],
): Promise<Response> {
  const added = await store.write(addParticipants, {
    surveyId: survey.id,
    participants,
    linkOf: await participantLinks(store),
    actor: actorOf(pageRequest),
  });
  if (added === undefined) {
    const { tooMany } = participantsTextsFor(pageRequest.language);
    return showParticipants(store, pageRequest, { people: "", problems: [tooMany(mostParticipants)] });
  }
  return redirectTo(`${surveyAddress(survey.id, "/participants")}?notice=added`);
}

/** Shows who is in a table or a list. */
export async function lookAtList(store: Store, pageRequest: UserRequest): Promise<Response> {
  const sent = await readOwnMultipart(pageRequest, {
    names: ["people", "file"],
    maximumBytes: 2 * fileMaximumBytes,
  });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const content = sent.file.length > 0 ? sent.file : sent.people;
  const { tooLarge } = participantsTextsFor(pageRequest.language);
  const read =
    content.length > fileMaximumBytes ? { refusals: [tooLarge] } : readOrRefuse(pageRequest, content);
  const people = sent.file.length > 0 ? "" : Buffer.from(sent.people).toString();
  if ("refusals" in read) return showParticipants(store, pageRequest, { people, problems: read.refusals });
  const { language, signedIn, timeZone } = pageRequest;
  const page = {
    language,
    signedIn,
    timeZone,
    survey,
    read,
    path: surveyAddress(survey.id, "/participants"),
  };
  return renderPage(<ParticipantsLookPage {...page} />, { status: 200 });
}

function readOrRefuse(
  { language, timeZone }: UserRequest,
  content: Uint8Array,
): ReadParticipants | { readonly refusals: readonly string[] } {
  const words = participantsTextsFor(language);
  const read = readParticipants(content, platformZone(timeZone));
  if (read.problems.length > 0) return { refusals: read.problems.map(words.problem) };
  const { length } = read.participants;
  if (length > mostParticipants) return { refusals: [words.tooManyRead(length, mostParticipants)] };
  return length === 0 ? { refusals: [words.missing] } : read;
}

/** Adds those who were looked at. They are read again: the browser may have changed them. */
export async function addListed(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { people } = await readOwnMultipart(pageRequest, {
    names: ["people"],
    maximumBytes: 2 * fileMaximumBytes,
  });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const read = readOrRefuse(pageRequest, people);
  const text = Buffer.from(people).toString();
  if ("refusals" in read)
    return showParticipants(store, pageRequest, { people: text, problems: read.refusals });
  return addPeople(store, pageRequest, survey, read.participants);
}
