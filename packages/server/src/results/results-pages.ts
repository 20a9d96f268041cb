import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import { answerList } from "./answer-list.tsx";
import { crossPage } from "./cross.tsx";
import { exportPages } from "./export.tsx";
import { ExportJobs } from "./export-jobs.ts";
import { resultsPage } from "./results.tsx";
import { singleAnswerPages } from "./single-answer.tsx";

/** The pages on which results are read and exported. */
export function resultsPages(store: Store): readonly PageRoute[] {
  return [
    resultsPage(store),
    crossPage(store),
    answerList(store),
    ...singleAnswerPages(store),
    ...exportPages({ store, jobs: new ExportJobs(store) }),
  ];
}
