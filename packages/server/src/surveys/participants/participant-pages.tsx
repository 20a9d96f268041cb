import { runSteps } from "@survey-open-platform/database";
import {
  csvChunks,
  customArgumentIds,
  customArgumentsMaximum,
  FileProblem,
  hasBeenAnswered,
  settingsRevision,
} from "@survey-open-platform/surveys";
import { mostParticipants, type NewParticipant, participantStates } from "../../model/participant.ts";
import { download } from "../../pages/download.ts";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { searchText } from "../../pages/search-text.ts";
import { actorOf } from "../../session/actor.ts";
import { participantLinks, participantParameter } from "../../session/participant-link.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnFields, readOwnForm, readOwnMultipart, usualFormBytes } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Actor } from "../../store/audit/audit-log-table.ts";
import type { Store } from "../../store/store.ts";
import { type ContactGroup, listGroups } from "../../store/teams/contact-group-table.ts";
import { contactsToInvite } from "../../store/surveys/contacts-to-invite.ts";
import { changeOwnSettings } from "../../store/surveys/change-survey-for-user.ts";
import { addParticipants } from "../../store/surveys/add-participants.ts";
import {
  countParticipants,
  countStates,
  listParticipants,
  participantFieldNames,
} from "../../store/surveys/participant-table.ts";
import { recordLinksDownloaded, removeParticipant } from "../../store/surveys/change-participant.ts";
import { setAnonymous } from "../../store/surveys/set-anonymous.ts";
import { listMailings, stopMailing } from "../../store/surveys/survey-mailing-table.ts";
import { sendsThanks, setThanks } from "../../store/surveys/survey-thanks-table.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { participantMailPages } from "./participant-mail.tsx";
import { ParticipantsLookPage } from "./participants-look-page.tsx";
import { keepableFields } from "./fields-form.tsx";
import { ParticipantsPage, type ParticipantsForm } from "./participants-page.tsx";
import { type ReadParticipants, readParticipants } from "./read-participants.ts";
import { participantsTextsFor } from "./texts/participants-texts.ts";

const path = `${surveyPath}/participants`;

/** A table of the most participants. */
const fileMaximumBytes = 6 * 1024 * 1024;

const perPage = 50;

