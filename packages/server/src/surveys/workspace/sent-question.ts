import { isDeepStrictEqual } from "node:util";
import {
  changeType,
  compareQuestion,
  idsOf,
  newQuestion,
  questionTypes,
  surveyEnd,
  type IdMaker,
  type Question,
  type QuestionPlace,
  type QuestionType,
  type SurveyDefinition,
  type SurveyDraft,
} from "@survey-open-platform/surveys";
import { surveyPictureMaximumBytes } from "../../model/survey-picture.ts";
import { notFound } from "../../pages/page-error.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { type FieldsAndFiles, readOwnFieldsAndFiles } from "../../session/read-form.ts";
import { surveyForUser } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import {
  definitionAt,
  draftOf,
  idMakerBeside,
  publishedDefinitions,
  questionIn,
  revisionIn,
} from "./draft-edit.ts";
import { readQuestionForm } from "./read-question-form.ts";
import { type QuestionForm } from "./question-form.ts";
import type { QuestionConflict } from "./question-page-props.ts";

/** Two hundred options with long Chinese texts, percent-encoded. */
const formMaximumBytes = 2 * 1024 * 1024;

/** Several pictures that are sent at once; a script sends each by itself. */
const filesMaximumBytes = 3 * surveyPictureMaximumBytes;

/** Stands in the address for a question that is not stored yet. */
const unstored = "new";

/** What an edit is based on. */
interface Base {
  readonly base: Question;
  /** The revision that the question was found in. */
  readonly basedOn: number;
}

/** The form of a question that was sent, with what it is about. */
export interface SentQuestion extends Base {
  readonly survey: SurveyForUser;
  readonly draft: SurveyDraft;
  /** Every version of the survey. */
  readonly published: readonly SurveyDefinition[];
  /** The revision that the user saw. */
  readonly seen: number;
  /** The revision in which a question was last there that another editor has removed; 0 where it is there. */
  readonly opened: number;
  /** Where a new question is added; undefined for one that is stored. */
  readonly place: QuestionPlace | undefined;
  /** The question with the type whose fields the form has. */
  readonly drawn: Question;
  readonly form: QuestionForm;
  readonly field: FieldsAndFiles["field"];
  readonly file: FieldsAndFiles["file"];
  readonly makeId: IdMaker;
}

/** The type of a question with a name; undefined where there is none. */
export function questionTypeIn(text: string): QuestionType | undefined {
  return questionTypes.find((type) => type === text);
}

/** The id of a question in the address of its page; undefined for a question that is not stored yet. */
export function questionIdIn({ context }: UserRequest): string | undefined {
  const id = context.req.param("question") ?? "";
  return id === unstored ? undefined : id;
}

/**
 * Reads the form of a question.
 *
 * @param isInPlace whether a script sends it while its author is still writing
 * @throws `PageError` `not_found`, `survey_forbidden`, and what reading a form throws
 */
export async function readSentQuestion(
  store: Store,
  pageRequest: UserRequest,
  isInPlace: boolean,
): Promise<SentQuestion> {
  const maximumBytes = { fields: formMaximumBytes, files: filesMaximumBytes };
  const { field, file } = await readOwnFieldsAndFiles(pageRequest, maximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const draft = await draftOf(store, survey.id);
  const [seen, opened] = [revisionIn(field("revision")), revisionIn(field("opened"))];
  const published = await publishedDefinitions(store, survey.id);
  const taken = [draft.definition, ...published];
  const makeId = idMakerBeside(taken);
  const id = questionIdIn(pageRequest) ?? field("id");
  const isNew = questionIdIn(pageRequest) === undefined && questionIn(draft.definition, id) === undefined;
  const found = isNew
    ? {
        base: newQuestion("radio", () => proposedId(taken, id) ?? makeId("question")),
        basedOn: draft.revision,
      }
    : await baseOf(store, survey.id, draft, { seen, opened, id });
  const drawn = changeType(found.base, questionTypeIn(field("as")) ?? found.base.type);
  const form = readQuestionForm(drawn, field, {
    makeId,
    targets: targetsIn(draft.definition),
    takenCodes: codesOfOthers(draft.definition, drawn.id),
    isFree: freeIdsFor(drawn, taken),
    isUnfinished: isInPlace,
    keepsEmptied: field("do") === "keep",
  });
  const place = isNew ? { page: field("page"), before: field("before") } : undefined;
  return { ...found, survey, draft, published, seen, opened, place, drawn, form, field, file, makeId };
}

const questionId = /^q-\d{1,9}-[a-z]{4}$/;
const partId = /^(?:o|g)-\d{1,9}-[A-Z]{4}$|^fillblank-\d{1,9}[A-Z]{3}$/;

/** The id that the form of a new question proposes: with it, sending the form again adds no second question. */
function proposedId(taken: readonly SurveyDefinition[], id: string): string | undefined {
  return questionId.test(id) && !taken.flatMap(idsOf).includes(id) ? id : undefined;
}

/** New parts may have any id that no other question has: sending the form again adds them no second time. */
function freeIdsFor({ id }: Question, definitions: readonly SurveyDefinition[]): (part: string) => boolean {
  let taken: ReadonlySet<string> | undefined;
  const others = () =>
    definitions.flatMap(({ pages }) =>
      idsOf({
        pages: pages.map((page) => ({ ...page, questions: page.questions.filter((one) => one.id !== id) })),
      }),
    );
  return (part) => partId.test(part) && !(taken ??= new Set(others())).has(part);
}

/** The question as the user saw it; as it is now when that is no longer known. @throws `PageError` `not_found` */
async function baseOf(
  store: Store,
  surveyId: number,
  draft: Pick<SurveyDraft, "revision">,
  { seen, opened, id }: Pick<SentQuestion, "seen" | "opened"> & { readonly id: string },
): Promise<Base> {
  for (const basedOn of [seen, draft.revision, opened]) {
    const definition = await definitionAt(store, surveyId, basedOn);
    const base = definition && questionIn(definition, id);
    if (base !== undefined) return { base, basedOn };
  }
  throw notFound();
}

/** What another editor did to the same question; undefined when nothing. */
export function conflictOf({
  draft: { definition, revision },
  base,
  basedOn,
  seen,
  form: { question },
}: SentQuestion): QuestionConflict | undefined {
  const current = questionIn(definition, base.id);
  if (current === undefined) return seen === revision ? undefined : { isRemoved: true, opened: basedOn };
  // As when the reply to the same form was lost.
  if (isDeepStrictEqual(withoutPlace(current), withoutPlace(question))) return undefined;
  // What the user saw is no longer kept, so it cannot be said what changed.
  if (basedOn === revision && seen !== revision) return {};
  if (isDeepStrictEqual(withoutPlace(current), withoutPlace(base))) return undefined;
  return { differences: compareQuestion(base, current, false) };
}

/** Moving a question is no change of it. */
function withoutPlace({ index: _index, real_index: _realIndex, ...question }: Question) {
  return question;
}

function codesOfOthers({ pages }: SurveyDefinition, id: string): ReadonlySet<string> {
  const others = pages.flatMap(({ questions }) => questions.filter((question) => question.id !== id));
  return new Set(others.flatMap(({ code }) => (code === undefined ? [] : [code])));
}

function targetsIn({ pages }: SurveyDefinition): ReadonlySet<string> {
  const ids = pages.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
  return new Set([...ids, surveyEnd]);
}
