import {
  inTurns,
  parseAnswer,
  rulesInTurns,
  printRules,
  type RuleTextProblem,
  surveyEnd,
  type SurveyDefinition,
  type SurveyDraft,
  visiblePages,
} from "@survey-open-platform/surveys";
import { withLineFeeds } from "../../pages/form-lines.ts";
import { renderPage } from "../../pages/render-page.ts";
import { changeBy } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { saveDraftForUser } from "../../store/surveys/write-survey-for-user.ts";
import { definitionAt, draftOf, revisionIn } from "./draft-edit.ts";
import { EditLogicPage } from "./edit-logic-page.tsx";
import { backToSurvey } from "./edit-survey.tsx";
import { askedQuestions } from "./logic-map.ts";

const path = `${surveyPath}/edit/logic`;

const formMaximumBytes = 1024 * 1024;

/** `/surveys/:id/edit/logic`: the rules of a survey, one in each line. */
export function logicEditing(store: Store): readonly PageRoute[] {
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
  const { searchParams } = new URL(pageRequest.context.req.url);
  const way = searchParams.has("try") ? wayOf(draft.definition, searchParams) : undefined;
  return showForm(pageRequest, { survey, draft, text: textOf(draft), status: 200, way });
}

/** The ids of the questions and pages that somebody with these answers gets, and the end. */
function wayOf(definition: SurveyDefinition, fields: URLSearchParams): ReadonlySet<string> {
  const given = askedQuestions(definition).flatMap((question) => {
    const { value } = parseAnswer(fields, question);
    return value === undefined ? [] : [[question.id, value] as const];
  });
  const respondent = { values: Object.fromEntries(given), customArguments: {}, seed: "" };
  const pages = visiblePages(definition, respondent);
  return new Set([
    ...pages.flatMap(({ id, questions }) => [id, ...questions.map((one) => one.id)]),
    surveyEnd,
  ]);
}

function textOf({ definition }: Pick<SurveyDraft, "definition">): string {
  return printRules(definition.logic.rules, definition.pages).join("\n");
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly draft: SurveyDraft;
  readonly text: string;
  readonly status: number;
  readonly problems?: readonly RuleTextProblem[];
  readonly theirs?: string;
  readonly way?: ReadonlySet<string> | undefined;
}

function showForm(pageRequest: UserRequest, { status, ...shown }: Shown): Promise<Response> {
  const { language, signedIn, context } = pageRequest;
  const address =
    context.req.method === "GET" ? pageRequest.path : surveyAddress(shown.survey.id, "/edit/logic");
  const zoom = context.req.query("zoom") ?? "";
  return renderPage(
    <EditLogicPage language={language} path={address} signedIn={signedIn} zoom={zoom} {...shown} />,
    { status, script: true },
  );
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["rules", "revision"], formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const draft = await draftOf(store, survey.id);
  const text = withLineFeeds(form.rules);
  const seen = revisionIn(form.revision);
  const base = await definitionAt(store, survey.id, seen);
  // Names such as Q3 stand for what the user saw there.
  const parsed = await inTurns(rulesInTurns(text, (base ?? draft.definition).pages));
  if (!parsed.ok) {
    // The names in the text stay those of what the user saw.
    const seenDraft = base === undefined ? draft : { ...draft, definition: base, revision: seen };
    return showForm(pageRequest, { survey, draft: seenDraft, text, status: 400, problems: parsed.problems });
  }
  const logic = { rules: parsed.rules };
  const mine = textOf({ definition: { ...draft.definition, logic } });
  const isChanged = JSON.stringify(base?.logic) !== JSON.stringify(draft.definition.logic);
  const conflict = { survey, draft, text: mine, status: 409, theirs: textOf(draft) };
  if (isChanged) return showForm(pageRequest, conflict);
  const definition = { ...draft.definition, logic };
  const saving = await store.write(
    saveDraftForUser,
    { surveyId: survey.id, definition, revision: draft.revision },
    changeBy(store, pageRequest),
  );
  if (saving === undefined || "conflict" in saving) return showForm(pageRequest, conflict);
  return backToSurvey(survey, { notice: "saved", seen, applied: draft.revision });
}
