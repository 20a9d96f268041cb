import {
  isStorable,
  surveyLimits,
  surveyScene,
  type SurveyDefinition,
  type SurveyScene,
} from "@survey-open-platform/surveys";
import { hasProblems, type FormProblems } from "../../pages/components/error-summary.tsx";
import { withLineFeeds } from "../../pages/form-lines.ts";
import { renderPage } from "../../pages/render-page.ts";
import { changeBy } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { saveDraftForUser } from "../../store/surveys/write-survey-for-user.ts";
import { definitionAt, draftOf, revisionIn } from "./draft-edit.ts";
import { backToSurvey } from "./edit-survey.tsx";
import { EditTextsPage, type TextFields } from "./edit-texts-page.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

const path = `${surveyPath}/edit/texts`;

/** Three long Chinese texts, percent-encoded. */
const formMaximumBytes = 256 * 1024;

/** `/surveys/:id/edit/texts`: the title and the texts of a survey. */
export function textEditing(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      async handle(pageRequest) {
        const survey = await surveyForUser(store, pageRequest, "edit");
        const { definition, revision } = await draftOf(store, survey.id);
        return showForm(pageRequest, { survey, revision, fields: fieldsOf(definition), status: 200 });
      },
    },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => save(store, pageRequest),
    },
  ];
}

function fieldsOf({ title, prefix, suffix, scene = 1 }: SurveyDefinition): TextFields {
  return { title, prefix, suffix, scene: String(scene) };
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly revision: number;
  readonly fields: TextFields;
  readonly status: number;
  readonly problems?: FormProblems;
  readonly theirs?: TextFields;
}

function showForm(pageRequest: UserRequest, { status, ...shown }: Shown): Promise<Response> {
  const { language, signedIn, context } = pageRequest;
  const address =
    context.req.method === "GET" ? pageRequest.path : surveyAddress(shown.survey.id, "/edit/texts");
  return renderPage(<EditTextsPage language={language} path={address} signedIn={signedIn} {...shown} />, {
    status,
  });
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(
    pageRequest,
    ["title", "prefix", "suffix", "scene", "revision"],
    formMaximumBytes,
  );
  const survey = await surveyForUser(store, pageRequest, "edit");
  const draft = await draftOf(store, survey.id);
  const { revision } = draft;
  const fields = trimmed(form);
  const problems = problemsOf(fields, pageRequest);
  const seen = revisionIn(form.revision);
  if (hasProblems(problems))
    return showForm(pageRequest, { survey, revision: seen, fields, status: 400, problems });
  const [base, theirs] = [await definitionAt(store, survey.id, seen), fieldsOf(draft.definition)];
  if (base === undefined || isChanged(fieldsOf(base), theirs))
    return showForm(pageRequest, { survey, revision, fields, status: 409, theirs });
  const definition = { ...draft.definition, ...fields, scene: sceneOf(fields.scene) };
  const saving = await store.write(
    saveDraftForUser,
    { surveyId: survey.id, definition, revision },
    changeBy(store, pageRequest),
  );
  if (saving === undefined || "conflict" in saving)
    return showForm(pageRequest, { survey, revision, fields, status: 409, theirs });
  return backToSurvey(survey, { notice: "saved", seen, applied: revision });
}

function trimmed({ title, prefix, suffix, scene }: TextFields): TextFields {
  return { title: written(title), prefix: written(prefix), suffix: written(suffix), scene };
}

function written(given: string): string {
  return withLineFeeds(given).trim();
}

function isChanged(one: TextFields, other: TextFields): boolean {
  return (
    one.title !== other.title ||
    one.prefix !== other.prefix ||
    one.suffix !== other.suffix ||
    one.scene !== other.scene
  );
}

function sceneOf(given: string): SurveyScene {
  return Object.values(surveyScene).find((scene) => String(scene) === given) ?? surveyScene.survey;
}

function problemsOf({ title, prefix, suffix }: TextFields, { language }: UserRequest): FormProblems {
  const { problems } = workspaceTextsFor(language).question;
  return {
    ...(title === "" && { title: problems.missing }),
    ...(title.length > surveyLimits.title && { title: problems.too_long }),
    ...(!isWritable(title) && { title: problems.malformed }),
    ...(prefix.length > surveyLimits.description && { prefix: problems.too_long }),
    ...(!isWritable(prefix) && { prefix: problems.malformed }),
    ...(suffix.length > surveyLimits.description && { suffix: problems.too_long }),
    ...(!isWritable(suffix) && { suffix: problems.malformed }),
  };
}

function isWritable(text: string): boolean {
  return text.isWellFormed() && isStorable(text);
}
