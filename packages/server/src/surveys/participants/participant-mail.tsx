import { withLineFeeds } from "../../pages/form-lines.ts";
import { hasProblems, type FormProblems } from "../../pages/components/error-summary.tsx";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import { filledIn, oneLine } from "../../model/participant.ts";
import { queueMail } from "../../store/mail/queue-mail.ts";
import { findEmail } from "../../store/people/email-table.ts";
import type { Store } from "../../store/store.ts";
import { beginMailing, countReceivers, firstReceivers } from "../../store/surveys/survey-mailing-table.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { ParticipantMailPage, type MailFields } from "./participant-mail-page.tsx";
import { momentIn } from "./moment-in.ts";
import { participantsTextsFor } from "./texts/participants-texts.ts";

const path = `${surveyPath}/participants/mail`;

const longest = { subject: 150, body: 5000 } as const;

/** A long Chinese text, percent-encoded. */
const formMaximumBytes = 64 * 1024;

/** Participants whose mail is shown before it is sent. */
const previewed = 3;

/** `/surveys/:id/participants/mail`: an invitation or a reminder is written, looked at, tried and sent. */
export function participantMailPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => write(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => act(store, pageRequest),
    },
  ];
}

/** @throws `PageError` `not_found` where the platform sends no mails */
async function surveyToMail(store: Store, pageRequest: UserRequest): Promise<SurveyForUser> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  if (store.policy.sendsMail !== true) throw notFound();
  return survey;
}

async function write(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyToMail(store, pageRequest);
  const words = participantsTextsFor(pageRequest.language);
  const fresh = await countReceivers(store.reader, { surveyId: survey.id, isReminder: false });
  const kind = fresh > 0 ? "invitation" : "reminder";
  const fields: MailFields = {
    kind,
    subject: words.subjectOf(survey.title),
    body: words.bodyOf(survey.title),
    at: "",
  };
  return show(store, pageRequest, { survey, fields, status: 200 });
}

interface Shown {
  readonly survey: SurveyForUser;
  readonly fields: MailFields;
  readonly status: number;
  readonly problems?: FormProblems;
  readonly isPreview?: boolean;
  readonly isTested?: boolean;
}

async function show(store: Store, pageRequest: UserRequest, { status, ...shown }: Shown): Promise<Response> {
  const { language, signedIn, session, timeZone } = pageRequest;
  const { survey, fields } = shown;
  const isReminder = fields.kind === "reminder";
  const some = await firstReceivers(store.reader, { surveyId: survey.id, isReminder }, previewed);
  const { email } = await findEmail(store.reader, session.user.id);
  const page = {
    language,
    signedIn,
    timeZone,
    email,
    path: surveyAddress(survey.id, "/participants/mail"),
    previews:
      shown.isPreview === true
        ? some.map((receiver) => ({ to: receiver.email || receiver.code, ...filledIn(fields, receiver) }))
        : [],
    ...shown,
  };
  return renderPage(<ParticipantMailPage {...page} />, { status });
}

async function act(store: Store, pageRequest: UserRequest): Promise<Response> {
  const names = ["kind", "subject", "body", "at", "do"] as const;
  const form = await readOwnForm(pageRequest, names, formMaximumBytes);
  const survey = await surveyToMail(store, pageRequest);
  const fields: MailFields = {
    kind: form.kind === "reminder" ? "reminder" : "invitation",
    subject: oneLine(form.subject),
    body: withLineFeeds(form.body).trim(),
    at: form.at.trim(),
  };
  const at = momentIn(fields.at, pageRequest.timeZone);
  const problems = await problemsOf(store, pageRequest, {
    survey,
    fields,
    at,
    isSending: form.do === "send",
  });
  if (hasProblems(problems)) return show(store, pageRequest, { survey, fields, problems, status: 400 });
  if (form.do === "preview")
    return show(store, pageRequest, { survey, fields, status: 200, isPreview: true });
  const content = { subject: fields.subject, body: fields.body };
  if (form.do === "test") {
    const facts = {
      surveyId: survey.id,
      title: survey.title,
      ...filledIn(content, { name: "", fields: {} }),
    };
    await store.write(
      queueMail,
      { kind: "survey_invitation", facts },
      { userId: pageRequest.session.user.id },
    );
    return show(store, pageRequest, { survey, fields, status: 200, isPreview: true, isTested: true });
  }
  if (form.do !== "send") throw new PageError("invalid_argument", { status: 400, detail: "do" });
  await store.write(beginMailing, {
    surveyId: survey.id,
    userId: pageRequest.session.user.id,
    isReminder: fields.kind === "reminder",
    ...content,
    language: pageRequest.language,
    at: at ?? null,
    actor: actorOf(pageRequest),
  });
  return redirectTo(`${surveyAddress(survey.id, "/participants")}?notice=sent`);
}

interface Sending {
  readonly survey: SurveyForUser;
  readonly fields: MailFields;
  readonly at: number | null | undefined;
  readonly isSending: boolean;
}

async function problemsOf(
  store: Store,
  { language }: UserRequest,
  { survey, fields, at, isSending }: Sending,
): Promise<FormProblems> {
  const { mailProblems } = participantsTextsFor(language);
  const { subject, body } = fields;
  const mailing = { surveyId: survey.id, isReminder: fields.kind === "reminder" };
  const isClosed = isSending && survey.version === 0;
  const isVain = isSending && (await countReceivers(store.reader, mailing)) === 0;
  return {
    ...(!isOneLine(subject) && { subject: mailProblems.subject }),
    ...(!isText(body) && { body: mailProblems.body }),
    ...(at === undefined && { at: mailProblems.at }),
    ...(isVain && { kind: mailProblems.receivers }),
    ...(isClosed && { kind: mailProblems.closed }),
  };
}

function isOneLine(subject: string): boolean {
  return subject !== "" && subject.length <= longest.subject;
}

function isText(body: string): boolean {
  return body !== "" && body.length <= longest.body && body.isWellFormed();
}