/** `/surveys/:id/participants`: who is invited to a survey, each by a link of their own. */
export function participantPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => act(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/look`,
      access: "user",
      handle: (pageRequest) => look(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/contacts`,
      access: "user",
      handle: (pageRequest) => addContacts(store, pageRequest),
    },
    { method: "POST", path: `${path}/add`, access: "user", handle: (pageRequest) => add(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/links`,
      access: "user",
      handle: (pageRequest) => links(store, pageRequest),
    },
    ...participantMailPages(store),
  ];
}

async function show(
  store: Store,
  pageRequest: UserRequest,
  form: ParticipantsForm = { people: "", problems: [] },
): Promise<Response> {
  const { language, signedIn, context, timeZone } = pageRequest;
  const survey = await surveyForUser(store, pageRequest, "edit");
  const settings = await store.surveys.findSettings(survey.id);
  const page = {
    language,
    signedIn,
    survey,
    form,
    timeZone,
    path: surveyAddress(survey.id, "/participants"),
    count: await countParticipants(store.reader, survey.id),
    isOnly: settings?.onlyParticipants === true,
    isAnonymous: settings?.isAnonymous === true,
    isAnswered: await hasBeenAnswered(store.reader, survey.id),
    contactGroups: await contactGroupsOf(store, survey),
    sendsThanks: await sendsThanks(store.reader, survey.id),
    fieldNames: await participantFieldNames(store.reader, survey.id),
    keptFields: (settings?.customArguments ?? []).map(({ title }) => title),
    mailings: await listMailings(store.reader, survey.id),
    sendsMail: store.policy.sendsMail === true,
    notice: context.req.query("notice"),
    ...(await listedParticipants(store, pageRequest, survey)),
  };
  const status = form.problems.length > 0 ? 400 : 200;
  return renderPage(<ParticipantsPage {...page} />, { status, script: true });
}

/** The groups of the team whose survey it is; undefined for a personal survey. */
async function contactGroupsOf(
  store: Store,
  { ownerId, teamName }: SurveyForUser,
): Promise<readonly ContactGroup[] | undefined> {
  return teamName === null ? undefined : runSteps(store.reader, listGroups(ownerId));
}

/** Adds contacts of the team whose survey it is. */
async function addContacts(store: Store, pageRequest: UserRequest): Promise<Response> {
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
    return show(store, pageRequest, { people: "", problems: [tooMany(mostParticipants)] });
  }
  return redirectTo(`${surveyAddress(survey.id, "/participants")}?notice=added`);
}

/** The page of the list that the address names, with the state and the link of each. */
async function listedParticipants(store: Store, { context, origin }: UserRequest, survey: SurveyForUser) {
  const search = searchText(context.req.query("q"));
  const after = idIn(context.req.query("after")) ?? 0;
  const asked = context.req.query("state");
  const state = participantStates.find((known) => known === asked);
  const rows = await listParticipants(store.reader, {
    surveyId: survey.id,
    after,
    search,
    state,
    limit: perPage + 1,
  });
  const shown = rows.slice(0, perPage);
  const linkOf = await participantLinks(store);
  return {
    search,
    state,
    states: await countStates(store.reader, survey.id),
    participants: shown.map((participant) => ({
      ...participant,
      link: linkIn(origin, survey, linkOf(participant.nonce)),
    })),
    after: after === 0 ? undefined : String(after),
    next: rows.length > perPage ? String(shown.at(-1)?.id) : undefined,
  };
}

/** The address of a survey for one participant. */
function linkIn(origin: string, { id, hash }: Pick<SurveyForUser, "id" | "hash">, link: string): string {
  return `${origin}/s2/${id}/${hash}/?${participantParameter}=${link}`;
}

async function act(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, usualFormBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const [action = "", given] = field("do").split(" ", 2);
  const change = changes.get(action);
  if (change === undefined) throw new PageError("invalid_argument", { status: 400, detail: "do" });
  const notice = await change(store, {
    surveyId: survey.id,
    id: idIn(given) ?? 0,
    isOnly: field("only") === "on",
    isAnonymous: field("anonymous") === "on",
    sendsThanks: field("thanks") === "on",
    language: pageRequest.language,
    isTicked: (name) => field(`field-${name}`) === "on",
    actor: actorOf(pageRequest),
  });
  return redirectTo(`${surveyAddress(survey.id, "/participants")}?notice=${notice}`);
}

interface Change {
  readonly surveyId: number;
  /** Of the participant or the mailing that the button is for. */
  readonly id: number;
  readonly isOnly: boolean;
  readonly isAnonymous: boolean;
  readonly sendsThanks: boolean;
  /** Of who changes it. */
  readonly language: string;
  /** Whether a field of the author's own is to be kept with answers. */
  readonly isTicked: (name: string) => boolean;
  readonly actor: Actor;
}

/** What the buttons of the page do, and the notice that says so. */
const changes = new Map<string, (store: Store, change: Change) => Promise<string>>([
  [
    "remove",
    async (store, { surveyId, id, actor }) => {
      await store.write(removeParticipant, { surveyId, id, actor });
      return "removed";
    },
  ],
  [
    "stop",
    async (store, { surveyId, id }) => {
      await store.write(stopMailing, { surveyId, id });
      return "stopped";
    },
  ],
  [
    "only",
    async (store, { surveyId, isOnly, actor }) => {
      const change = { surveyId, settings: { onlyParticipants: isOnly } };
      const after = { only_participants: isOnly };
      const saving = await store.write(changeOwnSettings, { change, after, actor, outbox: store.outbox });
      if (saving === "missing") throw notFound();
      return "saved";
    },
  ],
  ["fields", keepFields],
  [
    "thanks",
    async (store, { surveyId, sendsThanks: isOn, language, actor }) => {
      await store.write(setThanks, { surveyId, isOn, language, actor });
      return "saved";
    },
  ],
  [
    "anonymous",
    async (store, { surveyId, isAnonymous, actor }) => {
      const change = { surveyId, isAnonymous, actor, outbox: store.outbox };
      const saving = await store.write(setAnonymous, change);
      if (saving === "missing") throw notFound();
      return saving;
    },
  ],
]);

/** Makes fields arguments of the survey: conditions may ask about them, and they are kept with answers. Those that are stay. */
async function keepFields(store: Store, { surveyId, isTicked, actor }: Change): Promise<string> {
  const settings = await store.surveys.findSettings(surveyId);
  if (settings === undefined) throw notFound();
  const known = settings.customArguments;
  const names = await participantFieldNames(store.reader, surveyId);
  const added = keepableFields(
    names,
    known.map(({ title }) => title),
  ).filter(isTicked);
  const nextId = customArgumentIds(known);
  const customArguments = [
    ...known,
    ...added.map((title) => ({ id: nextId(), title, description: "" })),
  ].slice(0, customArgumentsMaximum);
  const change = { surveyId, settings: { customArguments }, seen: settingsRevision(settings) };
  const after = { custom_arguments: customArguments.map(({ title }) => title) };
  const saving = await store.write(changeOwnSettings, { change, after, actor, outbox: store.outbox });
  return saving === "saved" ? "saved" : "overtaken";
}

async function look(store: Store, pageRequest: UserRequest): Promise<Response> {
  const sent = await readOwnMultipart(pageRequest, {
    names: ["people", "file"],
    maximumBytes: fileMaximumBytes,
  });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const content = sent.file.length > 0 ? sent.file : sent.people;
  const read = readOrRefuse(pageRequest, content);
  const people = sent.file.length > 0 ? "" : Buffer.from(sent.people).toString();
  if ("refusals" in read) return show(store, pageRequest, { people, problems: read.refusals });
  const { language, signedIn } = pageRequest;
  const page = { language, signedIn, survey, read, path: surveyAddress(survey.id, "/participants") };
  return renderPage(<ParticipantsLookPage {...page} />, { status: 200 });
}

function readOrRefuse(
  { language }: UserRequest,
  content: Uint8Array,
): ReadParticipants | { readonly refusals: readonly string[] } {
  const words = participantsTextsFor(language);
  try {
    const read = readParticipants(content);
    if (read.problems.length > 0) return { refusals: read.problems.map(words.problem) };
    if (read.participants.length > mostParticipants) return { refusals: [words.tooMany(mostParticipants)] };
    return read.participants.length === 0 ? { refusals: [words.missing] } : read;
  } catch (error) {
    if (error instanceof FileProblem) return { refusals: [words.ofFile(error.message)] };
    throw error;
  }
}

/** Adds those who were looked at. They are read again: the browser may have changed them. */
async function add(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { people } = await readOwnMultipart(pageRequest, {
    names: ["people"],
    maximumBytes: 2 * fileMaximumBytes,
  });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const read = readOrRefuse(pageRequest, people);
  const text = Buffer.from(people).toString();
  if ("refusals" in read) return show(store, pageRequest, { people: text, problems: read.refusals });
  return addPeople(store, pageRequest, survey, read.participants);
}

/** Every participant with the link, for those who write to them by other ways. */
async function links(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const linkOf = await participantLinks(store);
  const count = await countParticipants(store.reader, survey.id);
  await store.write(recordLinksDownloaded, { surveyId: survey.id, actor: actorOf(pageRequest), count });
  const chunks = csvChunks(
    linkRows(store, survey, (nonce) => linkIn(pageRequest.origin, survey, linkOf(nonce))),
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
  linkOf: (nonce: string) => string,
): AsyncGenerator<readonly (readonly string[])[]> {
  yield [["email", "phone", "code", "name", "language", "link", "state"]];
  let after = 0;
  for (;;) {
    const some = await listParticipants(store.reader, { surveyId, after, limit: 500 });
    if (some.length === 0) return;
    yield some.map(({ email, phone, code, name, language, nonce, state }) => [
      email,
      phone,
      code,
      name,
      language,
      linkOf(nonce),
      state,
    ]);
    after = some.at(-1)?.id ?? after;
  }
}
