import type { Logger } from "@survey-open-platform/service";
import type { PageRoute } from "../../session/page-route.ts";
import type { Store } from "../../store/store.ts";
import type { UploadFolder } from "../../store/surveys/upload-folder.ts";
import { answerList } from "./answer-list.tsx";
import { answerFile } from "./answer-file.ts";
import { comparePage } from "./compare/compare.tsx";
import { crossPage } from "./cross.tsx";
import { exportPages } from "./export.tsx";
import { ExportJobs } from "./export-jobs.ts";
import { answerImportPages } from "./importing/answer-imports.tsx";
import { noticePages } from "./notices.tsx";
import { questionCharts } from "./question-charts.ts";
import { questionTexts } from "./question-texts.tsx";
import { resultsReport } from "./report/results-report.tsx";
import { resultsPage } from "./results.tsx";
import { savedFilterPages } from "./saved-filters.ts";
import { resultsLinkPages } from "./sharing/results-links.tsx";
import { answerSheetPages } from "./sheets/answer-sheets.tsx";
import { surveyArchive } from "./survey-archive.ts";
import { sharedResultsPages } from "./sharing/shared-results.tsx";
import { singleAnswerPages } from "./single-answer.tsx";

/** The pages on which results are read and exported. */
export function resultsPages(
  { store, log }: { readonly store: Store; readonly log: Pick<Logger, "warn"> },
  uploads: UploadFolder | undefined,
): readonly PageRoute[] {
  return [
    resultsPage(store),
    ...noticePages(store),
    questionTexts(store),
    ...questionCharts(store),
    ...savedFilterPages(store),
    ...resultsLinkPages(store),
    ...sharedResultsPages(store),
    ...answerSheetPages(store),
    crossPage(store),
    comparePage(store),
    ...resultsReport(store),
    answerList(store),
    ...singleAnswerPages(store),
    ...answerImportPages(store),
    answerFile(store, uploads),
    ...exportPages({ store, jobs: new ExportJobs(store, log) }),
    ...surveyArchive(store, uploads),
  ];
}
