import {
  addingPage,
  compareDefinitions,
  copyQuestion,
  editPages,
  inTurns,
  joiningPage,
  movingPage,
  movingQuestion,
  placingPage,
  placingQuestion,
  removingPage,
  removingQuestion,
  withoutReferences,
  type DefinitionDifference,
  type IdMaker,
  type InTurns,
  type PagesEdit,
  type QuestionPlace,
  type SurveyDefinition,
  type UndoDirection,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage, renderStreams } from "../../pages/render-page.ts";
import { actorOf, changeBy } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnFields } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { countOpenComments } from "../../store/surveys/survey-comment-table.ts";
import { saveDraftForUser } from "../../store/surveys/write-survey-for-user.ts";
import { applyEdit, draftOf, questionIn, revisionIn, withinLimits } from "./draft-edit.ts";
import {
  editNotices,
  EditorStreams,
  EditSurveyPage,
  type EditNotice,
  type EditSurveyPageProps,
} from "./edit-survey-page.tsx";
import { conditionsId, ConditionsLine } from "./conditions-page.tsx";
import { frameOf, takesStreams } from "./in-place.ts";
import { changeInAddress, othersChange } from "./others-change.ts";
import { publicationOf } from "./publication.ts";
import { cardId, QuestionCard } from "./question-card.tsx";
import { AddQuestionPage } from "./question-palette.tsx";
import { RemoveQuestionFrame, RemoveQuestionPage } from "./remove-question-page.tsx";

const path = `${surveyPath}/edit`;
/** The form has a field for each page and a few others. */
const formMaximumBytes = 64 * 1024;

/** `/surveys/:id/edit`: the pages and questions of a survey, and what can be done with each. */
export function surveyEditing(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "GET",
      path: `${path}/add`,
      access: "user",
      handle: (pageRequest) => chooseType(store, pageRequest),
    },
    { method: "POST", path, access: "user", handle: (pageRequest) => edit(store, pageRequest) },
    {
      method: "GET",
      path: `${path}/remove/:question`,
      access: "user",
      handle: (pageRequest) => askRemoval(store, pageRequest),
    },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const since = pageRequest.context.req.query("since");
  if (takesStreams(pageRequest) && since !== undefined)
    return newer(store, pageRequest, survey, revisionIn(since));
  const part = await askedPart(store, pageRequest, survey);
  if (part !== undefined) return renderPage(part, { status: 200, inPlace: true });
  const given = pageRequest.context.req.query("notice");
  const props = {
    ...(await editorOf(store, pageRequest, survey)),
    notice: editNotices.find((notice) => notice === given),
    changedByOthers: await changeInAddress(store, survey, pageRequest),
  };
  return renderPage(<EditSurveyPage {...props} />, { status: 200, inPlace: true });
}

/** The card of a question, or when something is shown, where a script asks for that alone. */
async function askedPart(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
): Promise<JSX.Element | undefined> {
  const frame = frameOf(pageRequest);
  if (frame === undefined) return undefined;
  const { language } = pageRequest;
  const draft = await draftOf(store, survey.id);
  const { definition } = draft;
  const questions = definition.pages.flatMap((page) => page.questions);
  const question = questions.find(({ id }) => cardId(id) === frame);
  if (question !== undefined)
    return (
      <QuestionCard
        {...{ language, survey, question }}
        publication={{ draft }}
        openComments={await countOpenComments(store.reader, survey.id)}
      />
    );
  const target = [...definition.pages, ...questions].find(({ id }) => conditionsId(id) === frame);
  return target && <ConditionsLine {...{ language, definition }} surveyId={survey.id} target={target.id} />;
}

/** What the page shows of the draft as it is now. @throws `PageError` `not_found` */
export async function editorOf(
  store: Store,
  { language, path: address, signedIn }: UserRequest,
  survey: SurveyForUser,
): Promise<EditSurveyPageProps> {
  const publication = await publicationOf(store, survey);
  const change = async (direction: UndoDirection) => {
    const step = await store.surveys.findUndoStep(survey.id, direction);
    return step && (await inTurns(compared(publication.draft.definition, step.definition)));
  };
  const openComments = await countOpenComments(store.reader, survey.id);
  const frame = { language, path: address, signedIn, survey, publication, openComments };
  return { ...frame, undo: await change("undo"), redo: await change("redo") };
}

/** It takes long for a survey of the largest size. */
function* compared(before: SurveyDefinition, after: SurveyDefinition): InTurns<DefinitionDifference> {
  yield;
  return compareDefinitions(before, after);
}

/** What has changed since a revision, for a page that asks every few seconds. */
async function newer(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  since: number,
): Promise<Response> {
  const revision = await store.surveys.draftRevision(survey.id);
  if (revision === undefined || revision <= since) return new Response(null, { status: 204 });
  const editor = await editorOf(store, pageRequest, survey);
  const until = editor.publication.draft.revision;
  const changedByOthers = await othersChange(store, pageRequest, { surveyId: survey.id, since, until });
  return renderStreams(<EditorStreams {...editor} changedByOthers={changedByOthers} />);
}

