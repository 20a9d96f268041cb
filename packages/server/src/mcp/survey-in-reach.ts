import { surveyState, type SurveyStateName } from "@survey-open-platform/surveys";
import { z } from "zod";
import { readInCall } from "../api/calls/read-in-call.ts";
import { findSurveyHead, type SurveyHead } from "../store/surveys/survey-table.ts";
import { surveyNotFound, type ToolRequest } from "./tool.ts";

/** The argument that names a survey. */
export const surveyIdArgument = z.int().min(1).describe("Id of the survey, from list_surveys.");

/** The words for the states of a survey. */
export const stateNames = ["draft", "collecting", "paused"] as const satisfies readonly SurveyStateName[];

/** The word for the number of a state. */
export function stateName(state: number): (typeof stateNames)[number] {
  return stateNames.find((name) => surveyState[name] === state) ?? "draft";
}

/** The survey that an agent names, within what its person chose. @throws `ToolProblem` the same for one that is not there */
export async function surveyInReach({ store, agent }: ToolRequest, surveyId: number): Promise<SurveyHead> {
  const survey = await readInCall(store, () => findSurveyHead({ surveyId, ...agent.reach }));
  if (survey === undefined) throw surveyNotFound();
  return survey;
}
