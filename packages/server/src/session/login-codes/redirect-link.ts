import { z } from "zod";
import { PlatformError } from "../../errors.ts";
import {
  idParameter,
  integerParameter,
  readParameters,
  RepeatedParameter,
  textParameter,
} from "../../http/parameters.ts";
import { PageError } from "../../pages/page-error.ts";

const idBounds = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const id = (description: string) => integerParameter(description, idBounds).optional();

const parameters = z.object({
  appid: idParameter("The application that brings the user", 64).optional(),
  code: textParameter("A login code of one of its accounts", 64).optional(),
  action: textParameter("The page to open", 64),
  survey_id: id("A survey, for pages of one"),
  org_id: id("A team, for pages of one"),
  answer_id: id("The serial of an answer, for the page of one"),
});

/** What a link says, with which an application sends one of its users here. */
export type RedirectLink = z.output<typeof parameters>;

/** @throws `PageError` `duplicated_parameter`, `invalid_argument` */
export function readRedirectLink(query: string): RedirectLink {
  try {
    return readParameters(parameters, query);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const problem = error instanceof RepeatedParameter ? "duplicated_parameter" : "invalid_argument";
    throw new PageError(problem, { status: 400, ...(error.parameter && { detail: error.parameter }) });
  }
}

/** The action with which an account answers a survey; every other one opens a page for editors. */
export const answerAction = "survey_answer";

type Target = (link: RedirectLink) => string;

const ofSurvey =
  (page: string): Target =>
  (link) =>
    `/surveys/${given(link, "survey_id")}${page}`;
const ofTeam =
  (page: string): Target =>
  (link) =>
    `/teams/${given(link, "org_id")}${page}`;

/** The pages that actions open. Each path has numbers of the link in it and nothing else, so that none leads elsewhere. */
const targets: Readonly<Record<string, Target>> = {
  my_surveys: () => "/surveys",
  org_surveys: (link) => `/surveys?team=${given(link, "org_id")}`,
  survey_create: () => "/surveys/new",
  org_survey_create: (link) => `/surveys/new?team=${given(link, "org_id")}`,
  survey_edit: ofSurvey("/edit"),
  survey_setting: ofSurvey("/settings"),
  survey_overview: ofSurvey("/results"),
  survey_print: ofSurvey("/preview"),
  answer_detail: (link) => ofSurvey(`/results/answers/${given(link, "answer_id")}`)(link),
  org_info: ofTeam(""),
  org_contacts: ofTeam("/members"),
};

/** The path that a link leads to. @throws `PageError` `invalid_argument` for an unknown action, or one without its ids */
export function redirectTarget(link: RedirectLink): string {
  const target = Object.hasOwn(targets, link.action) ? targets[link.action] : undefined;
  if (target === undefined) throw new PageError("invalid_argument", { status: 400, detail: "action" });
  return target(link);
}

/** @throws `PageError` `invalid_argument` */
export function given(link: RedirectLink, name: "survey_id" | "org_id" | "answer_id"): number {
  const value = link[name];
  if (value === undefined) throw new PageError("invalid_argument", { status: 400, detail: name });
  return value;
}
