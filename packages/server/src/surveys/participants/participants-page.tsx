import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { Copyable } from "../../pages/components/copyable.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { CheckBox, FileField, Select, TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable, Pager, Search } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { bounceReasonText } from "../../pages/texts/bounce-reason.ts";
import { type ParticipantState, participantStates } from "../../model/participant.ts";
import { SurveyFrame } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { ContactGroup } from "../../store/teams/contact-group-table.ts";
import type { Participant } from "../../store/surveys/participant-table.ts";
import type { Mailing } from "../../store/surveys/survey-mailing-table.ts";
import { FieldsForm, type FieldsFormProps } from "./fields-form.tsx";
import { participantsTextsFor } from "./texts/participants-texts.ts";

/** What was entered, and what is wrong with it, a sentence each. */
export interface ParticipantsForm {
  readonly people: string;
  readonly problems: readonly string[];
}

/** What the page shows. */
export type ParticipantsPageProps = FieldsFormProps & {
  readonly timeZone: string;
  readonly participants: readonly (Participant & { readonly link: string })[];
  readonly search: string;
  /** How far those are that are listed; undefined for all. */
  readonly state: ParticipantState | undefined;
  /** How many of all are how far. */
  readonly states: ReadonlyMap<ParticipantState, number>;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly isOnly: boolean;
  /** Whether somebody has answered: then it stays whether the survey is anonymous. */
  readonly isAnswered: boolean;
  readonly mailings: readonly Mailing[];
  readonly sendsMail: boolean;
  /** Of the contacts of the team, the team itself first; undefined for a personal survey. */
  readonly contactGroups: readonly Pick<ContactGroup, "id" | "fullName">[] | undefined;
  /** Whether participants get a copy of their answer by mail. */
  readonly sendsThanks: boolean;
  readonly form: ParticipantsForm;
  readonly notice: string | undefined;
};

/** Most problems that are listed. */
const mostListed = 20;

/** Who is invited to a survey, and how far each is. */
export function ParticipantsPage(props: ParticipantsPageProps): JSX.Element {
  const { language, count, notice = "" } = props;
  const words = participantsTextsFor(language);
  const notices: Readonly<Record<string, string>> = words.notices;
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {Object.hasOwn(notices, notice) ? (
        <Notice tone={notice === "answered" || notice === "overtaken" ? "warning" : "success"} role="status">
          {notices[notice]}
        </Notice>
      ) : null}
      <p>{words.lead}</p>
      {props.isAnonymous ? null : <OnlyForm {...props} />}
      <AnonymousForm {...props} />
      {count === 0 ? <p>{words.none}</p> : <List {...props} />}
      <MailPart {...props} />
      <FieldsForm {...props} />
      <Mailings {...props} />
      <AddForm {...props} />
      <ContactsForm {...props} />
      <CopyScript />
    </SurveyFrame>
  );
}

/** What is written to participants; without a mail server, what to do instead. */
function MailPart(props: ParticipantsPageProps): JSX.Element {
  const { language, survey, count, sendsMail, isAnonymous } = props;
  const words = participantsTextsFor(language);
  if (!sendsMail) return <Notice tone="info">{words.off}</Notice>;
  return (
    <>
      {count === 0 ? null : (
        <p>
          <a class="button button-primary" href={surveyAddress(survey.id, "/participants/mail")}>
            {words.mailTitle}
          </a>
        </p>
      )}
      {isAnonymous ? null : <ThanksForm {...props} />}
    </>
  );
}

