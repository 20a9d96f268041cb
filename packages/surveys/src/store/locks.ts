/** Held while a survey is changed: its draft, its versions, its settings. */
export function surveyLock(surveyId: number): string {
  return `survey ${surveyId}`;
}

/** Held while answers of a survey are added, changed or deleted. */
export function answersLock(surveyId: number): string {
  return `answers of survey ${surveyId}`;
}
