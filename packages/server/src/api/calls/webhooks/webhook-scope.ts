import { answerActions, type EventAction, eventActions, surveyLock } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError, type ErrorType } from "../../../errors.ts";
import { integerParameter, ParameterProblem } from "../../../http/parameters.ts";
import { accountWebhooksLock } from "../../../store/statements/locks.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import {
  findWebhook,
  type OwnedWebhook,
  type Webhook,
  type WebhookOwner,
} from "../../../store/webhooks/webhook-table.ts";
import { surveyIdIn, surveyPath } from "../surveys/survey-reach.ts";
import { ownerOf, reachOf, type Principal } from "../token-authentication.ts";

type Path = Readonly<Record<string, string>>;

/** What webhooks of a call belong to: a survey, or a user or team. */
export interface WebhookScope {
  /** Ends the operation ids of the calls. */
  readonly name: "Survey" | "Account";
  /** In sentences of the documentation. */
  readonly of: string;
  /** The path of the list. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, z.ZodType>>;
  /** The events that its webhooks can get. */
  readonly events: readonly EventAction[];
  /** Which of them they get if nothing is chosen: a sentence of the documentation. */
  readonly byDefault: string;
  /** Of the calls about the list. */
  readonly errors: readonly ErrorType[];
  /** Who owns the webhooks that a path names, within the reach of a token. @throws `PlatformError` */
  owner(principal: Principal, path: Path): StoreSteps<WebhookOwner>;
  /** The locks under which webhooks of a path change. @throws `PlatformError` */
  locks(path: Path): readonly string[];
}

/** Webhooks of a survey, for its answers. */
export function surveyScope(store: Store): WebhookScope {
  return {
    name: "Survey",
    of: "a survey",
    events: answerActions,
    byDefault: "Unless events are chosen, it gets all those of the survey's answers.",
    path: "/api/surveys/{survey_id}/webhooks",
    pathParameters: surveyPath,
    errors: ["not_found"],
    *owner(principal, path) {
      const reach = { surveyId: surveyIdIn(path), ...reachOf(principal) };
      const survey = yield* store.findSurveyHead(reach);
      if (survey === undefined) throw new PlatformError("not_found");
      return { kind: "survey", id: survey.id };
    },
    locks: (path) => [surveyLock(surveyIdIn(path))],
  };
}

/** Webhooks of a user or team, for all surveys that belong to it. */
export const accountScope: WebhookScope = {
  name: "Account",
  of: "a user or team",
  events: eventActions,
  byDefault:
    "Unless events are chosen, it hears when a survey of the account is created, changed or deleted; it can get the answers to all of them as well.",
  path: "/api/users/{user_id}/webhooks",
  pathParameters: { user_id: z.int().min(0).meta({ description: "The user's or the team's id" }) },
  errors: ["claim_error"],
  // oxlint-disable-next-line eslint/require-yield -- nothing has to be looked up for it
  *owner(principal, path) {
    const id = idIn(path, "user_id");
    if (id !== ownerOf(principal)) throw new PlatformError("claim_error");
    return { kind: principal.mode, id };
  },
  locks: (path) => [accountWebhooksLock(idIn(path, "user_id"))],
};

const anyId = z.compile(
  integerParameter("Of a part of the path", { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
);

/** An id in a path. @throws `PlatformError` `invalid_argument` */
export function idIn(path: Path, name: string): number {
  const parsed = anyId.safeParse(path[name]);
  if (!parsed.success) throw new ParameterProblem(name, "must be a whole number");
  return parsed.data;
}

/** The webhook that a path names. */
export function* ownedWebhook(
  scope: WebhookScope,
  principal: Principal,
  path: Path,
): StoreSteps<OwnedWebhook> {
  const webhookId = idIn(path, "webhook_id");
  return { owner: yield* scope.owner(principal, path), webhookId };
}

/** Finds the webhook that a path names. @throws `PlatformError` `not_found` */
export function* reachableWebhook(
  scope: WebhookScope,
  principal: Principal,
  path: Path,
): StoreSteps<Webhook> {
  const webhook = yield* findWebhook(yield* ownedWebhook(scope, principal, path));
  if (webhook === undefined) throw new PlatformError("not_found");
  return webhook;
}

/** Errors of the calls about one webhook. */
export function errorsOfOne({ errors }: WebhookScope): readonly ErrorType[] {
  return [...new Set([...errors, "not_found"] as const)];
}

/** Descriptions of the part of a path that names a webhook. */
export const webhookPath = {
  webhook_id: z.int().min(0).meta({ description: "The webhook's id" }),
} as const;
