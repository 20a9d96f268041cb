import {
  checkLogic,
  compareDefinitions,
  type DefinitionDifference,
  inTurns,
  type InTurns,
  type PublicationHint,
  publicationHints,
  publicationObstacle,
  type PublicationObstacle,
  type SurveyDefinition,
  type SurveyDraft,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
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
  /** What its author should look at before. */
  readonly hints: readonly PublicationHint[];
  /** How many people are in the middle of answering the newest version. */
  readonly halfFilled: number;
  /** Whether it collects answers until someone stops it. */
  readonly isEndless: boolean;
}

/** Finds the draft of a survey, compared with its newest version. @throws `PageError` `not_found` */
export async function publicationOf(
  store: Store,
  { id, version }: Pick<SurveyForUser, "id" | "version">,
): Promise<PublicationState> {
  const draft = await store.surveys.findDraft(id);
  if (draft === undefined) throw notFound();
  const published = version === 0 ? undefined : await store.surveys.definitionOfVersion(id, version);
  const halfFilled = version === 0 ? 0 : await store.surveys.countHalfFilled(id);
  const settings = await store.surveys.findSettings(id);
  const isEndless = settings?.endAt === null && settings.answerLimit === null;
  return { draft, halfFilled, isEndless, ...(await inTurns(examined(draft, published))) };
}

/** Each of the two takes long for a survey of the largest size. */
function* examined(
  { definition }: SurveyDraft,
  published: SurveyDefinition | undefined,
): InTurns<Pick<PublicationState, "difference" | "obstacle" | "hints">> {
  yield;
  const difference = published && compareDefinitions(published, definition);
  yield;
  const problems = checkLogic(definition);
  const hints = publicationHints(definition, problems);
  return { difference, obstacle: publicationObstacle(definition, problems), hints };
}

/** What the bar shows. */
export type PublicationBarProps = {
  readonly language: Language;
  readonly csrf: string;
  readonly survey: Pick<SurveyForUser, "id" | "version" | "rights">;
  readonly publication: PublicationState;
};
