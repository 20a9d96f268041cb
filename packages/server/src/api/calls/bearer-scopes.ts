import type { Endpoint } from "../../http/endpoint.ts";
import { scopesOf, type ScopeSet } from "../../model/scopes.ts";

/**
 * What a bearer token has to allow for each call. What is about single answers or made of them needs `answers:read`; so do webhooks, whose
 * events have answers in them. Calls that are not listed do not look at a header: they are those for tokens, and the user's own.
 */
const scopesByCall: Readonly<Record<string, string>> = {
  listSurveys: "surveys:read",
  getSurvey: "surveys:read",
  getLegacySurvey: "surveys:read",
  createSurvey: "surveys:write",
  changeSurveySettings: "surveys:write",
  addCustomArgument: "surveys:write",
  listRespondents: "surveys:read",
  listParticipants: "answers:read",
  addParticipants: "surveys:write",
  removeParticipant: "surveys:write",
  allowRespondents: "surveys:write",
  disallowRespondents: "surveys:write",
  listAnswers: "answers:read",
  listAnswerChanges: "answers:read",
  getAnswerTable: "answers:read",
  getAnswer: "answers:read",
  getReport: "answers:read",
  submitAnswer: "answers:write",
  changeAnswer: "answers:write",
  listWebhookSenders: "surveys:read",
};

const webhookReading = /^(?:list|get)\w*Webhook/;
const webhookWriting = /^(?:create|change|delete|replace|test|resend)\w*Webhook/;

/** Accounts, teams and contacts are no part of the surveys that a scope names: the team's own token reaches them. */
const ofTeams = /^\/api\/(?:sso|orgs|contacts)\b/;

const withoutBearer = /^\/api\/oauth2\//;

/** Says of each call what a bearer token has to allow. @throws Error for a call that nothing is said about */
export function withBearerScopes(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    const bearerScopes = scopesOfCall(endpoint);
    return bearerScopes === undefined ? endpoint : { ...endpoint, bearerScopes };
  });
}

function scopesOfCall({ operationId, path }: Endpoint): ScopeSet | "none" | undefined {
  if (withoutBearer.test(path)) return undefined;
  if (ofTeams.test(path)) return "none";
  const scopes = scopesByCall[operationId] ?? scopesOfWebhooks(operationId);
  if (scopes === undefined) throw new Error(`no scope is named for ${operationId}`);
  return scopesOf(scopes);
}

function scopesOfWebhooks(operationId: string): string | undefined {
  if (webhookReading.test(operationId)) return "answers:read";
  return webhookWriting.test(operationId) ? "answers:read surveys:write" : undefined;
}
