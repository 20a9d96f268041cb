import type { TestPlatform } from "./test-platform.ts";
import { deleteSurveyAnswer } from "../../src/store/surveys/delete-survey-answer.ts";

/** Deletes an answer, as its owner does. @returns false when there is no such answer */
export function deleteAnswer(
  { store }: Pick<TestPlatform, "store">,
  surveyId: number,
  answerId: number,
): Promise<boolean> {
  return store.write(
    deleteSurveyAnswer,
    { surveyId, answerId },
    { actor: { userId: null, username: "ada", address: "" }, context: store.answerWriteContext },
  );
}
