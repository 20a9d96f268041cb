import type { Engine } from "@survey-open-platform/database";
import { answerTables } from "./answer-tables.ts";
import { surveyTables } from "./survey-tables.ts";
import { webhookTables } from "./webhook-tables.ts";

/** SQL that makes the tables of this package. They refer to `accounts`, `users` and `grants`. */
export function surveyStoreTables(engine: Engine): string {
  return surveyTables(engine) + answerTables(engine) + webhookTables(engine);
}
