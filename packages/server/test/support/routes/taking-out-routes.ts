import { makeAnswerSheet } from "../answer-sheet.ts";
import { adasQuestions } from "../results-link.ts";
import type { RouteRow } from "./route-row.ts";
import { surveyIdOf, row } from "./survey-routes.ts";

/** Routes on which a survey itself is taken out, sheets of its answers are made, and answers are taken in. */
export const takingOutRoutes: readonly RouteRow[] = [
  row("/export/sheets", 200),
  { ...row("/export/sheets", 200, { values: "texts" }), stepUp: true },
  {
    ...row("/export/sheets/:sheet/withdraw", 303),
    method: "POST",
    async prepare(platform) {
      const { id } = await adasQuestions(platform);
      await makeAnswerSheet(platform);
      return { address: `/surveys/${id}/export/sheets/1/withdraw`, fields: {} };
    },
  },
  row("/results/import", 200),
  // Forms with a file are sent in another way than those of this table.
  ...["/results/import/look", "/results/import"].map((page): RouteRow => ({
    ...row(page, 403, {}),
    changesNothing: true,
    other: "own",
  })),
  row("/export/archive", 303),
  { ...row("/export/archive", 200, {}), stepUp: true },
  row("/print", 200),
  row("/export/survey", 200),
  {
    ...row("/export/survey/:system", 200),
    prepare: async (platform) => ({
      address: `/surveys/${await surveyIdOf(platform, "ada-1")}/export/survey/limesurvey`,
    }),
  },
];
