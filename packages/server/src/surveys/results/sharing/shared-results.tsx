import { runSteps } from "@survey-open-platform/database";
import { csrfTokenOf } from "@survey-open-platform/service";
import { findSurveyProgress, overviewOf } from "@survey-open-platform/surveys";
import { hashToken, isRandomId } from "../../../model/token.ts";
import { TurboStream } from "../../../pages/components/turbo-stream.tsx";
import { notFound } from "../../../pages/page-error.ts";
import { redirectTo } from "../../../pages/redirect-to.ts";
import { nothingNew, renderPage, renderStreams } from "../../../pages/render-page.ts";
import { formTokenOf, openForm } from "../../../session/form-token.ts";
import type { PageRequest } from "../../../session/page-request.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { verifyPassword } from "../../../session/password.ts";
import { readForm } from "../../../session/read-form.ts";
import { Signer } from "../../../session/signer.ts";
import type { Store } from "../../../store/store.ts";
import { findResultsLink, type OpenedResultsLink } from "../../../store/surveys/results-link-table.ts";
import { limitLinkPasswords, limitSharedResults } from "../../answering/limits.ts";
import { takesStreams } from "../../workspace/in-place.ts";
import { questionResults } from "../question-results.ts";
import { countAnswers, readContent, talliesOf } from "../survey-results.ts";
import {
  LiveSharedResults,
  sharedResultsAddress,
  sharedResultsPath,
  SharedPasswordPage,
  SharedResultsPage,
} from "./shared-results-page.tsx";

/** What the pages need. */
interface SharingDependencies {
  readonly store: Store;
  readonly signer: Signer;
}

/** The page that a link to results opens, for everyone who has the link. */
export function sharedResultsPages(store: Store): readonly PageRoute[] {
  const dependencies = { store, signer: new Signer(store) };
  const route = { path: sharedResultsPath, access: "anyone" } as const;
  return [
    { ...route, method: "GET", handle: (pageRequest: PageRequest) => openLink(dependencies, pageRequest) },
    {
      ...route,
      method: "POST",
      handle: (pageRequest: PageRequest) => takePassword(dependencies, pageRequest),
    },
  ];
}

async function openLink(dependencies: SharingDependencies, pageRequest: PageRequest): Promise<Response> {
  const secret = pageRequest.context.req.query("link") ?? "";
  const { store } = dependencies;
  await limitSharedResults(store, pageRequest.address);
  const link = await linkOf(store, secret);
  const isOpen =
    link.passwordHash === "" || (await unlocked(dependencies, pageRequest)).includes(hashToken(secret));
  return isOpen ? showResults(dependencies, pageRequest, link) : askPassword(pageRequest, secret);
}

/** @throws `PageError` `not_found`, the same for every secret that opens nothing */
async function linkOf(store: Store, secret: string): Promise<OpenedResultsLink> {
  const link = isRandomId(secret) ? await findResultsLink(store.reader, secret) : undefined;
  if (link === undefined) throw notFound();
  return link;
}

/** The newest texts that a question shows. */
const textsShown = { answers: 200, texts: 50 };

async function showResults(
  { store, signer }: SharingDependencies,
  pageRequest: PageRequest,
  link: OpenedResultsLink,
): Promise<Response> {
  const { survey, questionIds, hasTexts } = link;
  const { language, path, context } = pageRequest;
  // Read before the answers are: what comes while they are counted is news to the next request.
  const marker = await markerOf({ store, signer }, link);
  const isInPlace = takesStreams(pageRequest);
  if (isInPlace && context.req.query("since") === marker) return nothingNew();
  const all = await readContent(store, survey.id);
  const chosen = new Set(questionIds);
  // What was not chosen is not even read.
  const content = { ...all, questions: all.questions.filter(({ question }) => chosen.has(question.id)) };
  const filter = {};
  const counted = await countAnswers(store, content, filter);
  const texts = hasTexts ? textsShown : { answers: 0, texts: 0 };
  const { answers } = overviewOf(talliesOf(counted));
  const results = await questionResults(store, content, { filter, counted, shown: texts });
  const live = { language, marker, answers, results };
  if (isInPlace)
    return renderStreams(
      <TurboStream action="replace" target="live-results" morph>
        <LiveSharedResults {...live} />
      </TurboStream>,
    );
  const theme = all.definitions.at(-1)?.definition.theme;
  return renderPage(<SharedResultsPage {...{ path, theme, ...live }} title={survey.title} />, {
    status: 200,
    inPlace: true,
    frame: false,
  });
}

/** Changes with each answer. Numbers of the survey would show how often questions that were not chosen are answered, so that they are under the key of the installation. */
async function markerOf(
  { store, signer }: SharingDependencies,
  { id, survey }: OpenedResultsLink,
): Promise<string> {
  const { serial, change } = await runSteps(store.reader, findSurveyProgress(survey.id));
  return hashToken(await signer.sign("shared-results-marker", [id, serial, change].join(".")));
}

function askPassword(pageRequest: PageRequest, secret: string, isWrong = false): Promise<Response> {
  return renderPage(
    <SharedPasswordPage
      language={pageRequest.language}
      path={sharedResultsAddress(secret)}
      csrf={csrfTokenOf(openForm(pageRequest))}
      {...{ secret, isWrong }}
    />,
    { status: isWrong ? 403 : 200 },
  );
}

async function takePassword(dependencies: SharingDependencies, pageRequest: PageRequest): Promise<Response> {
  const form = await readForm(pageRequest, formTokenOf(pageRequest), ["link", "password"]);
  const { store } = dependencies;
  const link = await linkOf(store, form.link);
  if (link.passwordHash !== "") {
    await limitLinkPasswords(store, pageRequest.address, link.id);
    if (!(await verifyPassword(form.password, link.passwordHash)))
      return askPassword(pageRequest, form.link, true);
    await unlock(dependencies, pageRequest, form.link);
  }
  return redirectTo(sharedResultsAddress(form.link));
}

const purpose = "shared-results";
const cookie = "sop_shared_results";
const unlockedSeconds = 12 * 3600;
/** Links that a browser keeps as unlocked; of more, the first are forgotten. */
const mostUnlocked = 10;

/** The hashes of the links whose password was given in this browser. */
async function unlocked(
  { signer }: SharingDependencies,
  { cookies }: PageRequest,
): Promise<readonly string[]> {
  return (await signer.read(purpose, cookies.get(cookie) ?? ""))?.split(" ") ?? [];
}

async function unlock(
  dependencies: SharingDependencies,
  pageRequest: PageRequest,
  secret: string,
): Promise<void> {
  const hashes = [...(await unlocked(dependencies, pageRequest)), hashToken(secret)].slice(-mostUnlocked);
  pageRequest.cookies.set(cookie, await dependencies.signer.sign(purpose, hashes.join(" ")), unlockedSeconds);
}
