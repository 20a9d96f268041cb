import {
  compareDefinitions,
  type DefinitionDifference,
  publicationObstacle,
  type PublicationObstacle,
  type SurveyDraft,
} from "@survey-open-platform/surveys";
import { notFound } from "../../pages/page-error.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";

/** The draft of a survey, and what publishing it would change. */
export interface PublicationState {
  readonly draft: SurveyDraft;
  /** Undefined as long as no version was published. */
  readonly difference: DefinitionDifference | undefined;
  /** Why it cannot be published; undefined when it can. */
  readonly obstacle: PublicationObstacle | undefined;
}

/** Finds the draft of a survey, compared with its newest version. @throws `PageError` `not_found` */
export async function publicationOf(
  store: Store,
  { id, version }: Pick<SurveyForUser, "id" | "version">,
): Promise<PublicationState> {
  const draft = await store.surveys.findDraft(id);
  if (draft === undefined) throw notFound();
  const published = version === 0 ? undefined : await store.surveys.definitionOfVersion(id, version);
  return {
    draft,
    difference: published && compareDefinitions(published, draft.definition),
    obstacle: publicationObstacle(draft.definition),
  };
}
