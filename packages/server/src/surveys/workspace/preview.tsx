import type { SurveyDefinition } from "@survey-open-platform/surveys";
import { allowFrames } from "../../pages/content-security-policy.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readAnyForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { type NewParticipant, valuesOfParticipant } from "../../model/participant.ts";
import { listParticipants } from "../../store/surveys/participant-table.ts";
import { fillTexts } from "../../session/fill-texts.ts";
import { inSurveyLanguage } from "../../session/survey-language.ts";
import { draftOf } from "./draft-edit.ts";
import { lookQuery, themeInQuery, withPictures } from "./look-form.ts";
import { PreviewPage } from "./preview-page.tsx";
import { continuePreview, startPreview, type PreviewStep } from "./preview-run.ts";

const path = `${surveyPath}/preview`;

/** Every answer so far is in the form. */
const formMaximumBytes = 2 * 1024 * 1024;

/** `/surveys/:id/preview`: the draft as respondents will see it. Nothing that is entered is stored. */
export function surveyPreview(dependencies: PreviewDependencies): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => start(dependencies, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => goOn(dependencies, pageRequest) },
  ];
}

/** What a preview needs. */
interface PreviewDependencies {
  readonly store: Store;
  /** Whether respondents can send files. */
  readonly takesFiles: boolean;
}

async function start(
  { store, takesFiles }: PreviewDependencies,
  pageRequest: UserRequest,
): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  const { definition } = await draftOf(store, survey.id);
  const names = await argumentNames(store, survey);
  const example = await exampleFor(store, survey);
  const listed = new Map(Object.entries(example === undefined ? {} : valuesOfParticipant(example)));
  const given = names.map(
    (name) => [name, pageRequest.context.req.query(name) ?? listed.get(name) ?? ""] as const,
  );
  const customArguments = Object.fromEntries(given.filter(([, value]) => value !== ""));
  const step = startPreview(definition, customArguments, pageRequest.context.req.query("at"));
  return show(pageRequest, { survey, definition, step, takesFiles, names, example });
}

/** The first participant, as who may edit the survey sees it filled in; for others none. */
async function exampleFor(store: Store, { id, rights }: SurveyForUser): Promise<NewParticipant | undefined> {
  if (!rights.has("edit")) return undefined;
  const [first] = await listParticipants(store.reader, { surveyId: id, after: 0, limit: 1 });
  return first;
}

async function goOn({ store, takesFiles }: PreviewDependencies, pageRequest: UserRequest): Promise<Response> {
  const fields = await readAnyForm(pageRequest, pageRequest.session.token, formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "see");
  const { definition } = await draftOf(store, survey.id);
  const names = await argumentNames(store, survey);
  const step = continuePreview(definition, fields, names);
  const example = await exampleFor(store, survey);
  return show(pageRequest, { survey, definition, step, takesFiles, names, example });
}

async function argumentNames(store: Store, { id }: SurveyForUser): Promise<readonly string[]> {
  const settings = await store.surveys.findSettings(id);
  return (settings?.customArguments ?? []).map(({ title }) => title);
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly definition: SurveyDefinition;
  readonly step: PreviewStep;
  readonly takesFiles: boolean;
  /** Of the survey's arguments. */
  readonly names: readonly string[];
  readonly example: NewParticipant | undefined;
}

async function show(given: UserRequest, { names, example, ...shown }: Shown): Promise<Response> {
  const query = new URL(given.context.req.url).searchParams;
  const look = lookQuery(query);
  const {
    pageRequest,
    definition: inLanguage,
    contentLanguages,
  } = inSurveyLanguage(given, look === "" ? shown.definition : withLook(shown.definition, query));
  const definition = fillTexts(
    inLanguage,
    { participant: example },
    names.map((title) => ({ title })),
  );
  const { language, signedIn } = pageRequest;
  const address = surveyAddress(shown.survey.id, "/preview");
  const page = await renderPage(
    <PreviewPage
      language={language}
      path={address}
      csrf={signedIn.csrf}
      address={address}
      inEditor={query.get("in") === "editor" ? `?in=editor${look}` : undefined}
      {...shown}
      definition={definition}
      contentLanguages={contentLanguages}
    />,
    { status: shown.step.problems.size === 0 ? 200 : 400, script: true, connect: true },
  );
  // The editor shows it beside the questions.
  allowFrames(page.headers, ["'self'"]);
  return page;
}

/** With a look that is not saved; pictures are saved at once. */
function withLook(definition: SurveyDefinition, query: URLSearchParams): SurveyDefinition {
  return { ...definition, theme: withPictures(themeInQuery(query), definition.theme) };
}
