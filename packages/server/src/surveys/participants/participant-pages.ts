import {
  customArgumentIds,
  customArgumentsMaximum,
  platformZone,
  settingsRevision,
} from "@survey-open-platform/surveys";
import { momentIn } from "../../pages/form-moment.ts";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnFields, usualFormBytes } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Actor } from "../../store/audit/audit-log-table.ts";
import type { Store } from "../../store/store.ts";
import { changeOwnSettings } from "../../store/surveys/change-survey-for-user.ts";
import { removeParticipant, setLinkEnd } from "../../store/surveys/change-participant.ts";
import { findParticipant, participantFieldNames } from "../../store/surveys/participant-table.ts";
import { setAnonymous } from "../../store/surveys/set-anonymous.ts";
import { stopMailing } from "../../store/surveys/survey-mailing-table.ts";
import { setThanks } from "../../store/surveys/survey-thanks-table.ts";
import { addContacts, addListed, lookAtList } from "./add-participants.tsx";
import { downloadLinks } from "./download-links.ts";
import { keepableFields } from "./fields-form.tsx";
import { participantMailPages } from "./participant-mail.tsx";
import { showParticipants } from "./show-participants.tsx";

const path = `${surveyPath}/participants`;

/** `/surveys/:id/participants`: who is invited to a survey, each by a link of their own. */
export function participantPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showParticipants(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => act(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/look`,
      access: "user",
      handle: (pageRequest) => lookAtList(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/contacts`,
      access: "user",
      handle: (pageRequest) => addContacts(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/add`,
      access: "user",
      handle: (pageRequest) => addListed(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/links`,
      access: "user",
      handle: (pageRequest) => downloadLinks(store, pageRequest),
    },
    ...participantMailPages(store),
  ];
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
    endAt: (shown) => momentIn(field("until"), { zone: platformZone(pageRequest.timeZone), shown }),
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
  /** When links end, where the field showed another moment; null for never, undefined for what is no moment. */
  readonly endAt: (shown: number | null) => number | null | undefined;
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
  ["links_end", setLinksEnd],
  ["end", setOwnEnd],
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

/** Sets when the links end that have no end of their own. */
async function setLinksEnd(store: Store, { surveyId, endAt, actor }: Change): Promise<string> {
  const settings = await store.surveys.findSettings(surveyId);
  if (settings === undefined) throw notFound();
  const linksEndAt = endAt(settings.linksEndAt);
  if (linksEndAt === undefined) return "no_moment";
  if (linksEndAt === settings.linksEndAt) return "saved";
  const change = { surveyId, settings: { linksEndAt } };
  const after = { links_end_at: linksEndAt };
  const saving = await store.write(changeOwnSettings, { change, after, actor, outbox: store.outbox });
  if (saving === "missing") throw notFound();
  return saving;
}

/** Sets when one link ends. */
async function setOwnEnd(store: Store, { surveyId, id, endAt: givenEnd, actor }: Change): Promise<string> {
  const participant = await findParticipant(store.reader, { surveyId, id });
  if (participant === undefined) throw notFound();
  const endAt = givenEnd(participant.endAt);
  if (endAt === undefined) return "no_moment";
  if (participant.endAt !== endAt) await store.write(setLinkEnd, { surveyId, id, endAt, actor });
  return "saved";
}

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
