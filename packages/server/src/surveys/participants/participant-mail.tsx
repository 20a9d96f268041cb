import { languages } from "@survey-open-platform/service";
import { languagesOf, matchLanguage, mostSurveyLanguages, platformZone } from "@survey-open-platform/surveys";
import { withLineFeeds } from "../../pages/form-lines.ts";
import { momentIn } from "../../pages/form-moment.ts";
import { hasProblems, type FormProblems } from "../../pages/components/error-summary.tsx";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnFields } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import { type MailingText, textFor } from "../../model/mailing-text.ts";
import { filledIn, oneLine } from "../../model/participant.ts";
import { queueMail } from "../../store/mail/queue-mail.ts";
import { findEmail } from "../../store/people/email-table.ts";
import type { Store } from "../../store/store.ts";
import { beginMailing, countReceivers, firstReceivers } from "../../store/surveys/survey-mailing-table.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { ParticipantMailPage, type MailFields, type MailPreview } from "./participant-mail-page.tsx";
import { participantsTextsFor } from "./texts/participants-texts.ts";

const path = `${surveyPath}/participants/mail`;

const longest = { subject: 150, body: 5000 } as const;

/** A long Chinese text in each language, percent-encoded. */
const formMaximumBytes = mostSurveyLanguages * 64 * 1024;

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

/** A survey whose participants are written to, and the tags of its languages. */
interface SurveyToMail {
  readonly survey: SurveyForUser;
  readonly tags: readonly string[];
}

/** @throws `PageError` `not_found` where the platform sends no mails */
async function surveyToMail(store: Store, pageRequest: UserRequest): Promise<SurveyToMail> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  if (store.policy.sendsMail !== true) throw notFound();
  const { surveys } = store;
  const published = await surveys.definitionOfVersion(survey.id, survey.version);
  const definition = published ?? (await surveys.findDraft(survey.id))?.definition;
  return { survey, tags: definition === undefined ? [] : languagesOf(definition) };
}

async function write(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, tags } = await surveyToMail(store, pageRequest);
  const own = matchLanguage(tags.slice(0, 1), languages);
  const words = participantsTextsFor(languages.find((known) => known === own) ?? pageRequest.language);
  const fresh = await countReceivers(store.reader, { surveyId: survey.id, isReminder: false });
  const kind = fresh > 0 ? "invitation" : "reminder";
  const fields: MailFields = {
    kind,
    subject: words.subjectOf(survey.title),
    body: words.bodyOf(survey.title),
    translations: {},
    at: "",
  };
  return show(store, pageRequest, { survey, tags, fields, status: 200 });
}

interface Shown extends SurveyToMail {
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
    previews: shown.isPreview === true ? some.map((receiver) => previewFor(receiver, fields)) : [],
    ...shown,
  };
  return renderPage(<ParticipantMailPage {...page} />, { status });
}

function previewFor(
  receiver: Awaited<ReturnType<typeof firstReceivers>>[number],
  fields: MailFields,
): MailPreview {
  const { tag, ...text } = textFor(fields, receiver.language);
  return { to: receiver.email || receiver.code, tag, ...filledIn(text, receiver) };
}

/** Reads the form: the text in the survey's own language, and in those of the others that were written. */
function fieldsOf(field: (name: string) => string, tags: readonly string[]): MailFields {
  const textIn = (end: string): MailingText => ({
    subject: oneLine(field(`subject${end}`)),
    body: withLineFeeds(field(`body${end}`)).trim(),
  });
  const own = textIn("");
  const others = tags.slice(1).map((tag) => [tag, textIn(`-${tag}`)] as const);
  const written = others.filter(([, { subject, body }]) => subject + body !== "");
  const first = written.length === 0 ? [] : tags.slice(0, 1).map((tag) => [tag, own] as const);
  return {
    kind: field("kind") === "reminder" ? "reminder" : "invitation",
    ...own,
    translations: Object.fromEntries([...first, ...written]),
    at: field("at").trim(),
  };
}

async function act(store: Store, pageRequest: UserRequest): Promise<Response> {
  const field = await readOwnFields(pageRequest, formMaximumBytes);
  const { survey, tags } = await surveyToMail(store, pageRequest);
  const fields = fieldsOf(field, tags);
  const action = field("do");
  const at = momentIn(fields.at, { zone: platformZone(pageRequest.timeZone) });
  const problems = await problemsOf(store, pageRequest, {
    survey,
    fields,
    at,
    isSending: action === "send",
  });
  if (hasProblems(problems)) return show(store, pageRequest, { survey, tags, fields, problems, status: 400 });
  const shown = { survey, tags, fields, status: 200, isPreview: true };
  if (action === "preview") return show(store, pageRequest, shown);
  if (action === "test") {
    await sendTests(store, pageRequest, { survey, fields });
    return show(store, pageRequest, { ...shown, isTested: true });
  }
  if (action !== "send") throw new PageError("invalid_argument", { status: 400, detail: "do" });
  await store.write(beginMailing, {
    surveyId: survey.id,
    userId: pageRequest.session.user.id,
    isReminder: fields.kind === "reminder",
    subject: fields.subject,
    body: fields.body,
    translations: fields.translations,
    language: pageRequest.language,
    at: at ?? null,
    actor: actorOf(pageRequest),
  });
  return redirectTo(`${surveyAddress(survey.id, "/participants")}?notice=sent`);
}

/** A mail to the author, for each language in which something was written. */
async function sendTests(
  store: Store,
  { session }: UserRequest,
  { survey, fields }: Pick<Shown, "survey" | "fields">,
): Promise<void> {
  for (const text of [fields, ...Object.values(fields.translations).slice(1)]) {
    const filled = filledIn(text, { name: "", fields: {} });
    const facts = { surveyId: survey.id, title: survey.title, ...filled };
    await store.write(queueMail, { kind: "survey_invitation", facts }, { userId: session.user.id });
  }
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
  const texts = [["", fields] as const, ...Object.entries(fields.translations).slice(1)];
  const wrong = texts.flatMap(([tag, text]) => problemsOfText(tag, text, mailProblems));
  const mailing = { surveyId: survey.id, isReminder: fields.kind === "reminder" };
  const isClosed = isSending && survey.version === 0;
  const isVain = isSending && (await countReceivers(store.reader, mailing)) === 0;
  return {
    ...Object.fromEntries(wrong),
    ...(at === undefined && { at: mailProblems.at }),
    ...(isVain && { kind: mailProblems.receivers }),
    ...(isClosed && { kind: mailProblems.closed }),
  };
}

/** By the ids of the fields. */
function problemsOfText(
  tag: string,
  { subject, body }: MailingText,
  says: { readonly subject: string; readonly body: string },
): readonly (readonly [id: string, says: string])[] {
  const end = tag === "" ? "" : `-${tag}`;
  return [
    ...(isOneLine(subject) ? [] : [[`subject${end}`, says.subject] as const]),
    ...(isText(body) ? [] : [[`body${end}`, says.body] as const]),
  ];
}

function isOneLine(subject: string): boolean {
  return subject !== "" && subject.length <= longest.subject;
}

function isText(body: string): boolean {
  return body !== "" && body.length <= longest.body && body.isWellFormed();
}