function OnlyForm({ language, signedIn, survey, isOnly }: ParticipantsPageProps): JSX.Element {
  const words = participantsTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/participants")} class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <CheckBox id="only" label={words.only} hint={words.onlyHint} checked={isOnly} />
      <div class="actions">
        <Button kind="quiet" name="do" value="only">
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function ThanksForm({ language, signedIn, survey, sendsThanks }: ParticipantsPageProps): JSX.Element {
  const words = participantsTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/participants")} class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <CheckBox id="thanks" label={words.thanks} hint={words.thanksHint} checked={sendsThanks} />
      <div class="actions">
        <Button kind="quiet" name="do" value="thanks">
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function AnonymousForm(props: ParticipantsPageProps): JSX.Element {
  const { language, signedIn, survey, isAnonymous, isAnswered } = props;
  const words = participantsTextsFor(language);
  if (isAnswered) return <p class="field-hint">{isAnonymous ? words.isAnonymous : words.isNotAnonymous}</p>;
  return (
    <form method="post" action={surveyAddress(survey.id, "/participants")} class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <CheckBox id="anonymous" label={words.anonymous} hint={words.anonymousHint} checked={isAnonymous} />
      <div class="actions">
        <Button kind="quiet" name="do" value="anonymous">
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function List(props: ParticipantsPageProps): JSX.Element {
  const { language, signedIn, survey, count, participants, search } = props;
  const words = participantsTextsFor(language);
  const list = surveyAddress(survey.id, "/participants");
  return (
    <>
      <form method="post" action={`${list}/links`} class="actions">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <span>{words.count(count)}</span>
        <button type="submit" class="text-button">
          {words.links}
        </button>
      </form>
      <StateLinks {...props} />
      <Search language={language} path={list} label={words.search} value={search} />
      <DataTable
        caption={words.caption}
        rows={participants}
        columns={[
          { header: words.who, isRowHeader: true, cell: (participant) => <Who participant={participant} /> },
          { header: words.state, cell: (participant) => <State {...{ language, participant }} /> },
          { header: words.mails, cell: ({ mails }) => String(mails) },
          {
            header: words.link,
            cell: ({ link }) => <Copyable value={link} about={words.link} language={language} />,
          },
          {
            header: words.remove,
            cell: (participant) => <RemoveForm {...props} participant={participant} />,
          },
        ]}
      />
      <Pager
        {...{ language, path: list, after: props.after, next: props.next }}
        parameters={{ q: search, state: props.state ?? "" }}
      />
    </>
  );
}

/** Lists those who are so far; the states of which there are none are left out. */
function StateLinks({ language, survey, state, states }: ParticipantsPageProps): JSX.Element {
  const words = participantsTextsFor(language);
  const list = surveyAddress(survey.id, "/participants");
  return (
    <nav class="actions" aria-label={words.byState}>
      <a href={list} aria-current={state === undefined ? "page" : undefined}>
        {words.all}
      </a>
      {participantStates
        .filter((known) => states.has(known))
        .map((known) => (
          <a href={`${list}?state=${known}`} aria-current={state === known ? "page" : undefined}>
            {words.stateOf(words.states[known], states.get(known) ?? 0)}
          </a>
        ))}
    </nav>
  );
}

/** How far a participant is; of an address that takes no mail also why, as the author may know a better one. */
function State({
  language,
  participant: { state, bounceStatus },
}: {
  readonly language: ParticipantsPageProps["language"];
  readonly participant: Participant;
}): JSX.Element {
  const said = participantsTextsFor(language).states[state];
  if (state !== "bounced" || bounceStatus === "") return <>{said}</>;
  return (
    <>
      {said}
      <br />
      <span class="field-hint">{bounceReasonText(bounceStatus, language)}</span>
    </>
  );
}

function Who({
  participant: { email, phone, code, name },
}: {
  readonly participant: Participant;
}): JSX.Element {
  const named = email || phone || code;
  return (
    <>
      <DisplayName name={named} />
      {name === "" ? null : (
        <>
          <br />
          <span class="field-hint">
            <DisplayName name={name} />
          </span>
        </>
      )}
    </>
  );
}

function RemoveForm({
  language,
  signedIn,
  survey,
  participant: { id, email, phone, code },
}: ParticipantsPageProps & { readonly participant: Participant }): JSX.Element {
  const words = participantsTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/participants")}>
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <button
        type="submit"
        class="text-button"
        name="do"
        value={`remove ${id}`}
        aria-label={words.removeOf(plainName(email || phone || code))}
      >
        {words.remove}
      </button>
    </form>
  );
}

function Mailings({
  language,
  signedIn,
  survey,
  mailings,
  timeZone,
}: ParticipantsPageProps): JSX.Element | null {
  const words = participantsTextsFor(language);
  if (mailings.length === 0) return null;
  return (
    <section>
      <h3>{words.mailings}</h3>
      <form method="post" action={surveyAddress(survey.id, "/participants")}>
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <ul class="bullets">
          {mailings.map(({ id, isReminder, subject, dueAt, queued, createdAt }) => (
            <li>
              {words.mailing(isReminder)}: <DisplayName name={subject} /> ·{" "}
              <Moment at={createdAt} timeZone={timeZone} language={language} /> · {words.queued(queued)} ·{" "}
              {words.mailingState[dueAt === null ? "done" : queued > 0 ? "running" : "waiting"]}{" "}
              {dueAt === null ? null : (
                <button type="submit" class="text-button" name="do" value={`stop ${id}`}>
                  {words.stop}
                </button>
              )}
            </li>
          ))}
        </ul>
      </form>
    </section>
  );
}

function ContactsForm({
  language,
  signedIn,
  survey,
  contactGroups,
}: ParticipantsPageProps): JSX.Element | null {
  const words = participantsTextsFor(language);
  if (contactGroups === undefined) return null;
  return (
    <form method="post" action={surveyAddress(survey.id, "/participants/contacts")} class="card stack">
      <h3>{words.contacts}</h3>
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <p>{words.contactsText}</p>
      <Select
        id="group"
        label={words.contactGroup}
        value={String(contactGroups[0]?.id ?? "")}
        options={contactGroups.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
      />
      <div class="actions">
        <Button>{words.addContacts}</Button>
      </div>
    </form>
  );
}

function AddForm({ language, signedIn, survey, form }: ParticipantsPageProps): JSX.Element {
  const words = participantsTextsFor(language);
  const rest = form.problems.length - mostListed;
  return (
    <form
      method="post"
      action={surveyAddress(survey.id, "/participants/look")}
      enctype="multipart/form-data"
      class="card stack"
    >
      <h3>{words.addTitle}</h3>
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      {form.problems.length === 0 ? null : (
        <Notice tone="warning" role="alert">
          <p>{words.problemsTitle}</p>
          <ul class="bullets">
            {form.problems.slice(0, mostListed).map((problem) => (
              <li>{problem}</li>
            ))}
            {rest > 0 ? <li>{words.further(rest)}</li> : null}
          </ul>
        </Notice>
      )}
      <TextArea id="people" label={words.people} hint={words.addText} value={form.people} required={false} />
      <FileField
        id="file"
        label={words.file}
        hint={words.fileHint}
        accept=".csv,.txt,text/csv"
        required={false}
      />
      <div class="actions">
        <Button>{words.look}</Button>
      </div>
    </form>
  );
}
