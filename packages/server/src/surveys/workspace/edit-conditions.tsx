import { shownWhen, withShownWhen, type SurveyDefinition } from "@survey-open-platform/surveys";
import { notFound } from "../../pages/page-error.ts";
import { TurboStream } from "../../pages/components/turbo-stream.tsx";
import { renderPage, renderStreams } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnFields } from "../../session/read-form.ts";
import { surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import {
  argumentSubjects,
  changeRows,
  conditionIn,
  emptyRow,
  readConditions,
  subjectsOf,
  type ConditionsForm,
} from "./conditions-form.ts";
import { ConditionsFrame, conditionsId, ConditionsLine, ConditionsPage } from "./conditions-page.tsx";
import { applyEdit, definitionAt, draftOf, revisionIn } from "./draft-edit.ts";
import { backToSurvey, editorOf } from "./edit-survey.tsx";
import { EditorStreams } from "./edit-survey-page.tsx";
import { frameOf, takesStreams } from "./in-place.ts";

const path = `${surveyPath}/edit/conditions/:target`;

const formMaximumBytes = 1024 * 1024;

/** `/surveys/:id/edit/conditions/:target`: when a question or page is shown, as rows. */
export function conditionEditing(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => change(store, pageRequest),
    },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition, revision } = await draftOf(store, survey.id);
  const { rows = { join: "all" as const, entries: [emptyRow] } } = shownWhen(
    definition.logic.rules,
    targetIn(pageRequest, definition),
  );
  const form = { rows, problems: new Set<string>() };
  return showForm(store, pageRequest, { survey, definition, revision, form, status: 200 });
}

/** @throws `PageError` `not_found` when there is no such question or page */
function targetIn({ context }: UserRequest, { pages }: SurveyDefinition): string {
  const target = context.req.param("target") ?? "";
  const ids = pages.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
  if (!ids.includes(target)) throw notFound();
  return target;
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly definition: SurveyDefinition;
  readonly revision: number;
  readonly form: ConditionsForm;
  readonly status: number;
  readonly isConflict?: boolean;
}

async function showForm(
  store: Store,
  pageRequest: UserRequest,
  { status, ...shown }: Shown,
): Promise<Response> {
  const { language, path: address, signedIn } = pageRequest;
  const target = targetIn(pageRequest, shown.definition);
  const settings = await store.surveys.findSettings(shown.survey.id);
  const names = (settings?.customArguments ?? []).map(({ title }) => title);
  const subjects = [...subjectsBefore(shown.definition, target), ...argumentSubjects(names)];
  const props = { language, path: address, signedIn, target, subjects, isChecked: status !== 200, ...shown };
  const isInFrame = frameOf(pageRequest) === conditionsId(target);
  return renderPage(isInFrame ? <ConditionsFrame {...props} /> : <ConditionsPage {...props} />, {
    status,
    inPlace: true,
  });
}

/** The questions that are answered before something is shown, and the rows and blanks that are asked about by themselves. */
function subjectsBefore({ pages }: SurveyDefinition, target: string): readonly string[] {
  const all = pages.flatMap(({ id, questions }) => [...(id === target ? [undefined] : []), ...questions]);
  const end = all.findIndex((question) => question === undefined || question.id === target);
  return all.slice(0, end).flatMap((question) => (question === undefined ? [] : subjectsOf(question)));
}

async function change(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition, revision } = await draftOf(store, survey.id);
  const target = targetIn(pageRequest, definition);
  const seen = revisionIn(field("revision"));
  const form = readConditions(field, definition);
  const action = field("do").split(" ", 3);
  const shown = { survey, definition, revision: seen, form };
  if (action[0] !== "save") {
    const rows = changeRows(form.rows, action);
    return showForm(store, pageRequest, { ...shown, form: { ...form, rows }, status: 200 });
  }
  if (form.problems.size > 0) return showForm(store, pageRequest, { ...shown, status: 400 });
  const base = await definitionAt(store, survey.id, seen);
  if (base !== undefined && saidOf(base, target) !== saidOf(definition, target))
    return showForm(store, pageRequest, { ...shown, revision, status: 409, isConflict: true });
  const when = conditionIn(form.rows);
  const editing = { surveyId: survey.id, actor: actorOf(pageRequest) };
  const { applied } = await applyEdit(store, editing, (draft) => withShownWhen(draft, target, when));
  if (!takesStreams(pageRequest))
    return backToSurvey(survey, { notice: "saved", seen, applied, anchor: conditionsId(target) });
  const editor = await editorOf(store, pageRequest, survey);
  return renderStreams(
    <>
      <EditorStreams {...editor} notice="saved" />
      <TurboStream action="replace" target={conditionsId(target)}>
        <ConditionsLine
          language={pageRequest.language}
          surveyId={survey.id}
          definition={editor.publication.draft.definition}
          target={target}
        />
      </TurboStream>
    </>,
  );
}

function saidOf({ logic }: SurveyDefinition, target: string): string {
  return JSON.stringify(shownWhen(logic.rules, target));
}
