import { randomBytes } from "node:crypto";
import {
  definitionFromText,
  importSurveyJs,
  isStorable,
  parseSurveyJson,
  surveyLimits,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import { hashToken } from "../model/token.ts";
import { withLineFeeds } from "../pages/form-lines.ts";
import { idIn } from "../pages/id-in.ts";
import { notFound, PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { surveyTitle } from "../pages/survey-frame.tsx";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { OwnSurvey } from "../store/own-survey-table.ts";
import type { Store } from "../store/store.ts";
import { surveyAddress } from "../session/own-survey.ts";
import { blankDefinition } from "./new-definition.ts";
import { NewSurveyPage, waysToBegin, type NewSurveyForm } from "./new-survey-page.tsx";
import { ownerNamed, ownersOf, type SurveyOwner } from "./owners.ts";
import { templates } from "./templates/templates.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

const path = "/surveys/new";

/** Surveys that a copy can be made of, in the choice among them. */
const copiesOffered = 100;

/** Longest form, in bytes: percent-encoding makes nine of a Chinese character. */
const formMaximumBytes = 2 * 1024 * 1024;

const fields = ["from", "team", "title", "template", "text", "survey", "accept"] as const;

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
        const empty = { title: "", template: "", text: "", accept: "" };
        return showForm(store, visit, { status: 200, form: { ...empty, ...form } });
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
  if ("id" in made) return redirectTo(surveyAddress(made.id, "/edit?notice=created"));
  const { problems, losses } = made;
  return showForm(store, visit, { status: losses === undefined ? 400 : 200, form, problems, losses });
}

/** Why no survey was made. */
interface NotMade {
  readonly problems: NewSurveyForm["problems"];
  readonly losses?: NewSurveyForm["losses"];
}

type Made = { readonly id: number } | NotMade;

async function make(store: Store, visit: UserVisit, owner: SurveyOwner, form: Fields): Promise<Made> {
  const owned = { ownerId: owner.ownerId, creatorUserId: visit.session.user.id };
  if (form.from === "copy") return copy(store, visit, owned, form);
  const definition = definitionOf(visit, form);
  if ("problems" in definition) return definition;
  return store.surveys.createSurvey({ ...owned, definition });
}

type Owned = { readonly ownerId: number; readonly creatorUserId: number };

async function copy(store: Store, visit: UserVisit, owned: Owned, form: Fields): Promise<Made> {
  const original = await surveyToCopy(store, visit, form);
  // Only a survey that the user may see can be copied: a copy shows all of it.
  if (original === undefined) throw notFound();
  const title = form.title.trim() === "" ? titleOfCopy(visit, original) : form.title.trim();
  const problem = titleProblem(visit, title);
  if (problem !== undefined) return { problems: { title: problem } };
  const made = await store.surveys.copySurvey({ surveyId: original.id, ...owned, title });
  if (made === undefined) throw notFound();
  return made;
}

/** The survey that a form or an address names. @returns undefined when there is none that the user may see */
async function surveyToCopy(store: Store, { session }: UserVisit, { survey }: Pick<Fields, "survey">) {
  const surveyId = idIn(survey);
  return surveyId === undefined ? undefined : store.findOwnSurvey({ surveyId, userId: session.user.id });
}

/** The title that a copy has as long as its author gives it no other. */
function titleOfCopy({ language }: UserVisit, { title }: Pick<OwnSurvey, "title">): string {
  const given = workspaceTextsFor(language).creation.copyTitle(surveyTitle(title, language));
  return given.length <= surveyLimits.title ? given : title;
}

function definitionOf(visit: UserVisit, form: Fields): SurveyDefinition | NotMade {
  if (form.from === "text") return fromText(visit, withLineFeeds(form.text));
  if (form.from === "json") return fromJson(visit, form.text);
  if (form.from === "surveyjs") return fromSurveyJs(visit, form);
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

/** A survey that loses something is made once the user has seen what: the button names the text that the list belongs to. */
function fromSurveyJs({ language }: UserVisit, form: Fields): SurveyDefinition | NotMade {
  const text = withLineFeeds(form.text);
  const made = importSurveyJs(text, { language, randomBytes });
  const { jsonProblem, loss } = workspaceTextsFor(language).creation;
  if (!made.ok) return { problems: { text: made.problems.slice(0, listedProblems).map(jsonProblem) } };
  const accept = hashToken(text);
  if (made.losses.length === 0 || form.accept === accept) return made.definition;
  return { problems: {}, losses: { lines: made.losses.map(loss), accept } };
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
  readonly losses?: NewSurveyForm["losses"];
}

async function showForm(
  store: Store,
  visit: UserVisit,
  { status, form, problems = {}, losses }: Shown,
): Promise<Response> {
  const owners = (await ownersOf(store, visit)).filter(({ mayCreate }) => mayCreate);
  const from = waysToBegin.find((way) => way === form.from);
  const isGet = visit.context.req.method === "GET";
  const copied = from === "copy" ? await surveyToCopy(store, visit, form) : undefined;
  const title = isGet && copied ? titleOfCopy(visit, copied) : form.title;
  return renderPage(
    <NewSurveyPage
      language={visit.language}
      path={isGet ? visit.path : path}
      signedIn={visit.signedIn}
      owners={owners}
      form={{ ...form, title, from, problems, losses }}
      timeZone={visit.timeZone}
      copied={copied}
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
