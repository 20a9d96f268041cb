import type { TestPlatform } from "./test-platform.ts";

/** Deletes an answer, as its owner does. @returns false when there is no such answer */
export function deleteAnswer(
  { store }: Pick<TestPlatform, "store">,
  surveyId: number,
  answerId: number,
): Promise<boolean> {
  return store.deleteSurveyAnswer({ surveyId, answerId }, { userId: null, username: "ada", address: "" });
}
