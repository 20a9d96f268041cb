export { buildAnswerPages } from "./declared/build-answer-pages.ts";
export {
  type DeclaredAnswer,
  declaredAnswerSchema,
  type DeclaredValue,
  type DeclaredValues,
} from "./declared/declared-answer.ts";
export {
  type DeclaredPagesInput,
  declaredPagesSchema,
  declaredQuestionSchema,
  declaredText,
  surveyLimits,
} from "./declared/declared-pages.ts";
export { normaliseDeclaredPages } from "./declared/normalise-declared-pages.ts";
export { type AnswerReference, answerReference } from "./model/answer-reference.ts";
export { type AnswerPage, answerPageSchema, type AnswerQuestion } from "./model/answer.ts";
export { makeAnswerHash, makeSurveyHash } from "./model/hashes.ts";
export { parseWallTime, type PlatformZone, platformZone, unixSeconds } from "./model/platform-time.ts";
export { type Problem, problemSink, type ProblemSink } from "./model/problem.ts";
export { type SurveyPage, surveyPageSchema } from "./model/question.ts";
export type { Readonlys } from "./model/readonlys.ts";
export { isStorable } from "./model/storable-text.ts";
export {
  type SurveyScene,
  surveyScene,
  surveyState,
  type SurveyState,
  type SurveyStateName,
  type SurveySummary,
} from "./model/survey.ts";
export { countField, idField, secondsField, textTimeField } from "./model/wire-fields.ts";
export {
  parseSurveyText,
  type ParsedSurveyText,
  type TextProblem,
  type TextSurvey,
} from "./text-form/parse-survey-text.ts";
export { printSurveyText, type PrintedSurvey } from "./text-form/print-survey-text.ts";
export { type TextFormLanguage } from "./text-form/labels.ts";
