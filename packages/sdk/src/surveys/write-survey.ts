import type { DataCaller } from "../data-caller.ts";
import { writeCall, type WriteOptions } from "../write-call.ts";
import { surveyPath, type SurveyId } from "./survey-path.ts";
import type {
  CreatedSurvey,
  CustomArgument,
  CustomArgumentAddition,
  ReportRequest,
  SurveyCreation,
  SurveyReport,
  SurveySettingsChange,
} from "./written-data.ts";

/** Creates a survey from its text form, or from a file of another system, as a draft. */
export function createSurvey(
  caller: DataCaller,
  survey: SurveyCreation,
  options?: WriteOptions,
): Promise<CreatedSurvey> {
  return writeCall<CreatedSurvey>(caller, "/api/surveys", survey, options);
}

/** Changes settings of a survey: all that are given, or none. */
export async function changeSurveySettings(
  caller: DataCaller,
  surveyId: SurveyId,
  settings: SurveySettingsChange,
  options?: WriteOptions,
): Promise<void> {
  await writeCall(caller, surveyPath(surveyId, "/settings"), settings, options);
}

/** Adds a parameter of the survey's address that is kept with each answer. */
export async function addCustomArgument(
  caller: DataCaller,
  surveyId: SurveyId,
  argument: CustomArgumentAddition,
  options?: WriteOptions,
): Promise<CustomArgument> {
  return await writeCall<CustomArgument>(caller, surveyPath(surveyId, "/custom_args"), argument, options);
}

/** Counts a survey's answers. It changes nothing, and a token for reading is enough. */
export async function getReport(
  caller: DataCaller,
  surveyId: SurveyId,
  report: ReportRequest = {},
  options?: WriteOptions,
): Promise<SurveyReport> {
  return await writeCall<SurveyReport>(caller, surveyPath(surveyId, "/report_aggs"), report, options);
}
