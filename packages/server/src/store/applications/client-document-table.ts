import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { findClientApplication } from "./client-application-table.ts";
import { replaceRedirectUris } from "./redirect-uri-table.ts";

/** Most documents that are kept; those that would go first anyway make room. */
export const clientDocumentsMaximum = 10_000;
/** A copy is used for at most so long, and no failed fetch replaces it before. */
export const documentKeptMilliseconds = 86_400_000;
/** For so long a refusal is kept, and a fetch that failed is not repeated. */
export const refusalKeptMilliseconds = 60_000;

/** A metadata document as it is kept. */
export interface KeptClientDocument {
  /** As JSON; null when it was refused. */
  readonly metadata: string | null;
  /** Why the last fetch was refused, as JSON; null when it was not. */
  readonly problem: string | null;
  /** Whether it need not be fetched again yet. */
  readonly isFresh: boolean;
}

/** Finds what is kept of a document. */
export async function findClientDocument(
  { kysely }: StoreQueries,
  clientId: string,
): Promise<KeptClientDocument | undefined> {
  const row = await kysely
    .selectFrom("client_documents")
    .select(["metadata", "problem"])
    .select(sql<0 | 1>`case when fresh_until > ${nowMs} then 1 else 0 end`.as("fresh"))
    .where("client_id", "=", clientId)
    .where("expires_at", ">", nowMs)
    .executeTakeFirst();
  return row && { metadata: row.metadata, problem: row.problem, isFresh: row.fresh === 1 };
}

/** A document that was fetched and found right. */
export interface FetchedClientDocument {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** As JSON. */
  readonly metadata: string;
  readonly freshMilliseconds: number;
  /** Whether a pending request may still be redirected to its address. */
  readonly allows: (redirectUri: string) => boolean;
}

/** Keeps a document in the place of what there was. A request that waits for a decision ends when its redirect address is gone. */
export async function saveClientDocument(
  transaction: StoreQueries,
  document: FetchedClientDocument,
): Promise<void> {
  const { clientId, metadata, freshMilliseconds } = document;
  const values = {
    metadata,
    problem: null,
    fetched_at: nowMs,
    fresh_until: after(freshMilliseconds),
    expires_at: after(documentKeptMilliseconds),
  };
  await transaction.kysely
    .insertInto("client_documents")
    .values({ client_id: clientId, ...values })
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet(values))
    .execute();
  await makeRoom(transaction);
  await applyToApplication(transaction, document);
}

/** Keeps that a document was refused. A copy that is younger than a day stays, and is asked for again later. */
export async function saveDocumentRefusal(
  transaction: StoreQueries,
  { clientId, problem }: { readonly clientId: string; readonly problem: string },
): Promise<void> {
  const isKept = sql<boolean>`client_documents.metadata is not null and client_documents.expires_at > ${nowMs}`;
  const retry = after(refusalKeptMilliseconds);
  await transaction.kysely
    .insertInto("client_documents")
    .values({
      client_id: clientId,
      metadata: null,
      problem,
      fetched_at: nowMs,
      fresh_until: retry,
      expires_at: retry,
    })
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet({
        problem,
        metadata: sql`case when ${isKept} then client_documents.metadata end`,
        fetched_at: sql`case when ${isKept} then client_documents.fetched_at else ${nowMs} end`,
        fresh_until: retry,
        expires_at: sql`case when ${isKept} then client_documents.expires_at else ${retry} end`,
      }),
    )
    .execute();
  await makeRoom(transaction);
}

function after(milliseconds: number) {
  return sql<number>`${nowMs} + ${milliseconds}`;
}

/** Refusals go first, so that made-up addresses push no document out. */
async function makeRoom({ kysely }: StoreQueries): Promise<void> {
  const surplus = await kysely
    .selectFrom("client_documents")
    .select("client_id")
    .orderBy("expires_at", "desc")
    .limit(100)
    .offset(clientDocumentsMaximum)
    .execute();
  const ids = surplus.map(({ client_id }) => client_id);
  if (ids.length > 0) await kysely.deleteFrom("client_documents").where("client_id", "in", ids).execute();
}

/** What somebody has consented to follows the document, and what waits for a decision, too. */
async function applyToApplication(
  transaction: StoreQueries,
  { clientId, name, redirectUris, allows }: FetchedClientDocument,
): Promise<void> {
  const { kysely } = transaction;
  const application = await findClientApplication(transaction, clientId);
  if (application !== undefined) {
    const { id } = application;
    await kysely
      .updateTable("applications")
      .set({ name })
      .where("id", "=", id)
      .where("name", "!=", name)
      .execute();
    if (!(await replaceRedirectUris(transaction, id, redirectUris))) return;
  }
  const pending = await kysely
    .selectFrom("authorization_requests")
    .select(["hash", "redirect_uri as redirectUri"])
    .where((eb) =>
      eb.or([
        eb("client_id", "=", clientId),
        ...(application === undefined ? [] : [eb("application_id", "=", application.id)]),
      ]),
    )
    .execute();
  const ended = pending
    .filter(({ redirectUri }) => redirectUri !== "" && !allows(redirectUri))
    .map(({ hash }) => hash);
  for (const hash of ended)
    await kysely.deleteFrom("authorization_requests").where("hash", "=", hash).execute();
}
