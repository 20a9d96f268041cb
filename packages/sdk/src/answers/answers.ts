import type { DataCaller } from "../data-caller.ts";
import { answerPath, surveyPath, type SurveyId } from "../surveys/survey-path.ts";
import type { GivenAnswer, NewAnswer, WrittenAnswer } from "../surveys/written-data.ts";
import { writeCall, type WriteOptions } from "../write-call.ts";

/** The calls that write answers. */
export interface Answers {
  /** Sends an answer, by the rules of the survey's page. A team's application may name its respondent. */
  create(surveyId: SurveyId, answer: NewAnswer, options?: WriteOptions): Promise<WrittenAnswer>;
  /** Replaces what was answered, by the answer's serial or hash. The survey has to allow that answers are changed. */
  update(
    surveyId: SurveyId,
    answerId: number | string,
    answer: GivenAnswer,
    options?: WriteOptions,
  ): Promise<WrittenAnswer>;
}

/** The answer calls of a caller. */
export function answersOf(caller: DataCaller): Answers {
  return {
    create: async (surveyId, { respondent_id, ...answer }, options) =>
      await writeCall<WrittenAnswer>(
        caller,
        surveyPath(surveyId, "/answers"),
        { respondent_id, answer },
        options,
      ),
    update: async (surveyId, answerId, answer, options) =>
      await writeCall<WrittenAnswer>(caller, answerPath(surveyId, answerId), { answer }, options),
  };
}
