import type { Logger } from "@survey-open-platform/service";
import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import type { UploadDependencies } from "./answering/receive-uploads.ts";
import { listPages } from "./list/list-pages.ts";
import { participantPages } from "./participants/participant-pages.ts";
import { resultsPages } from "./results/results-pages.ts";
import { sharingPages } from "./sharing/sharing-pages.ts";
import { workspacePages } from "./workspace/workspace-pages.ts";

/** The pages of surveys for those who work on them; those for respondents are in `answering/`. */
export function surveyPages(
  { store, log }: { readonly store: Store; readonly log: Pick<Logger, "warn"> },
  files: UploadDependencies | undefined,
): readonly PageRoute[] {
  return [
    ...listPages(store),
    ...workspacePages(store, files),
    ...participantPages(store),
    ...resultsPages({ store, log }, files?.folder),
    ...sharingPages(store),
  ];
}
