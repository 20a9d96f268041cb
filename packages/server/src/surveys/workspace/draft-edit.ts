import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  addingQuestion,
  editPages,
  idMaker,
  idsOf,
  surveyLimits,
  type IdMaker,
  type PagesEdit,
  type Question,
  type QuestionPlace,
  type SurveyDefinition,
  type SurveyDraft,
} from "@survey-open-platform/surveys";
import { notFound, PageError } from "../../pages/page-error.ts";
import type { Actor } from "../../store/audit/audit-log-table.ts";
import type { Store } from "../../store/store.ts";
import { saveDraftForUser } from "../../store/surveys/write-survey-for-user.ts";

/** How often an edit is tried again when other editors save at the same moment. */
const attempts = 5;

/** Whose edit it is, of which survey. */
export interface Editing {
  readonly surveyId: number;
  readonly actor: Actor;
}

/** The outcome of an edit. */
export interface DraftEdit {
  /** The revision that the edit was applied to. */
  readonly applied: number;
  /** The revision after it; the same when the edit could change nothing. */
  readonly revision: number;
}

/**
 * Applies an edit to the draft as it is now, whatever other editors have saved meanwhile: it changes one thing, so nothing of
 * theirs is lost.
 *
 * @param edit returns undefined when there is nothing that it could change
 * @throws `PageError` `not_found` when the survey is gone
 */
export async function applyEdit(
  store: Store,
  { surveyId, actor }: Editing,
  edit: (definition: SurveyDefinition, makeId: IdMaker) => SurveyDefinition | undefined,
): Promise<DraftEdit> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const draft = await draftOf(store, surveyId);
    const { revision } = draft;
    const definition = edit(draft.definition, await idMakerFor(store, surveyId, draft));
    if (definition === undefined || isDeepStrictEqual(definition, draft.definition))
      return { applied: revision, revision };
    const saving = await store.write(
      saveDraftForUser,
      { surveyId, definition, revision },
      { actor, outbox: store.outbox },
    );
    if (saving !== undefined && "saved" in saving)
      return { applied: revision, revision: saving.saved.revision };
  }
  throw new PageError("busy", { status: 503, retryAfterSeconds: 1 });
}

/** The draft of a survey. @throws `PageError` `not_found` */
export async function draftOf(store: Store, surveyId: number): Promise<SurveyDraft> {
  const draft = await store.surveys.findDraft(surveyId);
  if (draft === undefined) throw notFound();
  return draft;
}

/** Makes ids that neither the draft nor any version of a survey has. */
export async function idMakerFor(store: Store, surveyId: number, draft: SurveyDraft): Promise<IdMaker> {
  return idMakerBeside([draft.definition, ...(await publishedDefinitions(store, surveyId))]);
}

/** Makes ids that none of some definitions has. */
export function idMakerBeside(definitions: readonly SurveyDefinition[]): IdMaker {
  return idMaker(definitions.flatMap(idsOf), randomBytes);
}

/** The definition of every version of a survey. */
export async function publishedDefinitions(
  store: Store,
  surveyId: number,
): Promise<readonly SurveyDefinition[]> {
  const versions = await store.surveys.definitionsOf(surveyId);
  return versions.map(({ definition }) => definition);
}

/** A revision of the draft, present or past; undefined when it is no longer kept. */
export async function definitionAt(
  store: Store,
  surveyId: number,
  revision: number,
): Promise<SurveyDefinition | undefined> {
  const draft = await draftOf(store, surveyId);
  return draft.revision === revision ? draft.definition : store.surveys.findRevision(surveyId, revision);
}

/** The question of a definition with an id. */
export function questionIn({ pages }: Pick<SurveyDefinition, "pages">, id: string): Question | undefined {
  return pages.flatMap(({ questions }) => questions).find((question) => question.id === id);
}

/** The number that a form names its revision by; 0 for what is none. */
export function revisionIn(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

/** As many pages and questions as a declarative file may have. */
export function withinLimits(change: PagesEdit): PagesEdit {
  return (pages) => {
    const changed = change(pages);
    const isWithin =
      changed !== undefined &&
      changed.length <= surveyLimits.pages &&
      changed.every(({ questions }) => questions.length <= surveyLimits.questionsPerPage);
    return isWithin ? changed : undefined;
  };
}

/** A definition with one more question, at a place or, where its page is gone or full, on the last; undefined when that is full. */
export function withAddedQuestion(
  definition: SurveyDefinition,
  place: QuestionPlace,
  question: Question,
): SurveyDefinition | undefined {
  const last = { page: definition.pages.at(-1)?.id ?? "", before: "" };
  return (
    editPages(definition, withinLimits(addingQuestion(place, question))) ??
    editPages(definition, withinLimits(addingQuestion(last, question)))
  );
}
