import {
  compareDefinitions,
  type DefinitionDifference,
  inTurns,
  type InTurns,
  publicationObstacle,
  type PublicationObstacle,
  type SurveyDefinition,
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
  return { draft, ...(await inTurns(examined(draft, published))) };
}

/** Each of the two takes long for a survey of the largest size. */
function* examined(
  { definition }: SurveyDraft,
  published: SurveyDefinition | undefined,
): InTurns<Omit<PublicationState, "draft">> {
  yield;
  const difference = published && compareDefinitions(published, definition);
  yield;
  return { difference, obstacle: publicationObstacle(definition) };
}
