import { isDeepStrictEqual } from "node:util";
import {
  editPages,
  hasLikeAnswers,
  lacksParts,
  newQuestion,
  renewQuestion,
  replacingQuestion,
  type Question,
  type QuestionPlace,
  type SurveyDefinition,
  type SurveyDraft,
} from "@survey-open-platform/surveys";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage, renderStreams } from "../../pages/render-page.ts";
import { changeBy } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { saveDraftForUser } from "../../store/surveys/write-survey-for-user.ts";
import { draftOf, idMakerFor, questionIn, withAddedQuestion } from "./draft-edit.ts";
import {
  EditQuestionPage,
  NewQuestionStream,
  ProblemsStream,
  QuestionFormFrame,
  QuestionFormStream,
} from "./edit-question-page.tsx";
import { backToSurvey, editorOf } from "./edit-survey.tsx";
import { BarStream, PagesStream } from "./edit-survey-page.tsx";
import { cardId, CardStream } from "./question-card.tsx";
import { frameOf, takesStreams } from "./in-place.ts";
import { movePart } from "./move-part.ts";
import { formAgain } from "./form-again.ts";
import { isRefused, type QuestionForm } from "./question-form.ts";
import { PictureStreams } from "./question-picture-fields.tsx";
import { withChosenPictures } from "./question-pictures.ts";
import type { EditQuestionPageProps, QuestionConflict } from "./question-page-props.ts";
import {
  conflictOf,
  questionIdIn,
  questionTypeIn,
  readSentQuestion,
  type SentQuestion,
} from "./sent-question.ts";

const path = `${surveyPath}/edit/questions/:question`;

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
  const id = questionIdIn(pageRequest);
  if (id === undefined) {
    const makeId = await idMakerFor(store, survey.id, draft);
    const question = newQuestion(questionTypeIn(asked("type")) ?? "radio", makeId);
    const place = { page: asked("page"), before: asked("before") };
    const form = { question, problems: {} };
    return showForm(store, pageRequest, { survey, draft, form, status: 200, place });
  }
  const question = questionIn(draft.definition, id);
  if (question === undefined) throw notFound();
  return showForm(store, pageRequest, { survey, draft, form: { question, problems: {} }, status: 200 });
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly draft: SurveyDraft;
  readonly form: QuestionForm;
  readonly status: number;
  readonly conflict?: QuestionConflict;
  /** Where a question that is not stored yet is added. */
  readonly place?: QuestionPlace | undefined;
  /** The revisions that a form with a mistake was based on; those of the draft and the conflict unless given. */
  readonly seen?: number;
  readonly opened?: number;
}

/** The form as a page; only its card or only what is wrong where a script puts that in place. */
async function showForm(store: Store, pageRequest: UserRequest, shown: Shown): Promise<Response> {
  const props = await formProps(store, pageRequest, shown);
  const { status } = shown;
  if (frameOf(pageRequest) !== undefined)
    return renderPage(<QuestionFormFrame {...props} />, { status, inPlace: true });
  if (!takesStreams(pageRequest))
    return renderPage(<EditQuestionPage {...props} />, { status, inPlace: true });
  if (pageRequest.context.req.method === "GET") return renderStreams(<NewQuestionStream {...props} />);
  const isWrong = isRefused(props.form);
  return renderStreams(isWrong ? <ProblemsStream {...props} /> : <QuestionFormStream {...props} />, status);
}

async function formProps(
  store: Store,
  pageRequest: UserRequest,
  shown: Shown,
): Promise<EditQuestionPageProps> {
  const { survey, place, conflict } = shown;
  const { draft, form } = place === undefined ? shown : inItsPlace(shown, place);
  const isGet = pageRequest.context.req.method === "GET";
  const makeId = await idMakerFor(store, survey.id, draft);
  return {
    language: pageRequest.language,
    path: isGet ? pageRequest.path : surveyAddress(survey.id, "/edit"),
    signedIn: pageRequest.signedIn,
    survey,
    draft,
    seen: shown.seen ?? draft.revision,
    opened: shown.opened ?? conflict?.opened,
    place,
    form,
    conflict,
    nextIds: { option: makeId("option"), row: makeId("row"), blank: makeId("blank") },
    isSaved: isGet && pageRequest.context.req.query("notice") === "saved",
  };
}

/** A question that is not stored yet, with the number that it will have, and a draft with it. */
function inItsPlace({ draft, form }: Shown, place: QuestionPlace): Pick<Shown, "draft" | "form"> {
  const { question } = form;
  const definition = withAddedQuestion(draft.definition, place, question) ?? draft.definition;
  return {
    draft: { ...draft, definition },
    form: { ...form, question: questionIn(definition, question.id) ?? question },
  };
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const isInPlace = takesStreams(pageRequest);
  const read = await readSentQuestion(store, pageRequest, isInPlace);
  const sent = { ...read, form: await withChosenPictures(store, pageRequest, read) };
  const notYet = notStored(sent, isInPlace);
  if (notYet !== undefined) return showForm(store, pageRequest, again(sent, notYet));
  const { survey, draft, seen, form, drawn, field } = sent;
  const words = field("do").split(" ", 3);
  const [action = "save", part = ""] = words;
  const question = movePart(form.question, words);
  const { definition, id } = editedDefinition(sent, question);
  const revision = await saveDraft(store, pageRequest, { ...sent, definition });
  // Another editor saved at the same moment: the form is shown again, with what changed.
  if (revision === undefined)
    return showForm(
      store,
      pageRequest,
      again(sent, { status: 409, conflict: {}, form: { ...form, question } }),
    );
  if (isInPlace) return savedInPlace(store, pageRequest, { ...sent, id, revision });
  if (action === "save" && question.type === drawn.type)
    return backToSurvey(survey, { notice: "saved", seen, applied: draft.revision, anchor: cardId(id) });
  const address = surveyAddress(survey.id, `/edit/questions/${id}`);
  return redirectTo(`${address}?notice=saved#${action === "save" ? "type" : `part-${part}`}`);
}

