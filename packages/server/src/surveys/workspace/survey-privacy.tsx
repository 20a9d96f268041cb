import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import {
  changeSurveyPrivacy,
  findSurveyPrivacy,
  listConsents,
} from "../../store/surveys/survey-privacy-table.ts";
import {
  fieldsOfPrivacy,
  type PrivacyFields,
  type PrivacyProblems,
  privacyFields,
  readPrivacy,
} from "./survey-privacy-form.ts";
import { SurveyPrivacyPage } from "./survey-privacy-page.tsx";

const path = `${surveyPath}/privacy`;

/** Who is responsible for the answers to a survey, how long they stay, and what respondents agree to. */
export function surveyPrivacy(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (request: UserRequest) => show(store, request) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (request: UserRequest) => save(store, request),
    },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const privacy = await findSurveyPrivacy(store.reader, survey.id);
  return render(store, pageRequest, { survey, fields: fieldsOfPrivacy(privacy), problems: {} });
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const fields = await readOwnForm(pageRequest, privacyFields);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { privacy, problems } = readPrivacy(fields);
  if (Object.keys(problems).length > 0) return render(store, pageRequest, { survey, fields, problems });
  await store.write(changeSurveyPrivacy, { surveyId: survey.id, privacy, actor: actorOf(pageRequest) });
  return redirectTo(`${surveyAddress(survey.id, "/privacy")}?notice=saved`);
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly fields: PrivacyFields;
  readonly problems: PrivacyProblems;
}

async function render(
  store: Store,
  { language, path: address, signedIn, context, timeZone }: UserRequest,
  { survey, fields, problems }: Shown,
): Promise<Response> {
  const isGet = context.req.method === "GET";
  return renderPage(
    <SurveyPrivacyPage
      language={language}
      path={isGet ? address : surveyAddress(survey.id, "/privacy")}
      signedIn={signedIn}
      survey={survey}
      timeZone={timeZone}
      fields={fields}
      problems={problems}
      consents={await listConsents(store.reader, survey.id)}
      isSaved={isGet && context.req.query("notice") === "saved"}
    />,
    { status: Object.keys(problems).length === 0 ? 200 : 400 },
  );
}
