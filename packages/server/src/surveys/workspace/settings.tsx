import {
  platformZone,
  settingsRevision,
  surveyState,
  type SurveySettings,
} from "@survey-open-platform/surveys";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyListAddress } from "../../pages/survey-frame.tsx";
import { changeBy } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { hashPassword } from "../../session/password.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import {
  fieldsOfSettings,
  readSettings,
  settingsFields,
  type ReadSettings,
  type SettingsFields,
} from "./settings-form.ts";
import { settingsInWords } from "./settings-in-words.ts";
import { mergeSettings, seenSettings, type ComparedField } from "./settings-merge.ts";
import { SettingsPage } from "./settings-page.tsx";
import { countListed } from "../../store/surveys/respondent-access-table.ts";
import { changeOwnSettings } from "../../store/surveys/change-survey-for-user.ts";

const path = `${surveyPath}/settings`;

/** Fifty custom arguments with long Chinese descriptions, percent-encoded, twice: as they are, and as they were shown. */
const formMaximumBytes = 1024 * 1024;

/** How often saving is tried again when other editors save at the same moment. */
const attempts = 5;

/** `/surveys/:id/settings`: what applies to all versions, and pausing and resuming. */
export function surveySettings(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => save(store, pageRequest),
    },
    {
      method: "POST",
      path: `${surveyPath}/state`,
      access: "user",
      handle: (pageRequest) => changeState(store, pageRequest),
    },
  ];
}

/** Times are typed and shown in the zone of the user. */
function zoneOf({ timeZone }: UserRequest) {
  return platformZone(timeZone);
}

async function settingsOf(store: Store, { id }: SurveyForUser): Promise<SurveySettings> {
  const settings = await store.surveys.findSettings(id);
  if (settings === undefined) throw notFound();
  return settings;
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const settings = await settingsOf(store, survey);
  const fields = fieldsOfSettings(settings, zoneOf(pageRequest));
  return showForm(store, pageRequest, { survey, settings, fields, problems: {}, status: 200 });
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly settings: SurveySettings;
  readonly fields: SettingsFields;
  readonly problems: ReadSettings["problems"];
  readonly status: number;
  /** What other editors have changed as well. */
  readonly changedByOthers?: readonly ComparedField[];
}

async function showForm(
  store: Store,
  pageRequest: UserRequest,
  { survey, settings, fields, problems, status, changedByOthers = [] }: Shown,
): Promise<Response> {
  const { language, signedIn, context, timeZone } = pageRequest;
  const count = await countListed(store.reader, survey.id);
  const listed = settings.onlyListed || count > 0 ? count : undefined;
  const isGet = context.req.method === "GET";
  const current = fieldsOfSettings(settings, zoneOf(pageRequest));
  return renderPage(
    <SettingsPage
      language={language}
      path={isGet ? pageRequest.path : surveyAddress(survey.id, "/settings")}
      signedIn={signedIn}
      survey={survey}
      timeZone={timeZone}
      hasPassword={settings.passwordHash !== ""}
      listed={listed}
      now={settingsInWords({ language, timeZone, settings, listed })}
      fields={{ ...fields, seen: seenSettings(current, settings) }}
      problems={problems}
      theirs={changedByOthers.map((field) => ({ field, value: current[field] }))}
      isSaved={isGet && context.req.query("notice") === "saved"}
    />,
    { status, script: true },
  );
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const given = await readOwnForm(pageRequest, settingsFields, formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const response = await saveMerged(store, pageRequest, survey, given);
    if (response !== undefined) return response;
  }
  throw new PageError("busy", { status: 503, retryAfterSeconds: 1 });
}

/** @returns undefined when another editor saved at the same moment */
async function saveMerged(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  given: SettingsFields,
): Promise<Response | undefined> {
  const settings = await settingsOf(store, survey);
  const merged = mergeSettings(given, fieldsOfSettings(settings, zoneOf(pageRequest)), settings);
  const { fields, changedByOthers } = merged;
  const { problems, ...read } = readSettings(fields, settings, zoneOf(pageRequest));
  const shown = { survey, settings, fields, problems: withPassword(problems, fields) };
  // Before mistakes: the form that is shown again counts as one that has seen what others changed.
  if (merged.isConflict) return showForm(store, pageRequest, { ...shown, status: 409, changedByOthers });
  if (Object.keys(problems).length > 0) return showForm(store, pageRequest, { ...shown, status: 400 });
  const password = await passwordOf(fields);
  const list = listOf(fields);
  const change = {
    surveyId: survey.id,
    settings: { ...read.settings, ...password, ...list },
    seen: settingsRevision(settings),
  };
  const after = {
    ...auditedOf(read.settings, password),
    ...(list.onlyListed !== undefined && { only_listed: list.onlyListed }),
  };
  const before = auditedOf(settings, {});
  const saving = await store.write(changeOwnSettings, {
    change,
    before,
    after,
    ...changeBy(store, pageRequest),
  });
  if (saving === "missing") throw notFound();
  return saving === "overtaken"
    ? undefined
    : redirectTo(`${surveyAddress(survey.id, "/settings")}?notice=saved`);
}

/** A form that is shown again has no password in it, so a new one has to be typed again. */
function withPassword(
  problems: ReadSettings["problems"],
  { password }: SettingsFields,
): ReadSettings["problems"] {
  return password === "" ? problems : { password: "again", ...problems };
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
function auditedOf(settings: ReadSettings["settings"], password: object) {
  const { startedAt, endAt, answerLimit, once, requiresSignIn, redirectUrl, customArguments, embedOrigins } =
    settings;
  const { allowsAnswerUpdates, addressLimit, addressDays } = settings;
  return {
    started_at: startedAt,
    end_at: endAt,
    answer_limit: answerLimit,
    once,
    sign_in: requiresSignIn,
    allow_update: allowsAnswerUpdates,
    address_limit: addressLimit,
    address_days: addressDays,
    redirect_url: redirectUrl,
    custom_arguments: customArguments.map(({ title }) => title),
    embed_origins: embedOrigins,
    password_changed: Object.keys(password).length > 0,
  };
}

/** Pauses or resumes collecting. A draft begins to collect when it is published. */
async function changeState(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { state, list } = await readOwnForm(pageRequest, ["state", "list"]);
  const survey = await surveyForUser(store, pageRequest, "edit");
  if (state !== "paused" && state !== "collecting")
    throw new PageError("invalid_argument", { status: 400, detail: "state" });
  if (survey.version === 0) return redirectTo(surveyAddress(survey.id));
  const change = { surveyId: survey.id, settings: { state: surveyState[state] } };
  const changed = { change, after: { state }, ...changeBy(store, pageRequest) };
  if ((await store.write(changeOwnSettings, changed)) === "missing") throw notFound();
  if (list === "") return redirectTo(`${surveyAddress(survey.id)}?notice=${state}`);
  return redirectTo(surveyListAddress(survey, { notice: state }));
}