type Again = Pick<Shown, "status"> & Partial<Shown>;

/** How the form is shown again, when it is not to be stored as it is. */
function notStored(sent: SentQuestion, isInPlace: boolean): Again | undefined {
  const { seen, opened, place, drawn, form } = sent;
  const hasProblems = isRefused(form);
  const isRedrawn = form.question.type !== drawn.type;
  // The fields of another type are shown first; it is stored with what its author writes there.
  if (!isInPlace && isRedrawn && (hasProblems || place !== undefined || lacksParts(form.question)))
    return { status: 200, seen, opened, form: { ...form, problems: {} } };
  // What others changed is shown when the mistakes are corrected.
  if (hasProblems) return { status: 400, seen, opened };
  const conflict = place === undefined ? conflictOf(sent) : undefined;
  return conflict && { status: 409, conflict };
}

function again({ survey, draft, place, drawn, form, field }: SentQuestion, shown: Again): Shown {
  return { survey, draft, place, ...shown, form: formAgain(drawn, shown.form ?? form, field) };
}

/** Saves the draft unless nothing changed. @returns its revision; undefined when another editor was faster */
async function saveDraft(
  store: Store,
  pageRequest: UserRequest,
  { survey, draft, seen, field, definition }: SentQuestion & { readonly definition: SurveyDefinition },
): Promise<number | undefined> {
  const { revision } = draft;
  if (isDeepStrictEqual(definition, draft.definition)) return revision;
  const saving = await store.write(
    saveDraftForUser,
    {
      surveyId: survey.id,
      definition,
      revision,
      continues: field("continues") === "on" && seen === revision,
    },
    changeBy(store, pageRequest),
  );
  return saving !== undefined && "saved" in saving ? saving.saved.revision : undefined;
}

/**
 * What changes on the page: what holds for the whole survey; the card once its author leaves it; its form where another type has
 * other fields; all cards where a new question gives those behind it other numbers.
 */
async function savedInPlace(
  store: Store,
  pageRequest: UserRequest,
  {
    survey,
    drawn,
    form,
    place,
    field,
    id,
    revision,
  }: SentQuestion & { readonly id: string; readonly revision: number },
): Promise<Response> {
  const editor = await editorOf(store, pageRequest, survey);
  const { draft } = editor.publication;
  const question = questionIn(draft.definition, id);
  if (question === undefined) throw notFound();
  const isRedrawn = form.question.type !== drawn.type;
  const shown = { survey, draft, form: { question, problems: {} }, status: 200 };
  const response = await renderStreams(
    <>
      <BarStream {...editor} />
      {place === undefined ? null : <PagesStream {...editor} />}
      {isRedrawn ? (
        <QuestionFormStream
          {...await formProps(store, pageRequest, shown)}
          replaced={drawn.id}
          leftOut={partsLeftOut(drawn, question)}
        />
      ) : null}
      {field("do") === "save" && !isRedrawn ? (
        <CardStream {...editor} question={question} replaced={drawn.id} />
      ) : null}
      {field("do") === "keep" && !isRedrawn ? (
        <PictureStreams language={pageRequest.language} before={drawn} question={question} />
      ) : null}
    </>,
  );
  response.headers.set("Draft-Revision", String(revision));
  return response;
}

/** How many parts of a question another type does not have. */
function partsLeftOut(before: Question, after: Question): number {
  const counts = (["options", "subTitles", "blank_setting", "groups"] as const).map((list) =>
    Math.max(0, before[list].length - after[list].length),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The draft with the question, which is another one where the results would lose its answers, and its id. */
function editedDefinition(
  { draft, published, place, makeId }: SentQuestion,
  question: Question,
): { readonly definition: SurveyDefinition; readonly id: string } {
  if (place !== undefined) return { definition: added(draft.definition, place, question), id: question.id };
  const definition = withQuestion(draft.definition, question);
  if (losesAnswers(published, question)) return renewQuestion(definition, question, makeId);
  return { definition, id: question.id };
}

/** Whether a version has the question with a type whose answers are not like those of the present one. */
function losesAnswers(published: readonly SurveyDefinition[], { id, type }: Question): boolean {
  return published
    .map((definition) => questionIn(definition, id))
    .some((question) => question !== undefined && !hasLikeAnswers(question.type, type));
}

/** A question that another editor has removed is added again, on the last page. */
function withQuestion(definition: SurveyDefinition, question: Question): SurveyDefinition {
  const nowhere = { page: "", before: "" };
  return editPages(definition, replacingQuestion(question)) ?? added(definition, nowhere, question);
}

/** @throws `PageError` `invalid_argument` when there is no room for it */
function added(definition: SurveyDefinition, place: QuestionPlace, question: Question): SurveyDefinition {
  const result = withAddedQuestion(definition, place, question);
  if (result === undefined) throw new PageError("invalid_argument", { status: 400, detail: "page" });
  return result;
}
