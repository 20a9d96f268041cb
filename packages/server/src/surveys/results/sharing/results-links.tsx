import { makeRandomId } from "../../../model/token.ts";
import { type FormProblems, hasProblems } from "../../../pages/components/error-summary.tsx";
import { notFound } from "../../../pages/page-error.ts";
import { redirectTo } from "../../../pages/redirect-to.ts";
import { renderPage } from "../../../pages/render-page.ts";
import { actorOf } from "../../../session/actor.ts";
import { numberInPath } from "../../../session/number-in-path.ts";
import type { UserRequest } from "../../../session/page-request.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { hashPassword } from "../../../session/password.ts";
import { readOwnFields, readOwnForm } from "../../../session/read-form.ts";
import { dayAfter, dayText } from "../../../session/start-of-day.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../../session/survey-for-user.ts";
import { readTime } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import {
  createResultsLink,
  listResultsLinks,
  mostResultsLinks,
  withdrawResultsLink,
} from "../../../store/surveys/results-link-table.ts";
import { figuresOf } from "../figures.ts";
import { readOwnContent } from "../survey-results.ts";
import {
  NewResultsLinkPage,
  type ResultsLinkField,
  ResultsLinkMadePage,
  type ResultsLinkForm,
} from "./new-results-link-page.tsx";
import { emptyForm, problemsOf, readLinkForm } from "./results-link-form.ts";
import { ResultsLinksPage } from "./results-links-page.tsx";
import { sharedResultsAddress } from "./shared-results-page.tsx";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

const path = `${surveyPath}/results/links`;

/** The pages on which links to results are made and withdrawn, by those who may edit the survey. */
export function resultsLinkPages(store: Store): readonly PageRoute[] {
  // What respondents said leaves the platform: someone at an unlocked computer must not take it along.
  const making = { path: `${path}/new`, access: "user", stepUp: true } as const;
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showLinks(store, pageRequest) },
    { ...making, method: "GET", handle: (pageRequest: UserRequest) => showForm(store, pageRequest) },
    { ...making, method: "POST", handle: (pageRequest: UserRequest) => makeLink(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/:link/withdraw`,
      access: "user",
      handle: (pageRequest) => withdraw(store, pageRequest),
    },
  ];
}

async function showLinks(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { language, path: address, signedIn, timeZone, context } = pageRequest;
  return renderPage(
    <ResultsLinksPage
      {...{ language, path: address, signedIn, timeZone, survey }}
      links={await listResultsLinks(store.reader, survey.id)}
      isWithdrawn={context.req.query("notice") === "withdrawn"}
    />,
    { status: 200 },
  );
}

interface FormView {
  readonly form: ResultsLinkForm;
  readonly problems: FormProblems<ResultsLinkField>;
}

async function showForm(store: Store, pageRequest: UserRequest, view?: FormView): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest, "edit");
  const { language, path: address, signedIn, timeZone } = pageRequest;
  const { questions } = content;
  const form = view?.form ?? emptyForm(questions, dayText((await readTime(store.reader)) + month, timeZone));
  return renderPage(
    <NewResultsLinkPage
      {...{ language, path: address, signedIn, timeZone, survey, questions, form }}
      problems={view?.problems ?? {}}
    />,
    { status: view === undefined ? 200 : 400 },
  );
}

/** The end that the form proposes. */
const month = 30 * 86_400_000;

/** A survey may have thousands of questions, each with a box. */
const maximumBytes = 512 * 1024;

async function makeLink(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, maximumBytes);
  const { survey, content } = await readOwnContent(store, pageRequest, "edit");
  const { language, path: address, signedIn, timeZone, origin, session } = pageRequest;
  const form = readLinkForm(field, content.questions);
  const expiresAt = form.until === "" ? null : dayAfter(form.until, timeZone);
  const password = field("password");
  const words = sharingTextsFor(language);
  const now = await readTime(store.reader);
  const problems = problemsOf({ form, password, expiresAt, now }, words);
  if (hasProblems(problems) || expiresAt === undefined)
    return showForm(store, pageRequest, { form, problems });
  const secret = makeRandomId();
  const isMade = await store.write(createResultsLink, {
    surveyId: survey.id,
    secret,
    name: form.name,
    questionIds: [...form.questionIds],
    hasTexts: form.hasTexts,
    expiresAt,
    passwordHash: password === "" ? "" : await hashPassword(password),
    userId: session.user.id,
    actor: actorOf(pageRequest),
  });
  if (!isMade) {
    const name = words.problems.many(figuresOf(language).count(mostResultsLinks));
    return showForm(store, pageRequest, { form, problems: { name } });
  }
  return renderPage(
    <ResultsLinkMadePage
      {...{ language, path: address, signedIn, survey }}
      address={`${origin}${sharedResultsAddress(secret)}`}
    />,
    { status: 200, script: true },
  );
}

async function withdraw(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const id = numberInPath(pageRequest, "link");
  const link = { surveyId: survey.id, id, actor: actorOf(pageRequest) };
  if (!(await store.write(withdrawResultsLink, link))) throw notFound();
  return redirectTo(`${surveyAddress(survey.id, "/results/links")}?notice=withdrawn`);
}
