import { randomBytes } from "node:crypto";
import {
  isStorable,
  parseSurveyJson,
  surveyLimits,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import { withLineFeeds } from "../pages/form-lines.ts";
import { notFound, PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { surveyAddress } from "../session/own-survey.ts";
import { blankDefinition, definitionFromText } from "./new-definition.ts";
import { NewSurveyPage, waysToBegin, type NewSurveyForm } from "./new-survey-page.tsx";
import { ownerNamed, ownersOf, type SurveyOwner } from "./owners.ts";
import { templates } from "./templates/templates.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

const path = "/surveys/new";

/** Surveys that a copy can be made of, in the choice among them. */
const copiesOffered = 100;

/** Longest form, in bytes: percent-encoding makes nine of a Chinese character. */
const formMaximumBytes = 2 * 1024 * 1024;

const fields = ["from", "team", "title", "template", "text", "survey"] as const;

type Fields = Readonly<Record<(typeof fields)[number], string>>;

/** `/surveys/new`: creates a survey. */
export function surveyCreation(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      handle(visit) {
        const asked = (name: string) => visit.context.req.query(name) ?? "";
        const form = { from: asked("from"), team: asked("team"), survey: asked("survey") };
        return showForm(store, visit, { status: 200, form: { title: "", template: "", text: "", ...form } });
      },
    },
    { method: "POST", path, access: "user", handle: (visit) => create(store, visit) },
  ];
}

async function create(store: Store, visit: UserVisit): Promise<Response> {
  const form = await readOwnForm(visit, fields, formMaximumBytes);
  const owner = ownerNamed(await ownersOf(store, visit), form.team);
  if (!owner.mayCreate) throw new PageError("team_forbidden", { status: 403 });
  const made = await make(store, visit, owner, form);
  if ("id" in made) return redirectTo(`${surveyAddress(made.id)}?notice=created`);
  return showForm(store, visit, { status: 400, form, problems: made.problems });
}

type Made = { readonly id: number } | { readonly problems: NewSurveyForm["problems"] };

async function make(store: Store, visit: UserVisit, owner: SurveyOwner, form: Fields): Promise<Made> {
  const owned = { ownerId: owner.ownerId, creatorUserId: visit.session.user.id };
  if (form.from === "copy") return copy(store, visit, owned, form);
  const definition = definitionOf(visit, form);
  if ("problems" in definition) return definition;
  return store.surveys.createSurvey({ ...owned, definition });
}

type Owned = { readonly ownerId: number; readonly creatorUserId: number };

async function copy(store: Store, visit: UserVisit, owned: Owned, form: Fields): Promise<Made> {
  const problem = titleProblem(visit, form.title);
  if (problem !== undefined) return { problems: { title: problem } };
  const surveyId = /^[1-9]\d{0,14}$/.test(form.survey) ? Number(form.survey) : 0;
  // Only a survey that the user may see can be copied: a copy shows all of it.
  if ((await store.findOwnSurvey({ surveyId, userId: visit.session.user.id })) === undefined)
    throw notFound();
  const made = await store.surveys.copySurvey({ surveyId, ...owned, title: form.title.trim() });
  if (made === undefined) throw notFound();
  return made;
}

function definitionOf(
  visit: UserVisit,
  form: Fields,
): SurveyDefinition | { readonly problems: NewSurveyForm["problems"] } {
  if (form.from === "text") return fromText(visit, withLineFeeds(form.text));
  if (form.from === "json") return fromJson(visit, form.text);
  if (form.from === "template") {
    const template = templates.find(({ id }) => id === form.template);
    if (template === undefined) throw notFound();
    return fromText(visit, template.text[visit.language]);
  }
  const problem = titleProblem(visit, form.title);
  return problem === undefined ? blankDefinition(form.title.trim()) : { problems: { title: problem } };
}

function fromText({ language }: UserVisit, text: string) {
  const made = definitionFromText(text);
  if (made.ok) return made.definition;
  const { textProblem } = workspaceTextsFor(language).creation;
  return { problems: { text: made.problems.map(textProblem) } };
}

/** Most mistakes that are listed at once. */
const listedProblems = 50;

function fromJson({ language }: UserVisit, text: string) {
  const made = parseSurveyJson(text, randomBytes);
  if (made.ok) return made.definition;
  const { jsonProblem } = workspaceTextsFor(language).creation;
  return { problems: { text: made.problems.slice(0, listedProblems).map(jsonProblem) } };
}

function titleProblem({ language }: UserVisit, given: string): string | undefined {
  const words = workspaceTextsFor(language).creation.problems;
  const title = given.trim();
  if (title === "") return words.title_missing;
  const isTitle = title.length <= surveyLimits.title && title.isWellFormed() && isStorable(title);
  return isTitle ? undefined : words.title_malformed;
}

interface Shown {
  readonly status: number;
  readonly form: Fields;
  readonly problems?: NewSurveyForm["problems"];
}

async function showForm(
  store: Store,
  visit: UserVisit,
  { status, form, problems = {} }: Shown,
): Promise<Response> {
  const owners = (await ownersOf(store, visit)).filter(({ mayCreate }) => mayCreate);
  const from = waysToBegin.find((way) => way === form.from);
  return renderPage(
    <NewSurveyPage
      language={visit.language}
      path={visit.context.req.method === "GET" ? visit.path : path}
      signedIn={visit.signedIn}
      owners={owners}
      form={{ ...form, from, problems }}
      surveys={from === "copy" ? await surveysToCopy(store, visit, owners) : []}
    />,
    { status },
  );
}

async function surveysToCopy(store: Store, { session }: UserVisit, owners: readonly SurveyOwner[]) {
  const search = { userId: session.user.id, search: "", state: undefined, before: undefined };
  const lists = owners.map(({ ownerId }) =>
    store.listOwnSurveys({ ...search, ownerId, isOnlyCreated: false, limit: copiesOffered }),
  );
  return (await Promise.all(lists)).flat();
}
