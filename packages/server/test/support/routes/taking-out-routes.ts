import { makeAnswerSheet } from "../answer-sheet.ts";
import { adasQuestions } from "../results-link.ts";
import type { RouteRow } from "./route-row.ts";
import { surveyIdOf, surveyRow } from "./survey-routes.ts";

/** Routes on which a survey itself is taken out, and sheets of its answers are made. */
export const takingOutRoutes: readonly RouteRow[] = [
  surveyRow("/export/sheets", 200),
  { ...surveyRow("/export/sheets", 200, { values: "texts" }), stepUp: true },
  {
    ...surveyRow("/export/sheets/:sheet/withdraw", 303),
    method: "POST",
    async prepare(platform) {
      const { id } = await adasQuestions(platform);
      await makeAnswerSheet(platform);
      return { address: `/surveys/${id}/export/sheets/1/withdraw`, fields: {} };
    },
  },
  surveyRow("/print", 200),
  surveyRow("/export/survey", 200),
  {
    ...surveyRow("/export/survey/:system", 200),
    prepare: async (platform) => ({
      address: `/surveys/${await surveyIdOf(platform, "ada-1")}/export/survey/limesurvey`,
    }),
  },
];
