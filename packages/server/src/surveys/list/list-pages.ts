import type { PageRoute } from "../../session/page-route.ts";
import type { Store } from "../../store/store.ts";
import { surveyDeletion } from "./delete-survey.tsx";
import { surveyBin } from "./survey-bin.tsx";
import { surveyLabels } from "./survey-labels.tsx";
import { surveyList } from "./survey-list.tsx";

/** The lists of surveys, with what is done to a survey in them: labels, and the way into the bin and out of it. */
export function listPages(store: Store): readonly PageRoute[] {
  return [surveyList(store), ...surveyBin(store), ...surveyLabels(store), ...surveyDeletion(store)];
}
