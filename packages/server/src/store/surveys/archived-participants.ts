import { runSteps } from "@survey-open-platform/database";
import {
  type ArchivedParticipant,
  claimUniqueAnswers,
  type ParticipantToArchive,
} from "@survey-open-platform/surveys";
import {
  checkParticipant,
  type ContactToInvite,
  knownBy,
  type LinkOf,
  linksOfKey,
  mostParticipants,
  type NewParticipant,
  participantKey,
  participantLinkKey,
} from "../../model/participant.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { readInstallationKey } from "../installation/installation-key-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { inPortions, participantRow } from "./add-participants.ts";
import { contactsToInvite } from "./contacts-to-invite.ts";
import { answeredRow, countParticipants, fieldsIn, participantKeyOfRow } from "./participant-table.ts";

/** Rows read at a time. */
const portion = 500;

/** The participants of a survey for an archive, some at a time, the oldest first. The address of a contact stays with the account. */
export async function* participantsToArchive(
  queries: StoreQueries,
  surveyId: number,
): AsyncGenerator<readonly ParticipantToArchive[]> {
  for (let after = 0; ;) {
    const rows = await readSome(queries, surveyId, after);
    yield rows.map(archivedOf);
    if (rows.length < portion) return;
    after = rows.at(-1)?.id ?? after;
  }
}

function readSome({ kysely }: StoreQueries, surveyId: number, after: number) {
  return kysely
    .selectFrom("participants as p")
    .leftJoin("answer_claims as c", (join) =>
      join.onRef("c.survey_id", "=", "p.survey_id").on("c.once_key", "=", participantKeyOfRow),
    )
    .select(["p.id", "p.user_id as userId", "p.email", "p.phone", "p.code", "p.name", "p.language"])
    .select(["p.fields", "p.mails", "p.mailed_at as mailedAt", "p.opened_at as openedAt"])
    .select(["p.started_at as startedAt", "p.refused_at as refusedAt", "p.bounced_at as bouncedAt"])
    .select(["p.bounce_status as bounceStatus", "p.end_at as endAt"])
    .select(["p.created_at as createdAt", answeredRow.as("answered")])
    .where("p.survey_id", "=", surveyId)
    .where("p.id", ">", after)
    .orderBy("p.id")
    .limit(portion)
    .execute();
}

function archivedOf({
  id,
  userId,
  answered,
  fields,
  ...row
}: Awaited<ReturnType<typeof readSome>>[number]): ParticipantToArchive {
  return {
    onceKey: participantKey(id),
    participant: {
      ...row,
      fields: { ...fieldsIn(fields) },
      isContact: userId !== null,
      // SQLite has truth values as numbers.
      hasAnswered: Boolean(answered),
    },
  };
}

/** Participants of an archive, for a survey that came with them. */
export interface ArchivedParticipants {
  readonly surveyId: number;
  readonly participants: readonly ArchivedParticipant[];
  /** The team among whose contacts those of the archive are looked for; none where a person owns the survey. */
  readonly teamId: number;
  readonly actor: Actor;
}

/**
 * Adds participants of an archive as far as they were, each with a new link: one from before would not open the new survey. Contacts whom the team
 * does not have are participants with a code.
 *
 * @returns the keys of their answers in their order, or what is wrong with the file
 */
export async function addArchivedParticipants(
  transaction: StoreQueries,
  { surveyId, participants, teamId, actor }: ArchivedParticipants,
): Promise<{ readonly keys: readonly string[] } | { readonly problem: string }> {
  const people = await peopleOf(transaction, participants, teamId);
  if ("problem" in people) return people;
  const before = await countParticipants(transaction, surveyId);
  if (before + participants.length > mostParticipants)
    return { problem: "has a survey with too many participants" };
  const linkOf = linksOfKey(await readInstallationKey(transaction, participantLinkKey));
  const ids = new Map<string, number>();
  for (const some of inPortions(people.people)) {
    const added = await insertSome(transaction, surveyId, some, linkOf);
    if (added.length < some.length) return { problem: "names a participant twice" };
    for (const { id, knownBy: name } of added) ids.set(name, id);
  }
  const keys = people.people.map(({ person }) => participantKey(ids.get(knownBy(person)) ?? 0));
  const answered = keys.filter((_key, at) => participants[at]?.hasAnswered);
  await runSteps(transaction, claimUniqueAnswers(surveyId, answered));
  const target = { kind: "survey", name: String(surveyId) } as const;
  await recordAudit(transaction, {
    actor,
    action: "participants.added",
    target,
    after: { participants: participants.length },
  });
  return { keys };
}

interface ArchivedPerson {
  readonly person: NewParticipant | ContactToInvite;
  readonly archived: ArchivedParticipant;
}

async function peopleOf(
  transaction: StoreQueries,
  participants: readonly ArchivedParticipant[],
  teamId: number,
): Promise<{ readonly people: readonly ArchivedPerson[] } | { readonly problem: string }> {
  const hasContacts = participants.some(({ isContact }) => isContact);
  const contacts = hasContacts ? await contactsToInvite(transaction, { teamId, groupId: undefined }) : [];
  const contactsByCode = new Map(contacts.map((contact) => [contact.code, contact]));
  const people: ArchivedPerson[] = [];
  for (const archived of participants) {
    const person = checkParticipant(archived);
    if (typeof person === "string") return { problem: `has a participant that is not right: ${person}` };
    const contact = archived.isContact ? contactsByCode.get(archived.code) : undefined;
    const account = contact && { userId: contact.userId, addressHash: contact.addressHash };
    people.push({ person: { ...person, ...account }, archived });
  }
  return { people };
}

/** Those whom the survey has already are left out. */
function insertSome(
  { kysely }: StoreQueries,
  surveyId: number,
  people: readonly ArchivedPerson[],
  linkOf: LinkOf,
): Promise<readonly { readonly id: number; readonly knownBy: string }[]> {
  const rows = people.map(({ person, archived }) => ({
    ...participantRow(surveyId, person, linkOf),
    mails: archived.mails,
    mailed_at: archived.mailedAt,
    opened_at: archived.openedAt,
    started_at: archived.startedAt,
    refused_at: archived.refusedAt,
    bounced_at: archived.bouncedAt,
    bounce_status: archived.bounceStatus,
    created_at: archived.createdAt,
  }));
  return kysely
    .insertInto("participants")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["survey_id", "known_by"]).doNothing())
    .returning(["id", "known_by as knownBy"])
    .execute();
}
