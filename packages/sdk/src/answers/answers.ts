import type { DataCaller } from "../data-caller.ts";
import { answerPath, surveyPath, type SurveyId } from "../surveys/survey-path.ts";
import type { GivenAnswer, WrittenAnswer } from "../surveys/written-data.ts";
import { writeCall, type WriteOptions } from "../write-call.ts";

/** The calls that write answers. */
export interface Answers {
  /** Sends an answer, by the rules of the survey's page. */
  create(surveyId: SurveyId, answer: GivenAnswer, options?: WriteOptions): Promise<WrittenAnswer>;
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
    create: async (surveyId, answer, options) =>
      await writeCall<WrittenAnswer>(caller, surveyPath(surveyId, "/answers"), { answer }, options),
    update: async (surveyId, answerId, answer, options) =>
      await writeCall<WrittenAnswer>(caller, answerPath(surveyId, answerId), { answer }, options),
  };
}