/** Says what names a question before it is deleted. */
async function askRemoval(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path: address, signedIn, context } = pageRequest;
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition, revision } = await draftOf(store, survey.id);
  const question = questionIn(definition, context.req.param("question") ?? "");
  if (question === undefined) throw notFound();
  const props = { language, path: address, signedIn, survey, definition, revision, question };
  const isInFrame = frameOf(pageRequest) === cardId(question.id);
  return renderPage(isInFrame ? <RemoveQuestionFrame {...props} /> : <RemoveQuestionPage {...props} />, {
    status: 200,
    inPlace: true,
  });
}

async function chooseType(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path: address, signedIn, context } = pageRequest;
  const survey = await surveyForUser(store, pageRequest, "edit");
  const asked = (name: string) => context.req.query(name) ?? "";
  const props = { language, path: address, signedIn, survey, page: asked("page"), before: asked("before") };
  return renderPage(<AddQuestionPage {...props} />, { status: 200 });
}

async function edit(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const [action = "", id = "", before = "", page = ""] = field("do").split(" ", 4);
  const seen = revisionIn(field("revision"));
  if (action === "undo" || action === "redo")
    return undo(store, pageRequest, { survey, direction: action, seen });
  const editing = { surveyId: survey.id, actor: actorOf(pageRequest) };
  const { applied, revision } = await applyEdit(store, editing, (definition, makeId) => {
    if (action === "copy") return copyQuestion(definition, id, makeId);
    return action === "remove-named"
      ? editPages(withoutReferences(definition, id), removingQuestion(id))
      : editPages(definition, editOf(action, { id, before, page }, makeId));
  });
  const notice: EditNotice | undefined = revision === applied ? undefined : noticeOf(action);
  return done(store, pageRequest, survey, { notice, seen, applied, anchor: anchorOf(id) });
}

/** Back to the page, or only what has changed on it. */
async function done(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  outcome: Outcome,
): Promise<Response> {
  if (!takesStreams(pageRequest)) return backToSurvey(survey, outcome);
  const { notice, seen, applied } = outcome;
  const editor = await editorOf(store, pageRequest, survey);
  const range = { surveyId: survey.id, since: seen, until: applied };
  const changedByOthers = await othersChange(store, pageRequest, range);
  return renderStreams(<EditorStreams {...editor} notice={notice} changedByOthers={changedByOthers} />);
}

/** Of a question its card, of a page itself. */
function anchorOf(id: string): string {
  return id.startsWith("q-") ? cardId(id) : id;
}

/** What an edit is made to. A question that was dragged has a place, too. */
type EditTarget = QuestionPlace & { readonly id: string };

const edits: Readonly<Record<string, (target: EditTarget, makeId: IdMaker) => PagesEdit>> = {
  up: ({ id }) => movingQuestion(id, "up"),
  down: ({ id }) => movingQuestion(id, "down"),
  place: ({ id, ...place }) => placingQuestion(id, place),
  remove: ({ id }) => removingQuestion(id),
  "add-page": ({ id }, makeId) => addingPage(id, makeId),
  "join-page": ({ id }) => joiningPage(id),
  "remove-page": ({ id }) => removingPage(id),
  "page-up": ({ id }) => movingPage(id, "up"),
  "page-down": ({ id }) => movingPage(id, "down"),
  "place-page": ({ id, before }) => placingPage(id, before),
};

function editOf(action: string, target: EditTarget, makeId: IdMaker): PagesEdit {
  const found = Object.hasOwn(edits, action) ? edits[action] : undefined;
  if (found === undefined) throw new PageError("invalid_argument", { status: 400, detail: "do" });
  return withinLimits(found(target, makeId));
}

function noticeOf(action: string): EditNotice {
  if (action === "remove-named") return "remove";
  return editNotices.find((notice) => notice === action) ?? "saved";
}

/** Undoes a change, or redoes what was undone, if the draft is still the one that the user saw. */
async function undo(
  store: Store,
  pageRequest: UserRequest,
  {
    survey,
    direction,
    seen,
  }: { readonly survey: SurveyForUser; readonly direction: UndoDirection; readonly seen: number },
): Promise<Response> {
  const { revision } = await draftOf(store, survey.id);
  const step = await store.surveys.findUndoStep(survey.id, direction);
  if (revision !== seen || step === undefined)
    return done(store, pageRequest, survey, { notice: undefined, seen, applied: revision });
  const saving = await store.write(
    saveDraftForUser,
    { surveyId: survey.id, definition: step.definition, revision, restored: step.revision },
    changeBy(store, pageRequest),
  );
  const isSaved = saving !== undefined && "saved" in saving;
  const notice = direction === "undo" ? "undone" : "redone";
  return done(store, pageRequest, survey, { notice: isSaved ? notice : undefined, seen, applied: revision });
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
