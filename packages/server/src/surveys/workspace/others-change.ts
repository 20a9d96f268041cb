import { compareDefinitions, type DefinitionDifference } from "@survey-open-platform/surveys";
import type { UserRequest } from "../../session/page-request.ts";
import { listDraftEditors, type RevisionRange } from "../../store/surveys/draft-editor-table.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { definitionAt, revisionIn } from "./draft-edit.ts";

/** What other editors changed, and their nicknames as far as they are known. */
export interface OthersChange {
  readonly names: readonly string[];
  readonly difference: DefinitionDifference;
}

/** What others changed between two revisions that the address names. */
export async function changeInAddress(
  store: Store,
  { id }: SurveyForUser,
  pageRequest: UserRequest,
): Promise<OthersChange | undefined> {
  const { req } = pageRequest.context;
  const [since, until] = [req.query("since"), req.query("until")].map((text) => revisionIn(text ?? ""));
  return since && until ? othersChange(store, pageRequest, { surveyId: id, since, until }) : undefined;
}

/** What changed between two revisions, and who changed it; undefined for nothing, or when one of them is not kept. */
export async function othersChange(
  store: Store,
  { session }: UserRequest,
  range: RevisionRange,
): Promise<OthersChange | undefined> {
  const { surveyId, since, until } = range;
  if (since === 0 || since >= until) return undefined;
  const before = await definitionAt(store, surveyId, since);
  const after = before && (await definitionAt(store, surveyId, until));
  if (before === undefined || after === undefined) return undefined;
  const names = await listDraftEditors(store.reader, range, session.user.id);
  return { names, difference: compareDefinitions(before, after) };
}
