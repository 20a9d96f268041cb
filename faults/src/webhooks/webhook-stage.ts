import { openDatabase, type Database } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";
import type { Engine } from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import { startNodes } from "../nodes/start-nodes.ts";

/** The database of one node that delivers events. */
export interface WebhookStage extends AsyncDisposable {
  readonly database: Database<SurveySchema>;
}

/** How the node is started. */
export interface WebhookNode {
  /** The addresses inside that are open to webhooks. */
  readonly allow: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a node that delivers events, on a new database with the users of the seed. */
export async function openWebhookStage(
  engine: Engine,
  { allow, environment = {} }: WebhookNode,
): Promise<WebhookStage> {
  await using opened = new AsyncDisposableStack();
  const { database: address, folder } = opened.use(await openStage(engine));
  const parameters = [`--webhook-allow=${allow}`];
  opened.use(await startNodes(1, { database: address, folder, parameters, environment }));
  const database = opened.adopt(openDatabase<SurveySchema>({ address, patience: 10 }), (open) =>
    open.close(),
  );
  const running = opened.move();
  return { database, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
