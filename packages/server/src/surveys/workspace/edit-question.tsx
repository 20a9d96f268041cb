import { isDeepStrictEqual } from "node:util";
import {
  changeType,
  compareQuestion,
  editPages,
  hasLikeAnswers,
  lacksParts,
  newQuestion,
  questionTypes,
  renewQuestion,
  replacingQuestion,
  surveyEnd,
  type IdMaker,
  type Question,
  type QuestionType,
  type SurveyDefinition,
  type SurveyDraft,
} from "@survey-open-platform/surveys";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnFields } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import {
  definitionAt,
  draftOf,
  idMakerFor,
  questionIn,
  revisionIn,
  withAddedQuestion,
} from "./draft-edit.ts";
import { EditQuestionPage } from "./edit-question-page.tsx";
import { backToSurvey } from "./edit-survey.tsx";
import { movePart } from "./move-part.ts";
import { formAgain, readQuestionForm, type QuestionForm } from "./question-form.ts";
import type { QuestionConflict } from "./question-page-props.ts";

const path = `${surveyPath}/edit/questions/:question`;

/** Stands in the address for a question that is not stored yet. */
const unstored = "new";

/** Two hundred options with long Chinese texts, percent-encoded. */
const formMaximumBytes = 2 * 1024 * 1024;

/** `/surveys/:id/edit/questions/:question`: everything about one question, or about one that is to be added. */
export function questionEditing(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => save(store, pageRequest),
    },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const draft = await draftOf(store, survey.id);
  const asked = (name: string) => pageRequest.context.req.query(name) ?? "";
  if (questionIdIn(pageRequest) === unstored) {
    const question = newQuestion(typeIn(asked("type")) ?? "radio", () => unstored);
    const form = { question, problems: {} };
    return showForm(pageRequest, { survey, draft, form, status: 200, page: asked("page") });
  }
  const question = questionIn(draft.definition, questionIdIn(pageRequest));
  if (question === undefined) throw notFound();
  return showForm(pageRequest, { survey, draft, form: { question, problems: {} }, status: 200 });
}

function typeIn(text: string): QuestionType | undefined {
  return questionTypes.find((type) => type === text);
}

function questionIdIn({ context }: UserRequest): string {
  return context.req.param("question") ?? "";
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly draft: SurveyDraft;
  readonly form: QuestionForm;
  readonly status: number;
  readonly conflict?: QuestionConflict;
  /** The page that a question which is not stored yet is for. */
  readonly page?: string | undefined;
  /** The revisions that a form with a mistake was based on; those of the draft and the conflict unless given. */
  readonly seen?: number;
  readonly opened?: number;
}

function showForm(pageRequest: UserRequest, shown: Shown): Promise<Response> {
  const { survey, status, conflict, page } = shown;
  const { draft, form } = page === undefined ? shown : inItsPlace(shown, page);
  const { seen = draft.revision, opened = conflict?.opened } = shown;
  return renderPage(
    <EditQuestionPage
      language={pageRequest.language}
      path={pageRequest.context.req.method === "GET" ? pageRequest.path : surveyAddress(survey.id, "/edit")}
      signedIn={pageRequest.signedIn}
      survey={survey}
      draft={draft}
      seen={seen}
      opened={opened}
      newOn={page}
      form={form}
      conflict={conflict}
      isSaved={
        pageRequest.context.req.method === "GET" && pageRequest.context.req.query("notice") === "saved"
      }
    />,
    { status, script: true },
  );
}

/** A question that is not stored yet, with the number that it will have, and a draft with it. */
function inItsPlace({ draft, form }: Shown, page: string): Pick<Shown, "draft" | "form"> {
  const { question } = form;
  const definition = withAddedQuestion(draft.definition, page, question) ?? draft.definition;
  return {
    draft: { ...draft, definition },
    form: { ...form, question: questionIn(definition, question.id) ?? question },
  };
}

/** A form that was sent, with what it is about. */
interface SentForm extends Base {
  readonly survey: SurveyForUser;
  readonly draft: SurveyDraft;
  readonly seen: number;
  readonly opened: number;
  /** The page that a new question is added to; undefined for one that is stored. */
  readonly page: string | undefined;
  /** The question with the type whose fields the form has. */
  readonly drawn: Question;
  readonly form: QuestionForm;
  readonly field: (name: string) => string;
  readonly makeId: IdMaker;
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const sent = await readSent(store, pageRequest);
  const notYet = shownAgain(pageRequest, sent);
  if (notYet !== undefined) return notYet;
  const { survey, draft, seen, form, drawn, field } = sent;
  const words = field("do").split(" ", 3);
  const [action = "save", part = ""] = words;
  const question = movePart(form.question, words);
  const { definition, id } = await editedDefinition(store, { ...sent, question });
  const saving = await store.surveys.saveDraft({
    surveyId: survey.id,
    definition,
    revision: draft.revision,
    editorUserId: pageRequest.session.user.id,
  });
  // Another editor saved at the same moment: the form is shown again, with what changed.
  if (saving === undefined || "conflict" in saving)
    return again(pageRequest, sent, { status: 409, conflict: {}, form: { ...form, question } });
  if (action === "save" && question.type === drawn.type)
    return backToSurvey(survey, { notice: "saved", seen, applied: draft.revision, anchor: id });
  const address = surveyAddress(survey.id, `/edit/questions/${id}`);
  return redirectTo(`${address}?notice=saved#${action === "save" ? "type" : `part-${part}`}`);
}

