import { sql } from "kysely";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import {
  deleteAccount,
  deletionLocks,
  type DeletionProblem,
  findDeletionProblem,
} from "../people/delete-account.ts";
import { userLock } from "../statements/locks.ts";
import type { StoreQueries } from "../statements/queries.ts";
import type { Store } from "../store.ts";
import { deleteSurveyAnswer } from "../surveys/delete-survey-answer.ts";
import { removeParticipant } from "../surveys/change-participant.ts";
import { deleteUploads } from "../surveys/sweep-uploads.ts";
import type { UploadFolder } from "../surveys/upload-folder.ts";
import type { Person } from "./find-person.ts";
import { deleteMentioningForms, listMentions } from "./mentions.ts";
import { isNever, rowsOfPerson } from "./personal-rows.ts";
import { listTheirAnswers, type PlacedAnswer } from "./read-personal-rows.ts";

/** Who is deleted, and how much of what mentions them. */
export interface PersonDeletion {
  /** With one account at most. */
  readonly person: Person;
  /** Delete the answers and half-filled forms of others, too, that mention the person. */
  readonly withMentions: boolean;
  /** Forget, too, that the address wants no mails. */
  readonly withRefusals: boolean;
  readonly uploads: UploadFolder | undefined;
  readonly actor: Actor;
}

/** How much was deleted. */
export interface DeletedPerson {
  readonly answers: number;
  readonly files: number;
  readonly participants: number;
  /** Mails, invitations, kept responses, and with the options forms and refusals. */
  readonly others: number;
  readonly accounts: number;
}

/**
 * Deletes what the platform has about a person, step by step: each is one transaction, and what names the person goes last. Stopped at
 * any moment, it can be done again.
 *
 * @returns the problem that keeps the account; then nothing is deleted, unless somebody became its last owner meanwhile
 */
export async function deletePerson(
  store: Store,
  deletion: PersonDeletion,
): Promise<DeletedPerson | DeletionProblem> {
  const { person, withMentions } = deletion;
  for (const { id } of person.users) {
    const problem = await findDeletionProblem(store.reader, id);
    if (problem !== undefined) return problem;
  }
  const answers = [
    ...(await listTheirAnswers(store.reader, person)),
    ...(withMentions ? await listMentions(store.reader, person) : []),
  ];
  const done = await deleteAnswers(store, answers, deletion);
  let participants = 0;
  for (const participant of person.participants)
    if (await store.write(removeParticipant, { ...participant, actor: deletion.actor })) participants += 1;
  return store.write(deleteRest, deletion, { ...done, participants });
}

async function deleteAnswers(
  store: Store,
  answers: readonly PlacedAnswer[],
  { actor, uploads }: PersonDeletion,
): Promise<Pick<DeletedPerson, "answers" | "files">> {
  const deleted = { answers: 0, files: 0 };
  for (const answer of answers) {
    const files = await filesOf(store, answer);
    if (!(await store.write(deleteSurveyAnswer, answer, { actor, context: store.answerWriteContext })))
      continue;
    deleted.answers += 1;
    deleted.files += files.length;
    // Those of a command that is stopped here are deleted by the platform within an hour.
    if (uploads !== undefined) await deleteUploads(store, uploads, files);
  }
  return deleted;
}

async function filesOf(store: Store, { surveyId, answerId }: PlacedAnswer): Promise<readonly string[]> {
  const files = await store.reader.kysely
    .selectFrom("answer_files")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("answer_id", "=", answerId)
    .execute();
  return files.map(({ id }) => id);
}

type RestOfDeletion = Pick<PersonDeletion, "person" | "withMentions" | "withRefusals" | "actor">;

/** Deletes what names the person: rows of mails and the like, and the account. */
async function deleteRest(
  transaction: StoreQueries,
  { person, withMentions, withRefusals, actor }: RestOfDeletion,
  done: Omit<DeletedPerson, "others" | "accounts">,
): Promise<DeletedPerson | DeletionProblem> {
  for (const { id: userId, username } of person.users) {
    const problem = await deleteAccount(transaction, { userId, username }, actor);
    if (problem !== undefined) return problem;
  }
  let others = 0;
  for (const table of ["mails", "invitations", "kept_responses", "email_confirmations"] as const)
    others += await deleteRows(transaction, table, person);
  if (withRefusals) others += await deleteRows(transaction, "mail_refusals", person);
  if (withMentions) others += await deleteMentioningForms(transaction, person);
  const deleted = { ...done, others, accounts: person.users.length };
  // Without the name: an entry is never deleted.
  const target = { kind: "platform", name: "" } as const;
  await recordAudit(transaction, { actor, action: "person.deleted", target, before: { ...deleted } });
  return deleted;
}
deleteRest.locks =
  ({ person }: RestOfDeletion) =>
  async (reader: StoreQueries) => {
    const locks = new Set(person.users.map(({ username }) => userLock(username)));
    for (const { id } of person.users) for (const lock of await deletionLocks(reader, id)) locks.add(lock);
    return [...locks];
  };

type DirectTable = "mails" | "invitations" | "kept_responses" | "email_confirmations" | "mail_refusals";

async function deleteRows({ kysely }: StoreQueries, table: DirectTable, person: Person): Promise<number> {
  const found = rowsOfPerson[table];
  if (!("where" in found)) return 0;
  const condition = found.where(person);
  if (isNever(condition)) return 0;
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(kysely);
  return Number(numAffectedRows ?? 0);
}
