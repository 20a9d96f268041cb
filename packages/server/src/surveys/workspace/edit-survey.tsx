import {
  addingPage,
  compareDefinitions,
  copyingQuestion,
  editPages,
  joiningPage,
  movingPage,
  movingQuestion,
  placingQuestion,
  questionTypes,
  removingPage,
  removingQuestion,
  type DefinitionDifference,
  type IdMaker,
  type PagesEdit,
  type QuestionPlace,
  type UndoDirection,
} from "@survey-open-platform/surveys";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnFields } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { applyEdit, definitionAt, draftOf, revisionIn, withinLimits } from "./draft-edit.ts";
import { editNotices, EditSurveyPage, type EditNotice } from "./edit-survey-page.tsx";
import { publicationOf } from "./publication.ts";

const path = `${surveyPath}/edit`;
/** The form has a field for each page and a few others. */
const formMaximumBytes = 64 * 1024;

/** `/surveys/:id/edit`: the pages and questions of a survey, and what can be done with each. */
export function surveyEditing(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => edit(store, pageRequest) },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path: address, signedIn, context } = pageRequest;
  const survey = await surveyForUser(store, pageRequest, "edit");
  const given = context.req.query("notice");
  const publication = await publicationOf(store, survey);
  const props = {
    language,
    path: address,
    signedIn,
    survey,
    publication,
    mayUndo: (await store.surveys.findUndoStep(survey.id, "undo")) !== undefined,
    mayRedo: (await store.surveys.findUndoStep(survey.id, "redo")) !== undefined,
    notice: editNotices.find((notice) => notice === given),
    changedByOthers: await changedByOthers(store, survey, pageRequest),
  };
  return renderPage(<EditSurveyPage {...props} />, { status: 200, script: true });
}

/** What another editor changed between two revisions that the address names. */
async function changedByOthers(
  store: Store,
  { id }: SurveyForUser,
  { context }: UserRequest,
): Promise<DefinitionDifference | undefined> {
  const [since, until] = [context.req.query("since"), context.req.query("until")].map((text) =>
    revisionIn(text ?? ""),
  );
  if (!since || !until || since >= until) return undefined;
  const before = await definitionAt(store, id, since);
  const after = await definitionAt(store, id, until);
  return before && after && compareDefinitions(before, after);
}

async function edit(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const [action = "", id = "", before = "", page = ""] = field("do").split(" ", 4);
  const seen = revisionIn(field("revision"));
  if (action === "undo" || action === "redo")
    return undo(store, pageRequest, { survey, direction: action, seen });
  if (action === "add") return toNewQuestion(survey, id, field(`type-${id}`));
  const editing = { surveyId: survey.id, editorUserId: pageRequest.session.user.id };
  const { applied, revision } = await applyEdit(store, editing, (definition, makeId) =>
    editPages(definition, editOf(action, { id, before, page }, makeId)),
  );
  const notice: EditNotice | undefined = revision === applied ? undefined : noticeOf(action);
  return backToSurvey(survey, { notice, seen, applied, anchor: id });
}

/** What an edit is made to. A question that was dragged has a place, too. */
type EditTarget = QuestionPlace & { readonly id: string };

const edits: Readonly<Record<string, (target: EditTarget, makeId: IdMaker) => PagesEdit>> = {
  up: ({ id }) => movingQuestion(id, "up"),
  down: ({ id }) => movingQuestion(id, "down"),
  place: ({ id, ...place }) => placingQuestion(id, place),
  copy: ({ id }, makeId) => copyingQuestion(id, makeId),
  remove: ({ id }) => removingQuestion(id),
  "add-page": ({ id }, makeId) => addingPage(id, makeId),
  "join-page": ({ id }) => joiningPage(id),
  "remove-page": ({ id }) => removingPage(id),
  "page-up": ({ id }) => movingPage(id, "up"),
  "page-down": ({ id }) => movingPage(id, "down"),
};

function editOf(action: string, target: EditTarget, makeId: IdMaker): PagesEdit {
  const found = Object.hasOwn(edits, action) ? edits[action] : undefined;
  if (found === undefined) throw new PageError("invalid_argument", { status: 400, detail: "do" });
  return withinLimits(found(target, makeId));
}

function noticeOf(action: string): EditNotice {
  return editNotices.find((notice) => notice === action) ?? "saved";
}

/** To the form of a question that is stored once its author has written it. */
function toNewQuestion({ id }: SurveyForUser, page: string, given: string): Response {
  const type = questionTypes.find((one) => one === given);
  if (type === undefined) throw new PageError("invalid_argument", { status: 400, detail: "type" });
  const query = new URLSearchParams({ page, type }).toString();
  return redirectTo(surveyAddress(id, `/edit/questions/new?${query}`));
}

/** Undoes a change, or redoes what was undone, if the draft is still the one that the user saw. */
async function undo(
  store: Store,
  { session }: UserRequest,
  {
    survey,
    direction,
    seen,
  }: { readonly survey: SurveyForUser; readonly direction: UndoDirection; readonly seen: number },
): Promise<Response> {
  const { revision } = await draftOf(store, survey.id);
  const step = await store.surveys.findUndoStep(survey.id, direction);
  if (revision !== seen || step === undefined)
    return backToSurvey(survey, { notice: undefined, seen, applied: revision });
  const saving = await store.surveys.saveDraft({
    surveyId: survey.id,
    definition: step.definition,
    revision,
    editorUserId: session.user.id,
    restored: step.revision,
  });
  const isSaved = saving !== undefined && "saved" in saving;
  const notice = direction === "undo" ? "undone" : "redone";
  return backToSurvey(survey, { notice: isSaved ? notice : undefined, seen, applied: revision });
}

interface Outcome {
  readonly notice: EditNotice | undefined;
  /** The revision that the user saw, and the one that the edit was applied to. */
  readonly seen: number;
  readonly applied: number;
  /** The id of what the user was looking at. */
  readonly anchor?: string;
}

/** Back to the page; with what others changed between what the user saw and what the edit was applied to. */
export function backToSurvey(
  { id }: SurveyForUser,
  { notice, seen, applied, anchor = "" }: Outcome,
): Response {
  const query = new URLSearchParams({
    ...(notice !== undefined && { notice }),
    ...(seen > 0 && seen < applied && { since: String(seen), until: String(applied) }),
  }).toString();
  const fragment = /^[\w-]+$/.test(anchor) && notice !== "remove" ? `#${anchor}` : "";
  return redirectTo(surveyAddress(id, `/edit${query === "" ? "" : `?${query}`}${fragment}`));
}