async function readSent(store: Store, pageRequest: UserRequest): Promise<SentForm> {
  const field = await readOwnFields(pageRequest, formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const draft = await draftOf(store, survey.id);
  const [seen, opened] = [revisionIn(field("revision")), revisionIn(field("opened"))];
  const makeId = await idMakerFor(store, survey.id, draft);
  const id = questionIdIn(pageRequest);
  const found =
    id === unstored
      ? { base: newQuestion("radio", makeId), basedOn: draft.revision }
      : await baseOf(store, survey, draft, { seen, opened, id });
  const drawn = changeType(found.base, typeIn(field("as")) ?? found.base.type);
  const form = readQuestionForm(drawn, field, { makeId, targets: targetsIn(draft.definition) });
  const page = id === unstored ? field("page") : undefined;
  return { ...found, survey, draft, seen, opened, page, drawn, form, field, makeId };
}

/** The form again, when it is not to be stored as it is. */
function shownAgain(pageRequest: UserRequest, sent: SentForm): Promise<Response> | undefined {
  const { draft, seen, opened, page, drawn, form } = sent;
  const hasProblems = Object.keys(form.problems).length > 0;
  const isRedrawn = form.question.type !== drawn.type;
  // The fields of another type are shown first; it is stored with what its author writes there.
  if (isRedrawn && (hasProblems || page !== undefined || lacksParts(form.question)))
    return again(pageRequest, sent, { status: 200, seen, opened, form: { ...form, problems: {} } });
  // What others changed is shown when the mistakes are corrected.
  if (hasProblems) return again(pageRequest, sent, { status: 400, seen, opened });
  const conflict = page === undefined ? conflictOf(draft, sent) : undefined;
  return conflict && again(pageRequest, sent, { status: 409, conflict });
}

function again(
  pageRequest: UserRequest,
  { survey, draft, page, drawn, form, field }: SentForm,
  shown: Pick<Shown, "status"> & Partial<Shown>,
): Promise<Response> {
  return showForm(pageRequest, {
    survey,
    draft,
    page,
    ...shown,
    form: formAgain(drawn, shown.form ?? form, field),
  });
}

interface Seen {
  readonly seen: number;
  /** The revision in which a question was last there that another editor has removed; 0 where it is there. */
  readonly opened: number;
  readonly id: string;
}

/** What an edit is based on. */
interface Base {
  readonly base: Question;
  /** The revision that the question was found in. */
  readonly basedOn: number;
}

/** The question as the user saw it; as it is now when that is no longer known. @throws `PageError` `not_found` */
async function baseOf(
  store: Store,
  { id: surveyId }: SurveyForUser,
  draft: Pick<SurveyDraft, "revision">,
  { seen, opened, id }: Seen,
): Promise<Base> {
  for (const basedOn of [seen, draft.revision, opened]) {
    const definition = await definitionAt(store, surveyId, basedOn);
    const base = definition && questionIn(definition, id);
    if (base !== undefined) return { base, basedOn };
  }
  throw notFound();
}

/** What another editor did to the same question; undefined when nothing. */
function conflictOf(
  { definition, revision }: SurveyDraft,
  { base, basedOn, seen }: Base & Pick<Seen, "seen">,
): QuestionConflict | undefined {
  const current = questionIn(definition, base.id);
  if (current === undefined) return seen === revision ? undefined : { isRemoved: true, opened: basedOn };
  // What the user saw is no longer kept, so it cannot be said what changed.
  if (basedOn === revision && seen !== revision) return {};
  if (isDeepStrictEqual(withoutPlace(current), withoutPlace(base))) return undefined;
  return { differences: compareQuestion(base, current, false) };
}

/** Moving a question is no change of it. */
function withoutPlace({ index: _index, real_index: _realIndex, ...question }: Question) {
  return question;
}

/** The draft with the question, which is another one where the results would lose its answers, and its id. */
async function editedDefinition(
  store: Store,
  { survey, draft, question, page, makeId }: SentForm & { readonly question: Question },
): Promise<{ readonly definition: SurveyDefinition; readonly id: string }> {
  if (page !== undefined) return { definition: added(draft.definition, page, question), id: question.id };
  const definition = withQuestion(draft.definition, question);
  if (await losesAnswers(store, survey, question)) return renewQuestion(definition, question, makeId);
  return { definition, id: question.id };
}

/** Whether a version has the question with a type whose answers are not like those of the present one. */
async function losesAnswers(store: Store, survey: SurveyForUser, { id, type }: Question): Promise<boolean> {
  const versions = await store.surveys.definitionsOf(survey.id);
  const published = versions.map(({ definition }) => questionIn(definition, id));
  return published.some((question) => question !== undefined && !hasLikeAnswers(question.type, type));
}

/** A question that another editor has removed is added again, on the last page. */
function withQuestion(definition: SurveyDefinition, question: Question): SurveyDefinition {
  return editPages(definition, replacingQuestion(question)) ?? added(definition, "", question);
}

/** @throws `PageError` `invalid_argument` when there is no room for it */
function added(definition: SurveyDefinition, page: string, question: Question): SurveyDefinition {
  const result = withAddedQuestion(definition, page, question);
  if (result === undefined) throw new PageError("invalid_argument", { status: 400, detail: "page" });
  return result;
}

function targetsIn({ pages }: SurveyDefinition): ReadonlySet<string> {
  const ids = pages.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
  return new Set([...ids, surveyEnd]);
}
