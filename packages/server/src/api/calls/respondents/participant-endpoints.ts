import type { PlatformZone } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { listField, textField } from "../../../http/body-fields.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { pagesOrigin } from "../../../http/pages-origin.ts";
import { integerParameter, ParameterProblem } from "../../../http/parameters.ts";
import {
  checkParticipant,
  knownBy,
  linksOfKey,
  mostParticipants,
  type NewParticipant,
  participantLinkKey,
  participantStates,
} from "../../../model/participant.ts";
import { readInstallationKey } from "../../../store/installation/installation-key-table.ts";
import { addParticipants } from "../../../store/surveys/add-participants.ts";
import {
  findKnownParticipants,
  type Participant,
  readParticipants,
} from "../../../store/surveys/participant-table.ts";
import { removeParticipant } from "../../../store/surveys/change-participant.ts";
import type { Store } from "../../../store/store.ts";
import { applicationActor } from "../application-actor.ts";
import { emptyData, emptyObject } from "../empty-data.ts";
import { findReachableSurvey, surveyPath } from "../surveys/survey-reach.ts";
import { lockOfSurvey, surveyToChange } from "../surveys/survey-to-change.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { writeEndpoint } from "../write-endpoint.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** Most participants of a call and of a page. */
const perCall = 1000;

const text = { maximum: 300 };

const given = z.object({
  email: textField("Mail address of the participant", text).optional(),
  phone: textField("Telephone number of the participant", text).optional(),
  code: textField("What the caller knows the participant by", text).optional(),
  name: textField("Name of the participant", text).optional(),
  language: textField("BCP 47 tag of the language of the mails", text).optional(),
  fields: z
    .record(z.string(), z.string())
    .meta({ description: "Up to 20 texts of the author's own, by name" })
    .optional(),
  end_at: textField(
    'When the link ends, in the platform\'s zone; "" for when those of the survey do. Left out, it stays as it is',
    text,
  ).optional(),
});

const addBody = z.object({
  participants: listField(
    "1 to 1,000 people, each with a mail address, a telephone number or a code",
    given,
    perCall,
  ),
});

const participantShape = z.object({
  id: z.int().meta({ description: "Id of the participant" }),
  email: z.string().meta({ description: 'Mail address; "" for none' }),
  phone: z.string().meta({ description: 'Telephone number; "" for none' }),
  code: z.string().meta({ description: 'What the caller knows them by; "" for none' }),
  name: z.string().meta({ description: 'Name; "" for none' }),
  language: z.string().meta({ description: 'Language of their mails; "" for none' }),
  fields: z.record(z.string(), z.string()).meta({ description: "The author's own texts, by name" }),
  end_at: z.string().meta({
    description:
      'When the link ends, where they have a date of their own, in the platform\'s zone; "" for when those of the survey do',
  }),
  mails: z.int().meta({ description: "How many mails were written to them" }),
  state: z
    .enum(participantStates)
    .meta({ description: "How far they are; bounced: the mail server said that the address takes no mail" }),
  bounce_status: z.string().meta({
    description:
      'Why mail to them came back: a status code of RFC 3463, such as 5.1.1 for no such mailbox; "" for none',
  }),
  has_opened: z.boolean().meta({ description: "Whether their link was opened" }),
  has_answered: z.boolean().meta({ description: "Whether they have answered" }),
});

const addedShape = participantShape.extend({
  url: z.string().meta({ description: "The link of the participant, which opens their answer" }),
});

/** The calls about who is invited to a survey. @param authUrl public origin of the pages; "" for that of the call */
export function participantEndpoints(store: Store, authUrl: string, zone: PlatformZone): readonly Endpoint[] {
  return [listing(store, zone), adding(store, authUrl, zone), removing(store)];
}

function shown(
  { id, email, phone, code, name, language, fields, mails, ...more }: Participant,
  zone: PlatformZone,
) {
  const bounced = { bounce_status: more.bounceStatus };
  const state = {
    state: more.state,
    ...bounced,
    has_opened: more.openedAt !== null,
    has_answered: more.hasAnswered,
  };
  const end_at = zone.format(more.endAt);
  return { id, email, phone, code, name, language, fields: { ...fields }, end_at, mails, ...state };
}

