import type { Database } from "@survey-open-platform/database";
import {
  createSurveyStore,
  Outbox,
  platformZone,
  type SurveySchema,
  type SurveyStore,
} from "@survey-open-platform/surveys";

/** The verbs on surveys of a database, without a platform around them. */
export function openSurveys(database: Database<SurveySchema>): SurveyStore {
  return createSurveyStore(database, new Outbox(platformZone("Asia/Shanghai")));
}
