import { randomBytes } from "node:crypto";
import {
  addingPages,
  changeType,
  editPages,
  inTurns,
  lacksParts,
  pastedQuestionsInTurns,
  questionTypes,
  type Question,
  type QuestionType,
  surveyLimits,
} from "@survey-open-platform/surveys";
import { hashToken } from "../../model/token.ts";
import { withLineFeeds } from "../../pages/form-lines.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnFields } from "../../session/read-form.ts";
import { surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { applyEdit, draftOf, revisionIn, withinLimits } from "./draft-edit.ts";
import { backToSurvey } from "./edit-survey.tsx";
import {
  type InsertedText,
  InsertQuestionsPage,
  leftOut,
  type UnderstoodQuestion,
} from "./insert-questions-page.tsx";
import { limitImports } from "./limit-imports.ts";
import { questionTypeIn } from "./sent-question.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

const path = `${surveyPath}/edit/insert`;

/** Longest form, in bytes: percent-encoding makes nine of a Chinese character. */
const formMaximumBytes = 2 * 1024 * 1024;

/** `/surveys/:id/edit/insert`: a pasted questionnaire is looked at, then becomes questions of the survey. */
export function questionInsertion(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => look(store, pageRequest),
    },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { revision } = await draftOf(store, survey.id);
  const asked = (name: string) => pageRequest.context.req.query(name) ?? "";
  const place = { page: asked("page"), before: asked("before") };
  return showPage(pageRequest, survey, { ...place, revision: String(revision), text: "" });
}

async function look(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  await limitImports(store, pageRequest);
  const text = withLineFeeds(field("text"));
  const place = { page: field("page"), before: field("before") };
  const sent = { ...place, revision: field("revision"), text };
  const understood = await understand(pageRequest, text);
  if ("problems" in understood)
    return showPage(pageRequest, survey, { ...sent, problems: understood.problems });
  const looked = hashToken(text);
  // Types that were chosen belong to the questions of the text that was looked at.
  const pages = field("looked") === looked ? withTypes(understood.pages, field) : understood.pages;
  const shown = { ...sent, pages, looked, remarks: understood.remarks };
  const isDecided = field("do") === "insert" && field("looked") === looked;
  if (!isDecided) return showPage(pageRequest, survey, shown);
  const outcome = await insert(store, pageRequest, survey, { place, pages });
  if (outcome !== undefined) return backToSurvey(survey, { ...outcome, seen: revisionIn(sent.revision) });
  const { nothing, tooMany } = workspaceTextsFor(pageRequest.language).inserting;
  const isNothing = pages.flat().every(({ as }) => as === leftOut);
  const problem = isNothing ? nothing : tooMany(surveyLimits.questionsPerPage, surveyLimits.pages);
  return showPage(pageRequest, survey, { ...shown, problems: [problem] });
}

type Pages = NonNullable<InsertedText["pages"]>;

interface Understood {
  readonly pages: Pages;
  readonly remarks: readonly string[];
}

async function understand(
  { language }: UserRequest,
  text: string,
): Promise<Understood | Required<Pick<InsertedText, "problems">>> {
  const { creation, importing, inserting: words } = workspaceTextsFor(language);
  if (text.trim() === "") return { problems: [words.missing] };
  const read = await inTurns(pastedQuestionsInTurns(text, { language, randomBytes }));
  if (!read.ok) return { problems: read.problems.map(creation.textProblem) };
  // What there is no room for is refused, and not left out.
  const beyond = read.losses.filter(({ code }) => code === "limit");
  if (beyond.length > 0) return { problems: beyond.map(importing.loss) };
  return {
    pages: read.pages.map(({ questions }) => questions.map(understoodAs)),
    remarks: [...read.notes.map(creation.textProblem), ...read.losses.map(importing.loss)],
  };
}

/** A question of the text, with the types that lack nothing of it. */
function understoodAs(question: Question): UnderstoodQuestion {
  const fits = (type: QuestionType) => type === question.type || !lacksParts(changeType(question, type));
  return { question, as: question.type, types: questionTypes.filter(fits) };
}

/** The questions with the types that were chosen. */
function withTypes(pages: Pages, field: (name: string) => string): Pages {
  let count = 0;
  return pages.map((questions) =>
    questions.map((one) => {
      count += 1;
      const chosen = field(`type-${count}`);
      const type = questionTypeIn(chosen);
      if (type === undefined || !one.types.includes(type))
        return chosen === leftOut ? { ...one, as: leftOut } : one;
      return { ...one, as: type, question: changeType(one.question, type) };
    }),
  );
}

/** @returns undefined when there is nothing to insert, or no room for it */
async function insert(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  { place, pages }: { readonly place: Pick<InsertedText, "page" | "before">; readonly pages: Pages },
) {
  const added = pages
    .map((questions) => questions.filter(({ as }) => as !== leftOut).map(({ question }) => question))
    .filter(({ length }) => length > 0);
  const { applied, revision } = await applyEdit(
    store,
    { surveyId: survey.id, actor: actorOf(pageRequest) },
    (definition, makeId) => editPages(definition, withinLimits(addingPages(place, added, makeId))),
  );
  return revision === applied ? undefined : ({ notice: "inserted", applied, anchor: place.page } as const);
}

async function showPage(
  { language, signedIn, path: address }: UserRequest,
  survey: SurveyForUser,
  form: InsertedText,
): Promise<Response> {
  const props = { language, signedIn, survey, path: address, form };
  return renderPage(<InsertQuestionsPage {...props} />, { status: form.problems === undefined ? 200 : 400 });
}
