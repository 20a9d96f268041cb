import type { DataCaller } from "../data-caller.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import type { WriteOptions } from "../write-call.ts";
import type {
  AnswerChanges,
  AnswerDetail,
  AnswerList,
  AnswerListItem,
  AnswerRow,
  AnswerTable,
} from "./answer-data.ts";
import { allAnswerChanges, listAnswerChanges, type AnswerChangesOptions } from "./list-answer-changes.ts";
import { allAnswerRows, readAnswerTable, type AnswerTableOptions } from "./answer-table.ts";
import { allAnswers, listAnswers, type AnswerListOptions } from "./list-answers.ts";
import { allSurveys, listSurveys, type SurveyListOptions } from "./list-surveys.ts";
import type { LegacySurvey, Survey, SurveyList, SurveyListItem } from "./survey-data.ts";
import { answerPath, surveyPath, type SurveyId } from "./survey-path.ts";
import { addCustomArgument, changeSurveySettings, createSurvey, getReport } from "./write-survey.ts";
import type {
  CreatedSurvey,
  CustomArgument,
  CustomArgumentAddition,
  ReportRequest,
  SurveyCreation,
  SurveyReport,
  SurveySettingsChange,
} from "./written-data.ts";

/** The survey calls. Whose surveys they reach is the token's word: a user's or a team's. */
export interface Surveys {
  /** One page of surveys, ascending by id. Pages count from 1. */
  list(options?: SurveyListOptions & { readonly page?: number | undefined }): Promise<SurveyList>;
  /** All surveys, page after page as they are needed. */
  all(options?: SurveyListOptions): AsyncGenerator<SurveyListItem, void, undefined>;
  /** One survey with its questions. */
  get(surveyId: SurveyId, options?: WaitOptions): Promise<Survey>;
  /** One survey with its questions, in the older spelling. */
  legacy(surveyId: SurveyId, options?: WaitOptions): Promise<LegacySurvey>;
  /** All answers of a survey, page after page as they are needed; `after` takes up where an earlier run ended. */
  answers(surveyId: SurveyId, options?: AnswerListOptions): AsyncGenerator<AnswerListItem, void, undefined>;
  /** One page of a survey's answers. */
  answerPage(surveyId: SurveyId, options?: AnswerListOptions): Promise<AnswerList>;
  /** What happened to a survey's answers since a cursor, part by part: keep the cursor of the last one, and begin with it the next time. */
  changes(surveyId: SurveyId, options?: AnswerChangesOptions): AsyncGenerator<AnswerChanges, void, undefined>;
  /** One part of that. */
  changesPage(surveyId: SurveyId, options?: AnswerChangesOptions): Promise<AnswerChanges>;
  /**
   * The answers as a table, row by row as they are needed: an object with every column, by its name or title. `after` and `since` take
   * up where an earlier run ended.
   */
  table(surveyId: SurveyId, options?: AnswerTableOptions): AsyncGenerator<AnswerRow, void, undefined>;
  /** One page of that, with the columns. */
  tablePage(surveyId: SurveyId, options?: AnswerTableOptions): Promise<AnswerTable>;
  /** One answer, by its serial in the survey, or by the hash that the page after the survey was given. */
  answer(surveyId: SurveyId, answer: number | string, options?: WaitOptions): Promise<AnswerDetail>;
  /** Creates a survey from its text form, or from a file of another system, as a draft. */
  create(survey: SurveyCreation, options?: WriteOptions): Promise<CreatedSurvey>;
  /** Changes settings: all that are given, or none. `state: 2` publishes a draft. */
  changeSettings(surveyId: SurveyId, settings: SurveySettingsChange, options?: WriteOptions): Promise<void>;
  /** Adds a parameter of the survey's address that is kept with each answer. */
  addCustomArgument(
    surveyId: SurveyId,
    argument: CustomArgumentAddition,
    options?: WriteOptions,
  ): Promise<CustomArgument>;
  /** Counts a survey's answers. A token for reading is enough. */
  report(surveyId: SurveyId, report?: ReportRequest, options?: WriteOptions): Promise<SurveyReport>;
}

/** The survey calls of a caller. */
export function surveysOf(caller: DataCaller): Surveys {
  return {
    list: (options) => listSurveys(caller, options),
    all: (options) => allSurveys(caller, options),
    get: async (surveyId, options) => await caller.call(surveyPath(surveyId), options),
    legacy: async (surveyId, options) => await caller.call(surveyPath(surveyId, "/legacy"), options),
    answers: (surveyId, options) => allAnswers(caller, surveyId, options),
    answerPage: (surveyId, options) => listAnswers(caller, surveyId, options),
    changes: (surveyId, options) => allAnswerChanges(caller, surveyId, options),
    changesPage: (surveyId, options) => listAnswerChanges(caller, surveyId, options),
    table: (surveyId, options) => allAnswerRows(caller, surveyId, options),
    tablePage: (surveyId, options) => readAnswerTable(caller, surveyId, options),
    answer: async (surveyId, answer, options) => await caller.call(answerPath(surveyId, answer), options),
    create: (survey, options) => createSurvey(caller, survey, options),
    changeSettings: (surveyId, settings, options) =>
      changeSurveySettings(caller, surveyId, settings, options),
    addCustomArgument: (surveyId, argument, options) =>
      addCustomArgument(caller, surveyId, argument, options),
    report: (surveyId, report, options) => getReport(caller, surveyId, report, options),
  };
}
