import { randomUUID } from "node:crypto";
import { openDatabase, type Database } from "@survey-open-platform/database";
import type { Engine } from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import { startNodes, type Nodes } from "../nodes/start-nodes.ts";
import { FaultyMailServer, receiverOf } from "./faulty-mail-server.ts";

const rowsAtATime = 500;

/** The columns of the outbox that a mail begins with, and what the address of a survey is made of. */
export interface OutboxSchema {
  readonly surveys: { readonly id: number; readonly hash: string };
  readonly mails: Readonly<
    Record<"message_id" | "kind" | "recipient" | "language" | "facts" | "state", string>
  > &
    Readonly<Record<"created_at" | "useless_at" | "expires_at", number>> & { readonly due_at: number | null };
}

/** Nodes that hand mails over, the server that takes them, and their database. */
export interface Mailing extends AsyncDisposable {
  readonly nodes: Nodes;
  readonly server: FaultyMailServer;
  readonly database: Database<OutboxSchema>;
}

/** Starts nodes that send as fast as a server takes mails, each of which is due and has a receiver of its own. */
export async function startMailing(
  engine: Engine,
  count: number,
  { nodeCount = 1, isFaulty = true, environment = {} } = {},
): Promise<Mailing> {
  await using stack = new AsyncDisposableStack();
  const stage = stack.use(await openStage(engine));
  const server = stack.use(new FaultyMailServer({ isFaulty }));
  const settings = {
    SOP_MAIL: await server.listen(),
    SOP_MAIL_FROM: "surveys@survey.example",
    SOP_MAIL_PER_MINUTE: "100000",
    SOP_AUTH_URL: "http://survey.example",
    ...environment,
  };
  const nodes = stack.use(await startNodes(nodeCount, { ...stage, environment: settings }));
  const database = openDatabase<OutboxSchema>({ address: stage.database, patience: 10 });
  stack.defer(() => database.close());
  await queueMails(database, count);
  const open = stack.move();
  return { nodes, server, database, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

async function queueMails(database: Database<OutboxSchema>, count: number): Promise<void> {
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
