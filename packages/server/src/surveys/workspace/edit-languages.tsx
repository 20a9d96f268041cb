import {
  checkTranslation,
  FileProblem,
  languageTag,
  languagesOf,
  mostSurveyLanguages,
  printTranslation,
  readTranslation,
  type SurveyDefinition,
  translatedTexts,
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
import { applyEdit, definitionAt, draftOf, revisionIn } from "./draft-edit.ts";
import { languageListPath, LanguagesPage } from "./languages-page.tsx";
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
  const { definition, revision } = await draftOf(store, survey.id);
  const to = pageRequest.context.req.query("to");
  if (to === undefined) return showList(pageRequest, { survey, definition, status: 200 });
  if (!isTranslated(definition, to)) throw notFound();
  const first = Number.parseInt(pageRequest.context.req.query("from") ?? "", 10);
  return showTexts(pageRequest, { survey, definition, revision, tag: to, first: Math.max(first || 0, 0) });
}

interface ShownList {
  readonly survey: SurveyForUser;
  readonly definition: SurveyDefinition;
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
      const { definition } = await draftOf(store, survey.id);
      return showList(pageRequest, { survey, definition, status: 400, problems: { [action]: problem } });
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
  const { definition, revision } = await draftOf(store, survey.id);
  if (!isTranslated(definition, tag)) throw notFound();
  const first = Math.max(Number.parseInt(field("first"), 10) || 0, 0);
  const shown = textsOnPage(definition, tag, first);
  const given = Object.fromEntries(
    shown.map(({ key }) => [key, withLineFeeds(field(`text ${key}`)).trim()] as const),
  );
  const before = await definitionAt(store, survey.id, revisionIn(field("revision")));
  const known = before?.translations?.[tag] ?? {};
  const changed = shown.filter(({ key }) => given[key] !== (known[key] ?? ""));
  const words = workspaceTextsFor(pageRequest.language).languages;
  const problems = Object.fromEntries(
    changed.flatMap((text) => {
      const problem = checkTranslation(text, given[text.key] ?? "");
      if (problem !== undefined) return [[text.key, words.problem(problem)] as const];
      const isTheirs = text.translation !== (known[text.key] ?? "") && text.translation !== given[text.key];
      return isTheirs ? [[text.key, words.problems.theirs(text.translation)] as const] : [];
    }),
  );
  if (Object.keys(problems).length > 0) {
    const status = changed.some((text) => checkTranslation(text, given[text.key] ?? "")) ? 400 : 409;
    return showTexts(pageRequest, { survey, definition, revision, tag, first, given, problems, status });
  }
  const texts = Object.fromEntries(changed.map(({ key }) => [key, given[key] ?? ""]));
  const editing = { surveyId: survey.id, actor: actorOf(pageRequest) };
  await applyEdit(store, editing, (newest) => withTexts(newest, tag, texts));
  return redirectTo(`${languageListPath(survey.id)}?notice=saved`);
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
  const { definition } = await draftOf(store, survey.id);
  const [tag = "", name] = [pageRequest.context.req.param("tag"), pageRequest.context.req.param("form")];
  const form = translationForms.find((one) => one === name);
  if (form === undefined || !isTranslated(definition, tag)) throw notFound();
  const { place } = workspaceTextsFor(pageRequest.language).languages;
  return download({
    fileName: `survey-${survey.id}-${tag}.${form}`,
    contentType: form === "csv" ? "text/csv; charset=utf-8" : "application/x-xliff+xml",
    body: printTranslation(form, definition, tag, place),
  });
}

/** Takes the texts that a file has; those that it leaves empty stay as they are. Nothing is taken of a file with a mistake. */
async function takeFile(store: Store, pageRequest: UserRequest): Promise<Response> {
  const sent = await readOwnMultipart(pageRequest, {
    names: ["to", "file"],
    maximumBytes: fileMaximumBytes,
  });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { definition } = await draftOf(store, survey.id);
  const tag = Buffer.from(sent.to).toString();
  if (!isTranslated(definition, tag)) throw notFound();
  const read = textsOfFile(pageRequest, definition, { tag, content: sent.file });
  if ("problems" in read) {
    const fileProblems = read.problems.slice(0, mostListed);
    return showList(pageRequest, { survey, definition, status: 400, fileProblems });
  }
  const editing = { surveyId: survey.id, actor: actorOf(pageRequest) };
  await applyEdit(store, editing, (newest) => withTexts(newest, tag, read.texts));
  return redirectTo(`${languageListPath(survey.id)}?notice=taken`);
}

function textsOfFile(
  { language }: UserRequest,
  definition: SurveyDefinition,
  { tag, content }: { readonly tag: string; readonly content: Uint8Array },
): { readonly texts: Readonly<Record<string, string>> } | { readonly problems: readonly string[] } {
  const words = workspaceTextsFor(language).languages;
  if (content.length === 0) return { problems: [words.problems.noFile] };
  try {
    const read = readTranslation(content, tag);
    if (read.tag !== undefined && read.tag !== tag)
      return { problems: [words.problems.otherLanguage(read.tag)] };
    const known = new Map(translatedTexts(definition, tag).map((text) => [text.key, text]));
    const given = read.texts.filter(({ text }) => text.trim() !== "");
    const problems = given.flatMap(({ key, line, text }) => {
      const found = known.get(key);
      if (found === undefined) return [words.problems.unknownText(line, key)];
      const problem = checkTranslation(found, text);
      return problem === undefined ? [] : [words.problems.ofLine(line, words.problem(problem))];
    });
    if (problems.length > 0) return { problems };
    return { texts: Object.fromEntries(given.map(({ key, text }) => [key, text.trim()])) };
  } catch (error) {
    if (error instanceof FileProblem) return { problems: [words.problems.ofFile(error.message)] };
    throw error;
  }
}
