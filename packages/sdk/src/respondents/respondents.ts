import type { DataCaller } from "../data-caller.ts";
import { surveyPath, type SurveyId } from "../surveys/survey-path.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import { writeCall, type WriteOptions } from "../write-call.ts";

/** A respondent who may answer a survey that has a list. */
export interface AccessListEntry {
  /** Of the entry. */
  readonly id: number;
  readonly respondent_id: number;
}

/** At most 100 entries, descending by id. */
export interface AccessList {
  readonly list: readonly AccessListEntry[];
}

/** Which entries of a list. */
export interface AccessListOptions extends WaitOptions {
  /** Only entries below this id: that of the last one of the page before. */
  readonly before?: number | undefined;
}

/** The calls about who may answer a survey. They need a team's token. */
export interface Respondents {
  list(surveyId: SurveyId, options?: AccessListOptions): Promise<AccessList>;
  /** Puts 1 to 100 accounts of the application on the list. From then on only those on it may answer. */
  allow(surveyId: SurveyId, respondentIds: readonly number[], options?: WriteOptions): Promise<void>;
  /** Takes 1 to 100 accounts of the application off the list. A list that gets empty lets no one answer. */
  disallow(surveyId: SurveyId, respondentIds: readonly number[], options?: WriteOptions): Promise<void>;
}

/** The calls of a caller about respondents. */
export function respondentsOf(caller: DataCaller): Respondents {
  const change =
    (call: string): Respondents["allow"] =>
    async (surveyId, respondentIds, options) => {
      const body = { type: 11, respondent_ids: respondentIds };
      await writeCall(caller, listPath(surveyId, call), body, options);
    };
  return {
    list: async (surveyId, { before, signal } = {}) =>
      await caller.call(listPath(surveyId), { query: { last_id: before }, signal }),
    allow: change("/batch"),
    disallow: change("/batch_delete"),
  };
}

function listPath(surveyId: SurveyId, rest = ""): string {
  return surveyPath(surveyId, `/respondent/access_list${rest}`);
}
