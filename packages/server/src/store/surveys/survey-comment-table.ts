import { surveyLock } from "@survey-open-platform/surveys";
import { mentionsIn } from "../../model/mentions.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { findSurveyForUser } from "./survey-for-user-table.ts";

/** What a comment is about: a question, or an answer by its serial. */
export interface CommentSubject {
  /** "" for an answer. */
  readonly questionId: string;
  /** Null for a question. */
  readonly answerId: number | null;
}

/** A comment. Times are ms UTC. */
export interface SurveyComment extends CommentSubject {
  readonly id: number;
  readonly authorId: number;
  /** The nickname of the author. */
  readonly author: string;
  readonly text: string;
  readonly createdAt: number;
  /** Null for one that is open. */
  readonly resolvedAt: number | null;
}

/** One page of the comments on a survey, the newest first. */
export interface CommentSearch {
  readonly surveyId: number;
  readonly isResolved: boolean;
  /** Undefined for everything. */
  readonly about: CommentSubject | undefined;
  /** The id that the page begins below. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** The comments on a survey. */
export function listComments(
  { kysely }: StoreQueries,
  { surveyId, isResolved, about, before, limit }: CommentSearch,
): Promise<readonly SurveyComment[]> {
  return kysely
    .selectFrom("survey_comments as c")
    .innerJoin("users as u", "u.id", "c.author_id")
    .select(["c.id", "c.question_id as questionId", "c.answer_id as answerId", "c.author_id as authorId"])
    .select(["u.nickname as author", "c.text", "c.created_at as createdAt", "c.resolved_at as resolvedAt"])
    .where("c.survey_id", "=", surveyId)
    .where("c.resolved_at", isResolved ? "is not" : "is", null)
    .$if(about !== undefined, (query) => query.where("c.question_id", "=", about?.questionId ?? ""))
    .$if(about !== undefined && about.answerId !== null, (query) =>
      query.where("c.answer_id", "=", about?.answerId ?? 0),
    )
    .$if(before !== undefined, (query) => query.where("c.id", "<", before ?? 0))
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();
}

/** How many open comments the questions of a survey have, by their ids; those without are left out. */
export async function countOpenComments(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await kysely
    .selectFrom("survey_comments")
    .select(["question_id as questionId", (eb) => eb.fn.countAll<number | string>().as("count")])
    .where("survey_id", "=", surveyId)
    .where("question_id", "<>", "")
    .where("resolved_at", "is", null)
    .groupBy("question_id")
    .execute();
  // Engines differ in the type that they count in.
  return new Map(rows.map(({ questionId, count }) => [questionId, Number(count)]));
}

/** Comments that one survey can have. */
const mostComments = 5000;

/** A comment about to be added. */
export interface NewComment extends CommentSubject {
  readonly surveyId: number;
  readonly text: string;
  readonly actor: Actor & { readonly userId: number };
  /** The nickname of the author, for the mails. */
  readonly author: string;
}

/** The outcome of a comment: whom it mentions without a mail, because there is no such user, or they do not see the survey. */
export interface AddedComment {
  readonly untold: readonly string[];
}

/**
 * Adds a comment, and writes to those it mentions who see the survey.
 *
 * @returns undefined when there is no such answer, or the survey has as many as it can
 */
export async function addComment(
  transaction: StoreQueries,
  { surveyId, questionId, answerId, text, actor, author }: NewComment,
): Promise<AddedComment | undefined> {
  const { kysely } = transaction;
  if (!(await hasRoom(transaction, { surveyId, answerId }))) return undefined;
  const { id } = await kysely
    .insertInto("survey_comments")
    .values({
      survey_id: surveyId,
      question_id: questionId,
      answer_id: answerId,
      author_id: actor.userId,
      text,
      created_at: nowMs,
      resolved_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const untold: string[] = [];
  for (const username of mentionsIn(text))
    if (!(await tell(transaction, { surveyId, username, author, authorId: actor.userId, commentId: id })))
      untold.push(username);
  await record(transaction, { surveyId, id, actor, action: "comment.added" });
  return { untold };
}
addComment.locks = ({ surveyId }: NewComment) => [surveyLock(surveyId)];

async function hasRoom(
  { kysely }: StoreQueries,
  { surveyId, answerId }: Pick<NewComment, "surveyId" | "answerId">,
): Promise<boolean> {
  const { count } = await kysely
    .selectFrom("survey_comments")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostComments) return false;
  if (answerId === null) return true;
  const answer = await kysely
    .selectFrom("answers")
    .select("answer_id")
    .where("survey_id", "=", surveyId)
    .where("answer_id", "=", answerId)
    .executeTakeFirst();
  return answer !== undefined;
}

interface Mention {
  readonly surveyId: number;
  readonly commentId: number;
  readonly username: string;
  readonly author: string;
  readonly authorId: number;
}

/** @returns false for who does not exist or does not see the survey: the author learns nothing more of them */
async function tell(
  transaction: StoreQueries,
  { surveyId, commentId, username, author, authorId }: Mention,
): Promise<boolean> {
  const user = await transaction.kysely
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirst();
  const survey = user && (await findSurveyForUser(transaction, { surveyId, userId: user.id }));
  if (user === undefined || survey === undefined) return false;
  const facts = { surveyId, commentId, title: survey.title, author };
  if (user.id !== authorId)
    await queueMail(transaction, { kind: "comment_mention", facts }, { userId: user.id });
  return true;
}

/** A change of a comment. */
export interface CommentChange {
  readonly surveyId: number;
  readonly id: number;
  readonly actor: Actor;
}

/** Resolves a comment, or opens it again. @returns false when there is none in the other state */
export async function resolveComment(
  transaction: StoreQueries,
  { isResolved, ...change }: CommentChange & { readonly isResolved: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("survey_comments")
    .set({ resolved_at: isResolved ? nowMs : null })
    .where("survey_id", "=", change.surveyId)
    .where("id", "=", change.id)
    .where("resolved_at", isResolved ? "is" : "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await record(transaction, { ...change, action: isResolved ? "comment.resolved" : "comment.reopened" });
  return true;
}

/** Deletes a comment. @param authorId whose it has to be; undefined for anyone's @returns false when there is none */
export async function deleteComment(
  transaction: StoreQueries,
  { authorId, ...change }: CommentChange & { readonly authorId: number | undefined },
): Promise<boolean> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("survey_comments")
    .where("survey_id", "=", change.surveyId)
    .where("id", "=", change.id)
    .$if(authorId !== undefined, (query) => query.where("author_id", "=", authorId ?? 0))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await record(transaction, { ...change, action: "comment.deleted" });
  return true;
}

/** The audit log has no text of a comment: it may be about what somebody answered. */
function record(
  transaction: StoreQueries,
  { surveyId, id, actor, action }: CommentChange & { readonly action: string },
): Promise<void> {
  const target = { kind: "survey", name: String(surveyId) } as const;
  return recordAudit(transaction, { actor, action, target, after: { comment: id } });
}
