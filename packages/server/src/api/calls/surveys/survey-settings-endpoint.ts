import {
  findDraft,
  findSettings,
  publicationObstacle,
  surveyState,
  type OnceRule,
  type Outbox,
  type PlatformZone,
  type SurveySettings,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { booleanField, choiceField, textField } from "../../../http/body-fields.ts";
import { ParameterProblem } from "../../../http/parameters.ts";
import { isLinkAddress } from "../../../model/link-address.ts";
import type { AuditValues } from "../../../store/audit/audit-log-table.ts";
import { changeAndRecordSettings, publishAndRecord } from "../../../store/surveys/change-survey-for-user.ts";
import type { Store } from "../../../store/store.ts";
import { findSurveyVersion } from "../../../store/surveys/survey-table.ts";
import { applicationActor } from "../application-actor.ts";
import { writeEndpoint, type AuthorizedWrite } from "../write-endpoint.ts";
import { surveyPath } from "./survey-reach.ts";
import { lockOfSurvey, surveyToChange } from "./survey-to-change.ts";
import { scopesOf } from "../../../model/scopes.ts";

const moment = { maximum: 19 };

const body = z.object({
  redirect_url: textField('Where respondents are sent after their answer; "" for nowhere', {
    maximum: 2048,
  }).optional(),
  login_check: booleanField("Whether respondents have to sign in").optional(),
  is_answer_only_once: booleanField(
    "Whether each respondent may answer once: each person when respondents sign in, else each browser",
  ).optional(),
  is_allow_update_answer: booleanField("Whether respondents may change an answer that they gave").optional(),
  state: choiceField(
    "0 draft, 2 collecting, 3 paused. 2 publishes a survey that was never published",
    Object.values(surveyState),
  ).optional(),
  started_at: textField(
    'When collecting starts, in the platform\'s zone; "" for no start',
    moment,
  ).optional(),
  end_at: textField('When collecting ends, in the platform\'s zone; "" for no end', moment).optional(),
});

type Fields = z.output<typeof body>;

const data = z.object({ result: z.literal("success").meta({ description: "Always the same." }) });

/** `POST /api/surveys/{survey_id}/settings`: changes what applies to all versions of a survey. */
export function surveySettingsEndpoint(store: Store, zone: PlatformZone) {
  return writeEndpoint(store, {
    method: "POST",
    operationId: "changeSurveySettings",
    bearerScopes: scopesOf("surveys:write"),
    path: "/api/surveys/{survey_id}/settings",
    summary: "Change a survey's settings",
    description: "Only what is sent is changed: all of it, or nothing when a part is refused.",
    pathParameters: surveyPath,
    body,
    data,
    errors: ["not_found", "invalid_redirect_url"],
    locks: lockOfSurvey,
    async write(request) {
      const { transaction, body: fields } = request;
      const { id } = await surveyToChange(request);
      const current = await findSettings(transaction, id);
      if (current === undefined) throw new PlatformError("not_found");
      const settings = changedSettings(fields, current, zone);
      await changeState(request, id, store.outbox);
      if (Object.keys(settings).length > 0) {
        const after = auditedOf(fields);
        const change = { surveyId: id, settings };
        const recorded = { actor: applicationActor(request), outbox: store.outbox };
        await changeAndRecordSettings(transaction, { change, after, ...recorded });
      }
      return { result: "success" as const };
    },
  });
}

/** The state has an entry of its own. */
function auditedOf(fields: Fields): AuditValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || name === "state" ? [] : [[name, value]],
    ),
  );
}

/** @throws `PlatformError` `invalid_argument`, `invalid_redirect_url` */
function changedSettings(
  fields: Fields,
  current: SurveySettings,
  zone: PlatformZone,
): Partial<SurveySettings> {
  const { redirect_url, login_check, is_allow_update_answer } = fields;
  if (redirect_url !== undefined && !isLinkAddress(redirect_url))
    throw new PlatformError("invalid_redirect_url");
  const once = onceRule(fields, current);
  return {
    ...windowOf(fields, current, zone),
    ...(redirect_url !== undefined && { redirectUrl: redirect_url }),
    ...(login_check !== undefined && { requiresSignIn: login_check }),
    ...(is_allow_update_answer !== undefined && { allowsAnswerUpdates: is_allow_update_answer }),
    ...(once !== current.once && { once }),
  };
}

function windowOf(
  { started_at, end_at }: Fields,
  current: SurveySettings,
  zone: PlatformZone,
): Partial<SurveySettings> {
  const startedAt = started_at === undefined ? current.startedAt : momentIn("started_at", started_at, zone);
  const endAt = end_at === undefined ? current.endAt : momentIn("end_at", end_at, zone);
  if (startedAt !== null && endAt !== null && endAt <= startedAt)
    throw new ParameterProblem("end_at", "is not after the start");
  return { ...(started_at !== undefined && { startedAt }), ...(end_at !== undefined && { endAt }) };
}

function momentIn(name: string, text: string, zone: PlatformZone): number | null {
  if (text === "") return null;
  const at = zone.parse(text);
  if (at === undefined) throw new ParameterProblem(name, "must be a time such as 2026-11-01 09:00:00");
  return at;
}

/** Persons are known only where respondents sign in; elsewhere the browser counts. */
function onceRule(
  { is_answer_only_once: isOnce, login_check: signIn }: Fields,
  current: SurveySettings,
): OnceRule {
  const applies = isOnce ?? current.once !== "none";
  if (!applies) return "none";
  if (signIn === undefined && isOnce === undefined) return current.once;
  return (signIn ?? current.requiresSignIn) ? "person" : "browser";
}

/** @throws `PlatformError` `invalid_argument` */
async function changeState(
  request: AuthorizedWrite<Fields>,
  surveyId: number,
  outbox: Outbox,
): Promise<void> {
  const { transaction, body: fields } = request;
  const { state } = fields;
  if (state === undefined) return;
  const recorded = { actor: applicationActor(request), outbox };
  const isPublished = (await findSurveyVersion(transaction, surveyId)) > 0;
  if (isPublished) {
    const change = { surveyId, settings: { state } };
    await changeAndRecordSettings(transaction, { change, after: { state }, ...recorded });
  } else if (state === surveyState.collecting) {
    const draft = await findDraft(transaction, surveyId);
    if (draft === undefined || publicationObstacle(draft.definition) !== undefined)
      throw new ParameterProblem(
        "state",
        "cannot be 2: the draft has no question, a question without a title of its own or options, or rules with errors",
      );
    const publication = { surveyId, revision: draft.revision };
    await publishAndRecord(transaction, { publication, ...recorded });
  } else if (state === surveyState.paused) {
    throw new ParameterProblem("state", "cannot be 3: the survey was never published");
  }
}
