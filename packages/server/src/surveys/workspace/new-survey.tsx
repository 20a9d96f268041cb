import { randomBytes } from "node:crypto";
import {
  idMaker,
  noLogic,
  type SurveyDefinition,
  definitionFromText,
  isStorable,
  surveyLimits,
} from "@survey-open-platform/surveys";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import { changeBy } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import {
  type SurveyForUser,
  findSurveyForUser,
  listSurveysForUser,
} from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { copySurveyForUser, createSurveyForUser } from "../../store/surveys/write-survey-for-user.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { importSurvey, type NotMade } from "./import-survey.ts";
import { limitImports } from "./limit-imports.ts";
import { NewSurveyPage, waysToBegin, type NewSurveyForm } from "./new-survey-page.tsx";
import { ownerNamed, ownersOf, type OwnerOfSurveys } from "../list/owners.ts";
import { templates } from "./templates/templates.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** A survey with one empty page. */
function blankDefinition(title: string): SurveyDefinition {
  const page = { id: idMaker([], randomBytes)("page"), index: "1", questions: [] };
  return { title, prefix: "", suffix: "", pages: [page], logic: noLogic };
}

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
      handle(pageRequest) {
        const asked = (name: string) => pageRequest.context.req.query(name) ?? "";
        const form = { from: asked("from"), team: asked("team"), survey: asked("survey") };
        const empty = { title: "", template: "", text: "", accept: "" };
        return showNewSurvey(store, pageRequest, { status: 200, form: { ...empty, ...form } });
      },
    },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => create(store, pageRequest),
    },
  ];
}

async function create(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, fields, formMaximumBytes);
  const owner = ownerNamed(await ownersOf(store, pageRequest), form.team);
  if (!owner.mayCreate) throw new PageError("team_forbidden", { status: 403 });
  const made = await make(store, pageRequest, owner, form);
  if ("id" in made) return redirectTo(surveyAddress(made.id, "/edit?notice=created"));
  const { problems, losses } = made;
  return showNewSurvey(store, pageRequest, {
    status: losses === undefined ? 400 : 200,
    form,
    problems,
    losses,
  });
}

type Made = { readonly id: number } | NotMade;

async function make(
  store: Store,
  pageRequest: UserRequest,
  owner: OwnerOfSurveys,
  form: Fields,
): Promise<Made> {
  const owned = { ownerId: owner.ownerId, creatorUserId: pageRequest.session.user.id };
  if (form.from === "copy") return copy(store, pageRequest, owned, form);
  const definition = await definitionOf(store, pageRequest, form);
  if ("problems" in definition) return definition;
  return store.write(createSurveyForUser, { ...owned, definition }, changeBy(store, pageRequest));
}

type Owned = { readonly ownerId: number; readonly creatorUserId: number };

async function copy(store: Store, pageRequest: UserRequest, owned: Owned, form: Fields): Promise<Made> {
  const original = await surveyToCopy(store, pageRequest, form);
  // Only a survey that the user may see can be copied: a copy shows all of it.
  if (original === undefined) throw notFound();
  const title = form.title.trim() === "" ? titleOfCopy(pageRequest, original) : form.title.trim();
  const problem = titleProblem(pageRequest, title);
  if (problem !== undefined) return { problems: { title: problem } };
  const made = await store.write(
    copySurveyForUser,
    { surveyId: original.id, ...owned, title },
    changeBy(store, pageRequest),
  );
  if (made === undefined) throw notFound();
  return made;
}

/** The survey that a form or an address names. @returns undefined when there is none that the user may see */
async function surveyToCopy(store: Store, { session }: UserRequest, { survey }: Pick<Fields, "survey">) {
  const surveyId = idIn(survey);
  return surveyId === undefined
    ? undefined
    : findSurveyForUser(store.reader, { surveyId, userId: session.user.id });
}

/** The title that a copy has as long as its author gives it no other. */
function titleOfCopy({ language }: UserRequest, { title }: Pick<SurveyForUser, "title">): string {
  const given = workspaceTextsFor(language).creation.copyTitle(surveyTitle(title, language));
  return given.length <= surveyLimits.title ? given : title;
}

async function definitionOf(
  store: Store,
  pageRequest: UserRequest,
  form: Fields,
): Promise<SurveyDefinition | NotMade> {
  if (form.from === "text" || form.from === "json") {
    await limitImports(store, pageRequest);
    return importSurvey(pageRequest, { ...form, from: form.from });
  }
  if (form.from === "template") return fromTemplate(pageRequest, form.template);
  const problem = titleProblem(pageRequest, form.title);
  return problem === undefined ? blankDefinition(form.title.trim()) : { problems: { title: problem } };
}

function fromTemplate({ language }: UserRequest, id: string): SurveyDefinition {
  const template = templates.find((one) => one.id === id);
  const made = template && definitionFromText(template.text[language]);
  if (made?.ok !== true) throw notFound();
  return made.definition;
}

function titleProblem({ language }: UserRequest, given: string): string | undefined {
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

/** Shows the page with a form as it was sent, and what is wrong with it. */
export async function showNewSurvey(
  store: Store,
  pageRequest: UserRequest,
  { status, form, problems = {}, losses }: Shown,
): Promise<Response> {
  const owners = (await ownersOf(store, pageRequest)).filter(({ mayCreate }) => mayCreate);
  const from = waysToBegin.find((way) => way === form.from);
  const isGet = pageRequest.context.req.method === "GET";
  const copied = from === "copy" ? await surveyToCopy(store, pageRequest, form) : undefined;
  const title = isGet && copied ? titleOfCopy(pageRequest, copied) : form.title;
  return renderPage(
    <NewSurveyPage
      language={pageRequest.language}
      path={isGet ? pageRequest.path : path}
      signedIn={pageRequest.signedIn}
      owners={owners}
      form={{ ...form, title, from, problems, losses }}
      timeZone={pageRequest.timeZone}
      copied={copied}
      surveys={from === "copy" ? await surveysToCopy(store, pageRequest, owners) : []}
    />,
    { status },
  );
}

async function surveysToCopy(store: Store, { session }: UserRequest, owners: readonly OwnerOfSurveys[]) {
  const search = { userId: session.user.id, search: "", state: undefined, before: undefined };
  const lists = owners.map(({ ownerId }) =>
    listSurveysForUser(store.reader, { ...search, ownerId, isOnlyCreated: false, limit: copiesOffered }),
  );
  return (await Promise.all(lists)).flat();
}
