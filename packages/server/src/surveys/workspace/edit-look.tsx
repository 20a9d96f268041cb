import { isDeepStrictEqual } from "node:util";
import { type SurveyTheme, usualTheme } from "@survey-open-platform/surveys";
import { hasProblems } from "../../pages/components/error-summary.tsx";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { changeDefaultLook } from "../../store/surveys/change-default-look.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { applyEdit, definitionAt, draftOf, revisionIn } from "./draft-edit.ts";
import {
  fieldsOfTheme,
  type LookFields,
  lookFields,
  lookProblems,
  type LookProblems,
  themeOfFields,
  withFinishedTheme,
  withPictures,
} from "./look-form.ts";
import { type LookNotice, lookNotices, LookPage } from "./look-page.tsx";
import type { PictureFault } from "./look-pictures-form.tsx";

const path = `${surveyPath}/edit/look`;

const formMaximumBytes = 16 * 1024;

/** `/surveys/:id/edit/look`: how a survey looks to its respondents. */
export function lookEditing(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showLook(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => save(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/default`,
      access: "user",
      handle: (pageRequest) => changeDefault(store, pageRequest),
    },
  ];
}

/** The page as the draft is, or with what is wrong with a picture. */
export async function showLook(
  store: Store,
  pageRequest: UserRequest,
  fault?: PictureFault,
): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition, revision } = await draftOf(store, survey.id);
  const asked = fault === undefined ? pageRequest.context.req.query("notice") : undefined;
  return showForm(store, pageRequest, {
    survey,
    revision,
    fields: fieldsOfTheme(definition.theme),
    saved: definition.theme,
    notice: lookNotices.find((one) => one === asked),
    fault,
    status: fault === undefined ? 200 : 400,
  });
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly revision: number;
  readonly fields: LookFields;
  /** The look that the draft has. */
  readonly saved: SurveyTheme | undefined;
  readonly status: number;
  readonly notice?: LookNotice | undefined;
  readonly problems?: LookProblems;
  readonly fault?: PictureFault | undefined;
  /** Whether somebody else saved another look meanwhile. */
  readonly isOvertaken?: boolean;
}

async function showForm(
  store: Store,
  pageRequest: UserRequest,
  { status, ...shown }: Shown,
): Promise<Response> {
  const { language, signedIn } = pageRequest;
  const address = surveyAddress(shown.survey.id, "/edit/look");
  const hasDefault = (await store.surveys.findDefaultLook(shown.survey.ownerId)) !== undefined;
  const page = { language, path: address, signedIn, hasDefault, ...shown };
  return renderPage(<LookPage {...page} />, { status, script: true, frame: true });
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, [...lookFields, "revision", "do"], formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition, revision } = await draftOf(store, survey.id);
  const asked = withPictures(
    withFinishedTheme(themeOfFields(form), form.do.replace(/^theme /, "")),
    definition.theme,
  );
  const shown = { survey, saved: definition.theme, fields: fieldsOfTheme(asked) };
  const theme = form.do === "reset" ? undefined : asked;
  const problems = theme === undefined ? {} : lookProblems(theme);
  const seen = revisionIn(form.revision);
  if (hasProblems(problems))
    return showForm(store, pageRequest, { ...shown, revision: seen, problems, status: 400 });
  const base = await definitionAt(store, survey.id, seen);
  const isOvertaken = base === undefined || !isSameForm(base.theme, definition.theme);
  if (isOvertaken) return showForm(store, pageRequest, { ...shown, revision, isOvertaken, status: 409 });
  const editing = { surveyId: survey.id, actor: actorOf(pageRequest) };
  await applyEdit(store, editing, ({ theme: before, ...others }) =>
    theme === undefined ? others : { ...others, theme: withPictures(theme, before) },
  );
  return redirectTo(`${surveyAddress(survey.id, "/edit/look")}?notice=saved`);
}

/** Has new surveys of the same owner begin with the look that the draft has, or with the usual one again. */
async function changeDefault(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["do"]);
  const survey = await surveyForUser(store, pageRequest, "own");
  const { definition } = await draftOf(store, survey.id);
  const theme = form.do === "remove" ? undefined : (definition.theme ?? usualTheme);
  const change = { surveyId: survey.id, ownerId: survey.ownerId, theme, actor: actorOf(pageRequest) };
  await store.write(changeDefaultLook, change);
  return redirectTo(`${surveyAddress(survey.id, "/edit/look")}?notice=default`);
}

/** Pictures are changed by forms of their own. */
function isSameForm(one: SurveyTheme | undefined, other: SurveyTheme | undefined): boolean {
  return isDeepStrictEqual(fieldsOfTheme(one), fieldsOfTheme(other));
}
