import type { PageRoute } from "../../session/page-route.ts";
import type { Store } from "../../store/store.ts";
import { surveyComments } from "./comments.tsx";
import { surveyHandOver } from "./hand-over.tsx";
import { surveyLog } from "./log.tsx";
import { surveyPeople } from "./people.tsx";

/** The pages about who works on a survey. */
export function sharingPages(store: Store): readonly PageRoute[] {
  return [surveyLog(store), ...surveyPeople(store), ...surveyHandOver(store), ...surveyComments(store)];
}
