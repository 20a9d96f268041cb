import type { SurveyTables } from "./survey-tables.ts";
import type { AnswerTables } from "./answer-tables.ts";
import type { ResultTables } from "./result-tables.ts";
import type { WebhookTables } from "./webhook-tables.ts";

/**
 * The tables of surveys, column by column. Times are integer milliseconds UTC, and truth values are 0 or 1. The accounts
 * and users that columns refer to are tables of the platform.
 */
export interface SurveySchema extends SurveyTables, AnswerTables, ResultTables, WebhookTables {}