function listing(store: Store, zone: PlatformZone): Endpoint {
  return defineEndpoint({
    operationId: "listParticipants",
    bearerScopes: scopesOf("answers:read"),
    path: "/api/surveys/{survey_id}/participants",
    summary: "List the participants of a survey",
    description: "Ascending by id. Send the last id of a page to get the next one.",
    pathParameters: surveyPath,
    parameters: tokenParameters.extend({
      last_id: integerParameter("Id of the last participant of the page before; 0 for the first page", {
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
      }).default(0),
      state: z
        .enum(participantStates, { error: `must be one of ${participantStates.join(", ")}` })
        .optional()
        .meta({ description: "Only participants who are so far; all without it" }),
    }),
    data: z.object({
      list: z
        .array(participantShape.meta({ id: "Participant", description: "Somebody who is invited." }))
        .meta({ description: "At most 1,000 participants" }),
    }),
    errors: [...tokenErrors, "not_found"],
    checkToken: tokenCheck(store),
    *read({ last_id: lastId, state, ...token }, request) {
      const survey = yield* findReachableSurvey(store, { token, path: request.path }, store.findSurveyHead);
      if (survey instanceof PlatformError) return survey;
      const list = yield* readParticipants({ surveyId: survey.id, lastId, state, limit: perCall });
      if (list.length === 0) request.noteEmptyPage();
      return { list: list.map((participant) => shown(participant, zone)) };
    },
  });
}

function adding(store: Store, authUrl: string, zone: PlatformZone): Endpoint {
  return writeEndpoint(store, {
    method: "POST",
    operationId: "addParticipants",
    bearerScopes: scopesOf("surveys:write"),
    path: "/api/surveys/{survey_id}/participants",
    summary: "Add participants to a survey",
    description:
      "Each gets a link of their own. Those that the survey has already, by address, telephone number or code, stay as they are, but for an `end_at` that is sent, so that a call can be repeated. If one of them cannot be, none is added.",
    pathParameters: surveyPath,
    body: addBody,
    data: z.object({
      added: z.int().meta({ description: "How many are new" }),
      participants: z
        .array(
          addedShape.meta({ id: "AddedParticipant", description: "Somebody who is invited, with the link." }),
        )
        .meta({ description: "All that were sent, ascending by id" }),
    }),
    errors: ["not_found"],
    locks: lockOfSurvey,
    async write(request) {
      const { transaction, host } = request;
      const people = checkedPeople(request.body.participants, zone);
      const { id: surveyId, hash } = await surveyToChange(request);
      const linkOf = linksOfKey(await readInstallationKey(transaction, participantLinkKey));
      const actor = applicationActor(request);
      const added = await addParticipants(transaction, { surveyId, participants: people, linkOf, actor });
      if (added === undefined)
        throw new ParameterProblem("participants", `are more than the ${mostParticipants} of a survey`);
      const found = await findKnownParticipants(transaction, surveyId, people);
      const address = `${pagesOrigin({ authUrl, host }) ?? ""}/s2/${surveyId}/${hash}/`;
      const participants = found.map((participant) => ({
        ...shown(participant, zone),
        url: `${address}?p=${linkOf(participant.nonce)}`,
      }));
      return { added, participants };
    },
  });
}

/** @throws `ParameterProblem` */
function checkedPeople(
  sent: readonly z.output<typeof given>[],
  zone: PlatformZone,
): readonly NewParticipant[] {
  if (sent.length === 0) throw new ParameterProblem("participants", "has no participant");
  const people = new Map<string, NewParticipant>();
  for (const [at, { end_at: end, ...one }] of sent.entries()) {
    const endAt = end === "" || end === undefined ? null : zone.parse(end);
    const checked =
      endAt === undefined ? "end_at" : checkParticipant({ ...one, ...(end !== undefined && { endAt }) });
    if (typeof checked === "string")
      throw new ParameterProblem(
        "participants",
        `has an entry that cannot be (${checked}): number ${at + 1}`,
      );
    if (!people.has(knownBy(checked))) people.set(knownBy(checked), checked);
  }
  return [...people.values()];
}

function removing(store: Store): Endpoint {
  return writeEndpoint(store, {
    method: "DELETE",
    operationId: "removeParticipant",
    bearerScopes: scopesOf("surveys:write"),
    path: "/api/surveys/{survey_id}/participants/{participant_id}",
    summary: "Withdraw the link of a participant",
    description: "The link opens nothing any more. The answer stays, without who gave it.",
    pathParameters: {
      ...surveyPath,
      participant_id: z.int().min(1).meta({ description: "The participant's id" }),
    },
    body: z.object({}),
    data: emptyObject,
    errors: ["not_found"],
    locks: lockOfSurvey,
    async write(request) {
      const { id: surveyId } = await surveyToChange(request);
      const id = Number(/^\d{1,15}$/.exec(request.path["participant_id"] ?? "")?.[0] ?? 0);
      const removal = { surveyId, id, actor: applicationActor(request) };
      if (!(await removeParticipant(request.transaction, removal))) throw new PlatformError("not_found");
      return emptyData;
    },
  });
}
