import {
  checkTranslation,
  languageTag,
  languagesOf,
  mostSurveyLanguages,
  printTranslation,
  type SurveyDefinition,
  type SurveyPrivacy,
  type TranslatedText,
  translationForms,
  withoutLanguage,
  withTranslation,
} from "@survey-open-platform/surveys";
import type { FormProblems } from "../../pages/components/error-summary.tsx";
import { download } from "../../pages/download.ts";
import { withLineFeeds } from "../../pages/form-lines.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnFields, readOwnMultipart } from "../../session/read-form.ts";
import { surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import {
  findSurveyPrivacy,
  listConsents,
  translateConsent,
  translateStatement,
} from "../../store/surveys/survey-privacy-table.ts";
import { applyEdit, definitionAt, draftOf, revisionIn } from "./draft-edit.ts";
import { languageListPath, LanguagesPage } from "./languages-page.tsx";
import { privacyTexts, textsToTranslate } from "./texts-to-translate.ts";
import { textsOfFile } from "./texts-of-file.ts";
import { TranslatePage, textsOnPage } from "./translate-page.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

const path = `${surveyPath}/edit/languages`;

/** Two hundred long Chinese texts, percent-encoded. */
const formMaximumBytes = 10 * 1024 * 1024;

/** All texts of the largest survey with their translations. */
const fileMaximumBytes = 4 * 1024 * 1024;

/** Most problems of a file that are listed. */
const mostListed = 20;

/** `/surveys/:id/edit/languages`: the languages of a survey, and its texts in each. */
export function languageEditing(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => change(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/file`,
      access: "user",
      handle: (pageRequest) => takeFile(store, pageRequest),
    },
    {
      method: "GET",
      path: `${path}/:tag/:form`,
      access: "user",
      handle: (pageRequest) => file(store, pageRequest),
    },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition, revision, privacy } = await translatedSurvey(store, survey.id);
  const to = pageRequest.context.req.query("to");
  if (to === undefined) return showList(pageRequest, { survey, definition, privacy, status: 200 });
  if (!isTranslated(definition, to)) throw notFound();
  const first = Number.parseInt(pageRequest.context.req.query("from") ?? "", 10);
  const at = Math.max(first || 0, 0);
  return showTexts(pageRequest, { survey, definition, privacy, revision, tag: to, first: at });
}

/** The draft, and what respondents have to agree to. */
async function translatedSurvey(store: Store, surveyId: number) {
  const { definition, revision } = await draftOf(store, surveyId);
  return { definition, revision, privacy: await findSurveyPrivacy(store.reader, surveyId) };
}

interface ShownList {
  readonly survey: SurveyForUser;
  readonly definition: SurveyDefinition;
  readonly privacy: SurveyPrivacy;
  readonly status: number;
  readonly problems?: FormProblems;
  /** What is wrong with a file, a sentence each. */
  readonly fileProblems?: readonly string[];
}

function showList(pageRequest: UserRequest, { status, ...shown }: ShownList): Promise<Response> {
  const { language, signedIn } = pageRequest;
  const page = { language, signedIn, path: languageListPath(shown.survey.id), ...shown };
  return renderPage(<LanguagesPage {...page} notice={pageRequest.context.req.query("notice")} />, { status });
}

interface ShownTexts {
  readonly survey: SurveyForUser;
  readonly definition: SurveyDefinition;
  readonly privacy: SurveyPrivacy;
  readonly revision: number;
  readonly tag: string;
  /** Position of the first text, from 0. */
  readonly first: number;
  /** What was typed, by the key of each text; what is stored otherwise. */
  readonly given?: Readonly<Record<string, string>>;
  readonly problems?: FormProblems;
  readonly status?: number;
}

function showTexts(pageRequest: UserRequest, { status = 200, ...shown }: ShownTexts): Promise<Response> {
  const { language, signedIn } = pageRequest;
  const page = { language, signedIn, path: languageListPath(shown.survey.id, shown.tag), ...shown };
  return renderPage(<TranslatePage {...page} />, { status });
}

function isTranslated(definition: SurveyDefinition, tag: string): boolean {
  return languagesOf(definition).slice(1).includes(tag);
}

async function change(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, formMaximumBytes);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const [action = "", tag = ""] = field("do").split(" ", 2);
  if (action === "save") return saveTexts(store, pageRequest, { survey, tag, field });
  if (!isLanguageAction(action)) throw new PageError("invalid_argument", { status: 400, detail: "do" });
  const editing = { surveyId: survey.id, actor: actorOf(pageRequest) };
  if (action === "remove")
    await applyEdit(store, editing, (definition) =>
      isTranslated(definition, tag) ? withoutLanguage(definition, tag) : undefined,
    );
  else {
    const named = languageTag(field(action));
    const problem = await setLanguage(store, pageRequest, { action, named, editing });
    if (problem !== undefined) {
      const { definition, privacy } = await translatedSurvey(store, survey.id);
      const problems = { [action]: problem };
      return showList(pageRequest, { survey, definition, privacy, status: 400, problems });
    }
    if (action === "add") return redirectTo(languageListPath(survey.id, named));
  }
  return redirectTo(`${languageListPath(survey.id)}?notice=saved`);
}

/** What the buttons of the list do. */
const languageActions = ["add", "language", "remove"] as const;
type LanguageAction = (typeof languageActions)[number];

function isLanguageAction(action: string): action is LanguageAction {
  return languageActions.some((one) => one === action);
}

interface LanguageChange {
  readonly action: Exclude<LanguageAction, "remove">;
  readonly named: string | undefined;
  readonly editing: Parameters<typeof applyEdit>[1];
}

/** Says the language of the survey itself, or adds one. @returns what is wrong, in words */
async function setLanguage(
  store: Store,
  { language }: UserRequest,
  { action, named, editing }: LanguageChange,
): Promise<string | undefined> {
  const { problems } = workspaceTextsFor(language).languages;
  if (named === undefined) return problems.noLanguage;
  let problem: string | undefined;
  await applyEdit(store, editing, (definition) => {
    problem = undefined;
    const tags = languagesOf(definition);
    if (action === "language" && tags[0] === named) return undefined;
    if (tags.includes(named)) problem = problems.isThere;
    else if (action === "add" && tags.length === 0) problem = problems.ownFirst;
    else if (action === "add" && tags.length >= mostSurveyLanguages)
      problem = problems.tooMany(mostSurveyLanguages);
    if (problem !== undefined) return undefined;
    return action === "add" ? withTranslation(definition, named, {}) : { ...definition, language: named };
  });
  return problem;
}

interface TextsToSave {
  readonly survey: SurveyForUser;
  readonly tag: string;
  readonly field: (name: string) => string;
}

/** Saves the texts that were changed in the form. What another editor changed meanwhile, and this one did not, stays theirs. */
async function saveTexts(
  store: Store,
  pageRequest: UserRequest,
  { survey, tag, field }: TextsToSave,
): Promise<Response> {
  const { definition, revision, privacy } = await translatedSurvey(store, survey.id);
  if (!isTranslated(definition, tag)) throw notFound();
  const first = Math.max(Number.parseInt(field("first"), 10) || 0, 0);
  const shown = textsOnPage(textsToTranslate(definition, privacy, tag), first);
  const given = Object.fromEntries(
    shown.map(({ key }) => [key, withLineFeeds(field(`text ${key}`)).trim()] as const),
  );
  const known = await knownTexts(store, survey.id, { tag, field });
  const changed = shown.filter(({ key }) => given[key] !== (known[key]?.translation ?? ""));
  const words = workspaceTextsFor(pageRequest.language).languages;
  const problems = Object.fromEntries(
    changed.flatMap((text) => {
      const problem = checkTranslation(text, given[text.key] ?? "");
      if (problem !== undefined) return [[text.key, words.problem(problem)] as const];
      const before = known[text.key];
      if (privacyTexts.some((key) => key === text.key) && before?.text !== text.text)
        return [[text.key, words.problems.otherText] as const];
      const isTheirs =
        text.translation !== (before?.translation ?? "") && text.translation !== given[text.key];
      return isTheirs ? [[text.key, words.problems.theirs(text.translation)] as const] : [];
    }),
  );
  if (Object.keys(problems).length > 0) {
    const status = changed.some((text) => checkTranslation(text, given[text.key] ?? "")) ? 400 : 409;
    const page = { survey, definition, privacy, revision, tag, first, given, problems };
    return showTexts(pageRequest, { ...page, status });
  }
  const texts = Object.fromEntries(changed.map(({ key }) => [key, given[key] ?? ""]));
  await keepTexts(store, pageRequest, { surveyId: survey.id, tag, texts });
  return redirectTo(`${languageListPath(survey.id)}?notice=saved`);
}

/** The texts that a form was made with, by their keys. */
async function knownTexts(
  store: Store,
  surveyId: number,
  { tag, field }: Pick<TextsToSave, "tag" | "field">,
): Promise<Readonly<Record<string, TranslatedText>>> {
  const definition = await definitionAt(store, surveyId, revisionIn(field("revision")));
  const consents = await listConsents(store.reader, surveyId);
  const consent = consents.find(({ version }) => String(version) === field("consent_version"));
  const privacy = {
    responsible: field("seen responsible"),
    purpose: field("seen purpose"),
    statementTranslations: {
      [tag]: { responsible: field("translated responsible"), purpose: field("translated purpose") },
    },
    consentText: consent?.text ?? "",
    consentTranslations: consent?.translations ?? {},
  };
  const texts = definition === undefined ? [] : textsToTranslate(definition, privacy, tag);
  return Object.fromEntries(texts.map((text) => [text.key, text]));
}

interface TextsToKeep {
  readonly surveyId: number;
  readonly tag: string;
  /** By their keys. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What the settings say is kept apart from the draft. */
async function keepTexts(
  store: Store,
  pageRequest: UserRequest,
  { surveyId, tag, texts: { responsible, purpose, consent, ...texts } }: TextsToKeep,
): Promise<void> {
  const editing = { surveyId, actor: actorOf(pageRequest) };
  if (Object.keys(texts).length > 0)
    await applyEdit(store, editing, (newest) => withTexts(newest, tag, texts));
  const translation = {
    ...(responsible !== undefined && { responsible }),
    ...(purpose !== undefined && { purpose }),
  };
  if (Object.keys(translation).length > 0)
    await store.write(translateStatement, { ...editing, tag, translation });
  if (consent !== undefined) await store.write(translateConsent, { ...editing, tag, translation: consent });
}

function withTexts(
  definition: SurveyDefinition,
  tag: string,
  texts: Readonly<Record<string, string>>,
): SurveyDefinition | undefined {
  if (!isTranslated(definition, tag)) return undefined;
  return withTranslation(definition, tag, { ...definition.translations?.[tag], ...texts });
}

async function file(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition, privacy } = await translatedSurvey(store, survey.id);
  const [tag = "", name] = [pageRequest.context.req.param("tag"), pageRequest.context.req.param("form")];
  const form = translationForms.find((one) => one === name);
  if (form === undefined || !isTranslated(definition, tag)) throw notFound();
  const { place } = workspaceTextsFor(pageRequest.language).languages;
  return download({
    fileName: `survey-${survey.id}-${tag}.${form}`,
    contentType: form === "csv" ? "text/csv; charset=utf-8" : "application/x-xliff+xml",
    body: printTranslation(form, textsToTranslate(definition, privacy, tag), {
      from: definition.language ?? "",
      to: tag,
      place,
    }),
  });
}

/** Takes the texts that a file has; those that it leaves empty stay as they are. Nothing is taken of a file with a mistake. */
async function takeFile(store: Store, pageRequest: UserRequest): Promise<Response> {
  const sent = await readOwnMultipart(pageRequest, {
    names: ["to", "file"],
    maximumBytes: fileMaximumBytes,
  });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition, privacy } = await translatedSurvey(store, survey.id);
  const tag = Buffer.from(sent.to).toString();
  if (!isTranslated(definition, tag)) throw notFound();
  const read = textsOfFile(pageRequest, textsToTranslate(definition, privacy, tag), {
    tag,
    content: sent.file,
  });
  if ("problems" in read) {
    const fileProblems = read.problems.slice(0, mostListed);
    return showList(pageRequest, { survey, definition, privacy, status: 400, fileProblems });
  }
  await keepTexts(store, pageRequest, { surveyId: survey.id, tag, texts: read.texts });
  return redirectTo(`${languageListPath(survey.id)}?notice=taken`);
}
