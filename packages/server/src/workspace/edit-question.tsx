import { isDeepStrictEqual } from "node:util";
import {
  addingQuestion,
  compareQuestion,
  editPages,
  hasLikeAnswers,
  renewQuestion,
  replacingQuestion,
  surveyEnd,
  type IdMaker,
  type Question,
  type SurveyDefinition,
  type SurveyDraft,
} from "@survey-open-platform/surveys";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { ownSurvey, surveyAddress, surveyPath } from "../session/own-survey.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnFields } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { OwnSurvey } from "../store/own-survey-table.ts";
import type { Store } from "../store/store.ts";
import { definitionAt, draftOf, idMakerFor, questionIn, revisionIn } from "./draft-edit.ts";
import { EditQuestionPage } from "./edit-question-page.tsx";
import { backToSurvey } from "./edit-survey.tsx";
import { movePart } from "./move-part.ts";
import { readQuestionForm, type QuestionForm } from "./question-form.ts";
import type { QuestionConflict } from "./question-page-props.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

const path = `${surveyPath}/edit/questions/:question`;

/** Two hundred options with long Chinese texts, percent-encoded. */
const formMaximumBytes = 2 * 1024 * 1024;

/** `/surveys/:id/edit/questions/:question`: everything about one question. */
export function questionEditing(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (visit) => show(store, visit) },
    { method: "POST", path, access: "user", handle: (visit) => save(store, visit) },
  ];
}

async function show(store: Store, visit: UserVisit): Promise<Response> {
  const survey = await ownSurvey(store, visit, "edit");
  const draft = await draftOf(store, survey.id);
  const question = questionIn(draft.definition, questionIdIn(visit));
  if (question === undefined) throw notFound();
  return showForm(visit, { survey, draft, form: { question, problems: {} }, status: 200 });
}

function questionIdIn({ context }: UserVisit): string {
  return context.req.param("question") ?? "";
}

interface Shown {
  readonly survey: OwnSurvey;
  readonly draft: SurveyDraft;
  readonly form: QuestionForm;
  readonly status: number;
  readonly conflict?: QuestionConflict;
  /** The revisions that a form with a mistake was based on; those of the draft and the conflict unless given. */
  readonly seen?: number;
  readonly opened?: number;
}

function showForm(visit: UserVisit, shown: Shown): Response {
  const { survey, draft, form, status, conflict, seen = draft.revision, opened = conflict?.opened } = shown;
  return renderPage(
    <EditQuestionPage
      language={visit.language}
      path={visit.context.req.method === "GET" ? visit.path : surveyAddress(survey.id, "/edit")}
      signedIn={visit.signedIn}
      survey={survey}
      draft={draft}
      seen={seen}
      opened={opened}
      form={form}
      conflict={conflict}
      isSaved={visit.context.req.method === "GET" && visit.context.req.query("notice") === "saved"}
    />,
    { status, script: true },
  );
}

async function save(store: Store, visit: UserVisit): Promise<Response> {
  const field = await readOwnFields(visit, formMaximumBytes);
  const survey = await ownSurvey(store, visit, "edit");
  const draft = await draftOf(store, survey.id);
  const seen = revisionIn(field("revision"));
  const opened = revisionIn(field("opened"));
  const { base, basedOn } = await baseOf(store, survey, draft, { seen, opened, id: questionIdIn(visit) });
  const makeId = await idMakerFor(store, survey.id, draft);
  const form = readQuestionForm(base, field, {
    makeId,
    texts: workspaceTextsFor(visit.language).editing.newQuestion,
    targets: targetsIn(draft.definition),
  });
  // What others changed is shown when the mistakes are corrected.
  if (Object.keys(form.problems).length > 0)
    return showForm(visit, { survey, draft, form, status: 400, seen, opened });
  const conflict = conflictOf(draft, { base, basedOn, seen });
  if (conflict !== undefined) return showForm(visit, { survey, draft, form, status: 409, conflict });
  const words = field("do").split(" ", 3);
  const [action = "save", part = ""] = words;
  const question = movePart(form.question, words);
  const { definition, id } = await editedDefinition(store, survey, { draft, question, makeId });
  const saving = await store.surveys.saveDraft({
    surveyId: survey.id,
    definition,
    revision: draft.revision,
    editorUserId: visit.session.user.id,
  });
  // Another editor saved at the same moment: the form is shown again, with what changed.
  if (saving === undefined || "conflict" in saving)
    return showForm(visit, { survey, draft, form: { ...form, question }, status: 409, conflict: {} });
  const isDone = action === "save" && question.type === base.type;
  if (isDone) return backToSurvey(survey, { notice: "saved", seen, applied: draft.revision, anchor: id });
  const address = surveyAddress(survey.id, `/edit/questions/${id}`);
  return redirectTo(`${address}?notice=saved#${action === "save" ? "type" : `part-${part}`}`);
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
  { id: surveyId }: OwnSurvey,
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

/** A question as it is to be in the draft. */
interface Edited {
  readonly draft: SurveyDraft;
  readonly question: Question;
  readonly makeId: IdMaker;
}

/** The draft with the question, which is another one where the results would lose its answers, and its id. */
async function editedDefinition(
  store: Store,
  survey: OwnSurvey,
  { draft, question, makeId }: Edited,
): Promise<{ readonly definition: SurveyDefinition; readonly id: string }> {
  const definition = withQuestion(draft.definition, question);
  if (await losesAnswers(store, survey, question)) return renewQuestion(definition, question, makeId);
  return { definition, id: question.id };
}

/** Whether a version has the question with a type whose answers are not like those of the present one. */
async function losesAnswers(store: Store, survey: OwnSurvey, { id, type }: Question): Promise<boolean> {
  const versions = await store.surveys.definitionsOf(survey.id);
  const published = versions.map(({ definition }) => questionIn(definition, id));
  return published.some((question) => question !== undefined && !hasLikeAnswers(question.type, type));
}

/** A question that another editor has removed is added again, on the last page. */
function withQuestion(definition: SurveyDefinition, question: Question): SurveyDefinition {
  const last = definition.pages.at(-1)?.id ?? "";
  return (
    editPages(definition, replacingQuestion(question)) ??
    editPages(definition, addingQuestion(last, question)) ??
    definition
  );
}

function targetsIn({ pages }: SurveyDefinition): ReadonlySet<string> {
  const ids = pages.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
  return new Set([...ids, surveyEnd]);
}
