import { randomUUID } from "node:crypto";
import type { Database } from "@survey-open-platform/database";
import { receiverOf } from "./faulty-mail-server.ts";

const rowsAtATime = 500;

/** The columns of the outbox that a mail begins with, and what the address of a survey is made of. */
export interface OutboxSchema {
  readonly surveys: { readonly id: number; readonly hash: string };
  readonly mails: Readonly<
    Record<"message_id" | "kind" | "recipient" | "language" | "facts" | "state", string>
  > &
    Readonly<Record<"created_at" | "useless_at" | "expires_at", number>> & { readonly due_at: number | null };
}

/** Settings of a node that sends to a server, as fast as it takes mails. */
export function mailSettings(server: string) {
  return {
    SOP_MAIL: server,
    SOP_MAIL_FROM: "surveys@survey.example",
    SOP_MAIL_PER_MINUTE: "100000",
    SOP_AUTH_URL: "http://survey.example",
  };
}

/** Writes mails that are due, each to a receiver of its own. */
export async function queueMails(database: Database<OutboxSchema>, count: number): Promise<void> {
  const now = Date.now();
  for (let first = 0; first < count; first += rowsAtATime) {
    const places = Array.from({ length: Math.min(rowsAtATime, count - first) }, (_, at) => first + at);
    await database.write(({ kysely }) =>
      kysely
        .insertInto("mails")
        .values(places.map((place) => ({ ...mailTo(place), ...lifeFrom(now) })))
        .execute(),
    );
  }
}

function mailTo(place: number) {
  const facts = JSON.stringify({ username: `person${place}` });
  const recipient = receiverOf(place);
  return { message_id: randomUUID(), kind: "password_changed", recipient, language: "en", facts };
}

function lifeFrom(now: number) {
  const day = 86_400_000;
  return { state: "waiting", due_at: now, created_at: now, useless_at: now + day, expires_at: now + day };
}
