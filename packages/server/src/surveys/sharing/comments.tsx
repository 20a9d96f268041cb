import { isStorable, plainText, type SurveyDefinition } from "@survey-open-platform/surveys";
import { PlatformError } from "../../errors.ts";
import { withLineFeeds } from "../../pages/form-lines.ts";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { mentionsIn } from "../../model/mentions.ts";
import { actorOf } from "../../session/actor.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { RateLimit } from "../../store/installation/policy.ts";
import { rateLimitKey } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";
import {
  addComment,
  type CommentSubject,
  deleteComment,
  listComments,
  resolveComment,
} from "../../store/surveys/survey-comment-table.ts";
import { listPeopleWhoSee, type SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { type CommentProblem, CommentsPage, longestComment, type SubjectChoice } from "./comments-page.tsx";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

const path = `${surveyPath}/comments`;
const perPage = 30;
const shownTitle = 80;
/** Names that are offered for a mention. */
const mostOffered = 200;
/** Comments that a user may add: each can cause mails. */
const additions: RateLimit = { perMinute: 10, burst: 30 };

/** The pages of the comments on a survey, for all who see it. */
export function surveyComments(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => add(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/:comment`,
      access: "user",
      handle: (pageRequest) => change(store, pageRequest),
    },
  ];
}

/** @returns undefined for what is no subject */
function subjectNamed(text: string): CommentSubject | undefined {
  const answer = /^answer-(.+)$/.exec(text)?.[1];
  if (answer === undefined)
    return text === "" || !isStorable(text) ? undefined : { questionId: text, answerId: null };
  const answerId = idIn(answer);
  return answerId === undefined ? undefined : { questionId: "", answerId };
}

/** The questions of the draft, then those that only earlier versions have, and the answer that an address names. */
async function subjectsOf(
  store: Store,
  { language }: UserRequest,
  surveyId: number,
  about: string,
): Promise<readonly SubjectChoice[]> {
  const draft = await store.surveys.findDraft(surveyId);
  const versions = await store.surveys.definitionsOf(surveyId);
  // The newest wording of a question counts, and that of the draft first.
  const definitions = [...versions.map(({ definition }) => definition), ...(draft ? [draft.definition] : [])];
  const newest = new Map(definitions.flatMap(choicesOf));
  const titles = new Map([...(draft ? choicesOf(draft.definition) : []), ...newest]);
  const answerId = subjectNamed(about)?.answerId ?? null;
  const words = sharingTextsFor(language).comments;
  const answer = answerId === null ? [] : [{ value: about, label: words.answer(answerId) }];
  return [...answer, ...[...titles].map(([value, label]) => ({ value, label }))];
}

function choicesOf({ pages }: SurveyDefinition): readonly (readonly [string, string])[] {
  return pages
    .flatMap(({ questions }) => questions)
    .map(({ id, real_index: number, title }) => {
      const shown = plainText(title).slice(0, shownTitle);
      return [id, number === 0 ? shown : `${number}. ${shown}`] as const;
    });
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  return render(store, pageRequest, survey, {
    text: "",
    mention: "",
    about: pageRequest.context.req.query("about") ?? "",
  });
}

async function add(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["about", "mention", "text"]);
  const survey = await surveyForUser(store, pageRequest, "see");
  const typed = withLineFeeds(form.text).trim();
  const text = mentioning(form.mention.trim().replace(/^@/, ""), typed);
  const subject = subjectNamed(form.about);
  const subjects = await subjectsOf(store, pageRequest, survey.id, form.about);
  const isKnown = subjects.some(({ value }) => value === form.about);
  const problem =
    text === undefined ? "mention" : (problemOf(typed && text) ?? (isKnown ? undefined : "subject"));
  if (problem !== undefined || subject === undefined || text === undefined)
    return render(store, pageRequest, survey, { ...form, problem: problem ?? "subject" });
  await limitAdditions(store, pageRequest);
  const { id: userId, nickname: author } = pageRequest.session.user;
  const actor = { ...actorOf(pageRequest), userId };
  const added = await store.write(addComment, { surveyId: survey.id, ...subject, text, actor, author });
  if (added === undefined) return render(store, pageRequest, survey, { ...form, problem: "many" });
  return backTo(survey, {
    about: form.about,
    notice: "added",
    untold: added.untold.map((name) => `@${name}`).join(" "),
  });
}

/** @returns the text with the name in it; undefined where it is none */
function mentioning(username: string, text: string): string | undefined {
  if (username === "" || mentionsIn(text).includes(username)) return text;
  return mentionsIn(`@${username}`)[0] === username ? `@${username} ${text}` : undefined;
}

function problemOf(text: string): CommentProblem | undefined {
  if (text === "") return "empty";
  if (text.length > longestComment) return "long";
  return text.isWellFormed() && isStorable(text) ? undefined : "malformed";
}

/** @throws `PlatformError` `request_rate_limited` */
async function limitAdditions(store: Store, { session }: UserRequest): Promise<void> {
  const key = rateLimitKey("comments", String(session.user.id));
  const refusal = await store.consumeTokens([{ key, limit: additions }]);
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
}

async function change(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { do: action, about } = await readOwnForm(pageRequest, ["do", "about"]);
  const survey = await surveyForUser(store, pageRequest, "see");
  const changed = {
    surveyId: survey.id,
    id: numberInPath(pageRequest, "comment"),
    actor: actorOf(pageRequest),
  };
  if (action === "delete") {
    const authorId = survey.rights.has("delete") ? undefined : pageRequest.session.user.id;
    if (!(await store.write(deleteComment, { ...changed, authorId }))) throw notFound();
    return backTo(survey, { about, notice: "deleted" });
  }
  if (action !== "resolve" && action !== "reopen")
    throw new PageError("invalid_argument", { status: 400, detail: "do" });
  const isResolved = action === "resolve";
  if (!(await store.write(resolveComment, { ...changed, isResolved }))) throw notFound();
  return backTo(survey, { about, notice: isResolved ? "resolved" : "reopened" });
}

function backTo({ id }: SurveyForUser, parameters: Readonly<Record<string, string>>): Response {
  const kept = Object.entries(parameters).filter(([, value]) => value !== "");
  const query = new URLSearchParams(Object.fromEntries(kept)).toString();
  return redirectTo(`${surveyAddress(id, "/comments")}?${query}`);
}

interface Shown {
  readonly about: string;
  readonly mention: string;
  readonly text: string;
  readonly problem?: CommentProblem;
}

const notices = ["added", "resolved", "reopened", "deleted"] as const;

async function render(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  { about, mention, text, problem }: Shown,
): Promise<Response> {
  const { language, signedIn, timeZone, session, context } = pageRequest;
  const query = (name: string) => context.req.query(name) ?? "";
  const subject = subjectNamed(about);
  const state = query("state") === "resolved" ? "resolved" : "open";
  const before = idIn(query("after"));
  const search = { surveyId: survey.id, isResolved: state === "resolved", about: subject, before };
  const found = await listComments(store.reader, { ...search, limit: perPage + 1 });
  const comments = found.slice(0, perPage);
  const isGet = context.req.method === "GET";
  return renderPage(
    <CommentsPage
      {...{ language, signedIn, timeZone, survey, comments, state, mention, text, problem }}
      path={isGet ? pageRequest.path : surveyAddress(survey.id, "/comments")}
      userId={session.user.id}
      people={await listPeopleWhoSee(store.reader, survey.id, mostOffered)}
      subjects={await subjectsOf(store, pageRequest, survey.id, about)}
      about={subject === undefined ? "" : about}
      notice={notices.find((notice) => notice === query("notice"))}
      untold={mentionsIn(query("untold"))}
      after={before === undefined ? undefined : String(before)}
      next={found.length > perPage ? String(comments.at(-1)?.id) : undefined}
    />,
    { status: problem === undefined ? 200 : 400 },
  );
}
