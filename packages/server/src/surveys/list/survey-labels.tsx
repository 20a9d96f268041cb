import { isStorable } from "@survey-open-platform/surveys";
import { distinctLines } from "../../pages/form-lines.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyListAddress } from "../../pages/survey-frame.tsx";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { labelsOfOwner, labelsOfSurveys, setLabels } from "../../store/surveys/survey-label-table.ts";
import { type LabelProblem, SurveyLabelsPage } from "./survey-labels-page.tsx";

const path = `${surveyPath}/labels`;
const mostLabels = 10;
const longestLabel = 40;
const offeredLabels = 30;

/** The page on which a survey gets its labels. */
export function surveyLabels(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (request: UserRequest) => show(store, request) },
    { method: "POST", path, access: "user", handle: (request: UserRequest) => save(store, request) },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const labels = await labelsOfSurveys(store.reader, [survey.id]);
  return render(store, pageRequest, { survey, text: (labels.get(survey.id) ?? []).join("\n") });
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { labels: text } = await readOwnForm(pageRequest, ["labels"]);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const labels = distinctLines(text);
  const problem = problemOf(labels);
  if (problem !== undefined) return render(store, pageRequest, { survey, text, problem });
  await store.write(setLabels, { surveyId: survey.id, labels, actor: actorOf(pageRequest) });
  return redirectTo(surveyListAddress(survey, { notice: "labelled" }));
}

function problemOf(labels: readonly string[]): LabelProblem | undefined {
  if (labels.length > mostLabels) return { code: "many", limit: mostLabels };
  if (labels.some((label) => label.length > longestLabel)) return { code: "long", limit: longestLabel };
  const areStorable = labels.every((label) => label.isWellFormed() && isStorable(label));
  return areStorable ? undefined : { code: "malformed", limit: 0 };
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly text: string;
  readonly problem?: LabelProblem;
}

async function render(
  store: Store,
  { language, path: address, signedIn }: UserRequest,
  { survey, text, problem }: Shown,
): Promise<Response> {
  const { ownerId } = survey;
  const search = { ownerId, creatorUserId: undefined, limit: offeredLabels };
  return renderPage(
    <SurveyLabelsPage
      language={language}
      path={address}
      signedIn={signedIn}
      survey={survey}
      text={text}
      problem={problem}
      known={survey.isShared ? [] : await labelsOfOwner(store.reader, search)}
    />,
    { status: problem === undefined ? 200 : 400 },
  );
}
