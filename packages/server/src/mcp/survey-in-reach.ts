import { surveyState, type SurveyStateName } from "@survey-open-platform/surveys";
import { z } from "zod";
import type { StoreSteps } from "../store/statements/queries.ts";
import type { Store } from "../store/store.ts";
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
  const survey = await readSteps(store, () => findSurveyHead({ surveyId, ...agent.reach }));
  if (survey === undefined) throw surveyNotFound();
  return survey;
}

/** Runs steps that read. */
export function readSteps<Result>(store: Store, steps: () => StoreSteps<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  store.read({ steps, succeed: resolve, fail: reject });
  return promise;
}
