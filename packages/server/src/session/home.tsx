import { daysOfAnswers, shownDays } from "../model/days-of-answers.ts";
import type { Config } from "../config/settings.ts";
import type { FirstStep } from "../pages/first-steps.tsx";
import { HomePage, type SurveyAtHome } from "../pages/home-page.tsx";
import { renderPage } from "../pages/render-page.ts";
import { hasSeveralUsers } from "../store/people/user-administration.ts";
import { listSurveysForUser } from "../store/surveys/survey-for-user-table.ts";
import type { Store } from "../store/store.ts";
import type { PageRoute } from "./page-route.ts";

/** Surveys that the home page of a user shows. */
const atHome = 5;

/** `GET /`: what this server is, with links to the other pages. */
export function homePage({
  store,
  isDemo,
  ...config
}: Pick<Config, "signUp" | "authUrl" | "mail"> & {
  readonly store: Store;
  readonly isDemo: boolean;
}): PageRoute {
  return {
    method: "GET",
    path: "/",
    access: "anyone",
    isReturnable: true,
    async handle({ language, path, signedIn, session, timeZone }) {
      const surveys = session === undefined ? [] : await newestSurveys(store, session.user.id, timeZone);
      const isSettingUp = signedIn?.administrator === true && !isDemo;
      const firstSteps = isSettingUp ? await firstStepsOf(store, config, surveys.length > 0) : [];
      const shown = { language, path, signedIn, isDemo, surveys, firstSteps };
      return renderPage(<HomePage {...shown} offersSignUp={config.signUp === "open"} />, { status: 200 });
    },
  };
}

/** Each with its state: what is done is known, and never asked. */
async function firstStepsOf(
  store: Store,
  { authUrl, mail }: Pick<Config, "authUrl" | "mail">,
  hasSurvey: boolean,
): Promise<readonly FirstStep[]> {
  return [
    { id: "address", isDone: authUrl !== "" },
    { id: "mail", isDone: mail !== undefined },
    { id: "people", isDone: await hasSeveralUsers(store.reader) },
    { id: "survey", isDone: hasSurvey },
  ];
}

/** The own surveys that a user made last. */
async function newestSurveys(
  store: Store,
  userId: number,
  timeZone: string,
): Promise<readonly SurveyAtHome[]> {
  const all = { isOnlyCreated: false, search: "", state: undefined, before: undefined };
  const surveys = await listSurveysForUser(store.reader, { ...all, userId, ownerId: userId, limit: atHome });
  const surveyIds = surveys.map(({ id }) => id);
  const hours = await store.surveys.countRecentHours({ surveyIds, days: shownDays });
  const days = daysOfAnswers(hours, timeZone);
  return surveys.map(({ id, title, state }) => ({ id, title, state, days: days.get(id) }));
}
