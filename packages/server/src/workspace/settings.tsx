import { platformZone, surveyState, type SurveySettings } from "@survey-open-platform/surveys";
import { notFound, PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import { ownSurvey, surveyAddress, surveyPath } from "../session/own-survey.ts";
import type { PageRoute } from "../session/page-route.ts";
import { hashPassword } from "../session/password.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { OwnSurvey } from "../store/own-survey-table.ts";
import type { Store } from "../store/store.ts";
import {
  fieldsOfSettings,
  readSettings,
  settingsFields,
  type ReadSettings,
  type SettingsFields,
} from "./settings-form.ts";
import { SettingsPage } from "./settings-page.tsx";

const path = `${surveyPath}/settings`;

/** `/surveys/:id/settings`: what applies to all versions, and pausing and resuming. */
export function surveySettings(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (visit) => show(store, visit) },
    { method: "POST", path, access: "user", handle: (visit) => save(store, visit) },
    {
      method: "POST",
      path: `${surveyPath}/state`,
      access: "user",
      handle: (visit) => changeState(store, visit),
    },
  ];
}

/** Times are typed and shown in the zone of the user. */
function zoneOf({ timeZone }: UserVisit) {
  return platformZone(timeZone);
}

async function settingsOf(store: Store, { id }: OwnSurvey): Promise<SurveySettings> {
  const settings = await store.surveys.findSettings(id);
  if (settings === undefined) throw notFound();
  return settings;
}

async function show(store: Store, visit: UserVisit): Promise<Response> {
  const survey = await ownSurvey(store, visit, "edit");
  const settings = await settingsOf(store, survey);
  const fields = fieldsOfSettings(settings, zoneOf(visit));
  return showForm(store, visit, { survey, settings, fields, problems: {}, status: 200 });
}

interface Shown {
  readonly survey: OwnSurvey;
  readonly settings: SurveySettings;
  readonly fields: SettingsFields;
  readonly problems: ReadSettings["problems"];
  readonly status: number;
}

async function showForm(
  store: Store,
  visit: UserVisit,
  { survey, settings, fields, problems, status }: Shown,
): Promise<Response> {
  const { language, signedIn, context, timeZone } = visit;
  const listed = await store.countListed(survey.id);
  const isGet = context.req.method === "GET";
  return renderPage(
    <SettingsPage
      language={language}
      path={isGet ? visit.path : surveyAddress(survey.id, "/settings")}
      signedIn={signedIn}
      survey={survey}
      timeZone={timeZone}
      hasPassword={settings.passwordHash !== ""}
      listed={settings.onlyListed || listed > 0 ? listed : undefined}
      fields={fields}
      problems={problems}
      isSaved={isGet && context.req.query("notice") === "saved"}
    />,
    { status },
  );
}

async function save(store: Store, visit: UserVisit): Promise<Response> {
  const fields = await readOwnForm(visit, settingsFields);
  const survey = await ownSurvey(store, visit, "edit");
  const settings = await settingsOf(store, survey);
  const read = readSettings(fields, settings.customArguments, zoneOf(visit));
  if (Object.keys(read.problems).length > 0)
    return showForm(store, visit, { survey, settings, fields, problems: read.problems, status: 400 });
  const password = await passwordOf(fields);
  const list = listOf(fields);
  const change = { surveyId: survey.id, settings: { ...read.settings, ...password, ...list } };
  const audited = {
    ...auditedOf(read, password),
    ...(list.onlyListed !== undefined && { only_listed: list.onlyListed }),
  };
  if (!(await store.changeOwnSettings(change, actorOf(visit), audited))) throw notFound();
  return redirectTo(`${surveyAddress(survey.id, "/settings")}?notice=saved`);
}

/** An empty field leaves the password as it is. */
async function passwordOf({ password, no_password: none }: SettingsFields) {
  if (none === "on") return { passwordHash: "" };
  return password === "" ? {} : { passwordHash: await hashPassword(password) };
}

/** A form that was shown before there was a list does not open the survey to everyone. */
function listOf({ has_list: hasList, only_listed: onlyListed }: SettingsFields): { onlyListed?: boolean } {
  return hasList === "on" ? { onlyListed: onlyListed === "on" } : {};
}

/** What the audit log says of a change; of the password only that there is another one. */
function auditedOf({ settings }: ReadSettings, password: object) {
  const { startedAt, endAt, answerLimit, once, requiresSignIn, redirectUrl, customArguments, embedOrigins } =
    settings;
  return {
    started_at: startedAt,
    end_at: endAt,
    answer_limit: answerLimit,
    once,
    sign_in: requiresSignIn,
    redirect_url: redirectUrl,
    custom_arguments: customArguments.map(({ title }) => title),
    embed_origins: embedOrigins,
    password_changed: Object.keys(password).length > 0,
  };
}

/** Pauses or resumes collecting. A draft begins to collect when it is published. */
async function changeState(store: Store, visit: UserVisit): Promise<Response> {
  const { state } = await readOwnForm(visit, ["state"]);
  const survey = await ownSurvey(store, visit, "edit");
  if (state !== "paused" && state !== "collecting")
    throw new PageError("invalid_argument", { status: 400, detail: "state" });
  if (survey.version === 0) return redirectTo(surveyAddress(survey.id));
  const change = { surveyId: survey.id, settings: { state: surveyState[state] } };
  if (!(await store.changeOwnSettings(change, actorOf(visit), { state }))) throw notFound();
  return redirectTo(`${surveyAddress(survey.id)}?notice=${state}`);
}
