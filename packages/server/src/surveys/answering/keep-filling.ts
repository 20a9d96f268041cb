import { fileIdsIn, keepableValues, mostDraftBytes, progressBytes } from "@survey-open-platform/surveys";
import { PageError } from "../../pages/page-error.ts";
import type { Visit } from "../../session/visit.ts";
import type { AnsweringDependencies, Filling } from "./filling.ts";
import { limitStored } from "./limits.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import type { Respondent } from "./respondent.ts";

/** What a stored form takes beside its texts. */
const bytesOfRow = 512;

/** What was given so far, and by whom. */
export interface FillingToKeep {
  readonly dependencies: AnsweringDependencies;
  readonly visit: Visit;
  readonly survey: Pick<SurveyToAnswer, "id">;
  readonly respondent: Respondent;
  readonly filling: Filling;
}

/**
 * Stores what was given so far, as much of it as the questions take.
 *
 * @throws `PageError` `invalid_argument` with 413 for too much in one form, and `too_many_requests` for too much of one address
 */
export async function keepFilling({
  dependencies: { store, storedOfAddress },
  visit,
  survey,
  respondent,
  filling,
}: FillingToKeep): Promise<void> {
  const { definition, version, customArguments, pageId, startedAt } = filling;
  const values = keepableValues(definition.pages, filling.values);
  const bytes = progressBytes({ values, customArguments });
  if (bytes > mostDraftBytes) throw new PageError("invalid_argument", { status: 413 });
  const added = bytes - (filling.isStored ? (filling.bytes ?? 0) : -bytesOfRow);
  if (added > 0) await limitStored(store, { address: visit.address, limit: storedOfAddress }, added);
  const files = fileIdsIn(definition.pages, values);
  const progress = { version, values, customArguments, pageId, startedAt, files };
  await store.surveys.keepProgress({ surveyId: survey.id, hash: respondent.draftHash, ...progress });
}
