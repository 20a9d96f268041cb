import { fileIdsIn, keepableValues, mostDraftBytes, progressBytes } from "@survey-open-platform/surveys";
import { PageError } from "../../pages/page-error.ts";
import type { PageRequest } from "../../session/page-request.ts";
import type { AnsweringDependencies, FormProgress } from "./form-progress.ts";
import { limitStored } from "./limits.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import type { Respondent } from "./respondent.ts";
import { sealProgress } from "./seal-progress.ts";

/** What a stored form takes beside its texts. */
const bytesOfRow = 512;

/** What was given so far, and by whom. */
export interface ProgressOfRespondent {
  readonly dependencies: AnsweringDependencies;
  readonly pageRequest: PageRequest;
  readonly survey: Pick<SurveyToAnswer, "id">;
  readonly respondent: Respondent;
  readonly progress: FormProgress;
}

/**
 * Stores what was given so far, as much of it as the questions take.
 *
 * @throws `PageError` `invalid_argument` with 413 for too much in one form, and `too_many_requests` for too much of one address
 */
export async function saveProgress({
  dependencies: { store, storedOfAddress },
  pageRequest,
  survey,
  respondent,
  progress,
}: ProgressOfRespondent): Promise<void> {
  const { definition, version, customArguments, pageId, startedAt } = progress;
  const values = keepableValues(definition.pages, progress.values);
  const bytes = progressBytes({ values, customArguments });
  if (bytes > mostDraftBytes) throw new PageError("invalid_argument", { status: 413 });
  const added = bytes - (progress.isStored ? (progress.bytes ?? 0) : -bytesOfRow);
  if (added > 0) await limitStored(store, { address: pageRequest.address, limit: storedOfAddress }, added);
  const files = fileIdsIn(definition.pages, values);
  const { sealKey } = respondent;
  const filledIn = { values, customArguments, pageId };
  const kept = sealKey === undefined ? filledIn : sealProgress(filledIn, sealKey);
  const columns = { version, ...kept, startedAt, files };
  await store.surveys.saveProgress({ surveyId: survey.id, hash: respondent.draftHash, ...columns });
}
