import { platformZone } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { CheckBox, Field, FileField, Select, TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { momentText } from "../../pages/form-moment.ts";
import { SurveyFrame } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { ContactGroup } from "../../store/teams/contact-group-table.ts";
import type { Mailing } from "../../store/surveys/survey-mailing-table.ts";
import { FieldsForm } from "./fields-form.tsx";
import { ParticipantList, type ParticipantListProps } from "./participant-list.tsx";
import { participantsTextsFor } from "./texts/participants-texts.ts";

/** What was entered, and what is wrong with it, a sentence each. */
export interface ParticipantsForm {
  readonly people: string;
  readonly problems: readonly string[];
}

/** What the page shows. */
export type ParticipantsPageProps = ParticipantListProps & {
  readonly isOnly: boolean;
  /** When links end that have no end of their own, ms UTC; null for never. */
  readonly linksEndAt: number | null;
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

/** Notices that nothing was changed. */
const warnings: ReadonlySet<string> = new Set(["answered", "overtaken", "no_moment"]);

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
        <Notice tone={warnings.has(notice) ? "warning" : "success"} role="status">
          {notices[notice]}
        </Notice>
      ) : null}
      <p>{words.lead}</p>
      {count === 0 ? <p>{words.none}</p> : <ParticipantList {...props} />}
      <MailPart {...props} />
      <FieldsForm {...props} />
      <Mailings {...props} />
      <AddForm {...props} />
      <ContactsForm {...props} />
      {props.isAnonymous ? null : (
        <SwitchForm
          {...pageOf(props)}
          id="only"
          label={words.only}
          hint={words.onlyHint}
          checked={props.isOnly}
        />
      )}
      <AnonymousSwitch {...props} />
      <LinksEndForm {...props} />
      <ThanksSwitch {...props} />
      <CopyScript />
    </SurveyFrame>
  );
}

/** What is written to participants; without a mail server, what to do instead. */
function MailPart(props: ParticipantsPageProps): JSX.Element | null {
  const { language, survey, count, sendsMail } = props;
  const words = participantsTextsFor(language);
  if (!sendsMail) return <Notice tone="info">{words.off}</Notice>;
  return count === 0 ? null : (
    <p>
      <a class="button button-primary" href={surveyAddress(survey.id, "/participants/mail")}>
        {words.mailTitle}
      </a>
    </p>
  );
}

function ThanksSwitch(props: ParticipantsPageProps): JSX.Element | null {
  const words = participantsTextsFor(props.language);
  if (!props.sendsMail || props.isAnonymous) return null;
  return (
    <SwitchForm
      {...pageOf(props)}
      id="thanks"
      label={words.thanks}
      hint={words.thanksHint}
      checked={props.sendsThanks}
    />
  );
}

/** A switch of the survey, by the name that its form sends. */
function SwitchForm({
  language,
  signedIn,
  survey,
  ...field
}: Pick<ParticipantsPageProps, "language" | "signedIn" | "survey"> & {
  readonly id: "only" | "thanks" | "anonymous";
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
}): JSX.Element {
  return (
    <form method="post" action={surveyAddress(survey.id, "/participants")} class="card stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <CheckBox {...field} />
      <div class="actions">
        <Button kind="quiet" name="do" value={field.id}>
          {participantsTextsFor(language).save}
        </Button>
      </div>
    </form>
  );
}

/** Until when the links of all participants are open. */
function LinksEndForm(props: ParticipantsPageProps): JSX.Element {
  const { language, signedIn, survey, timeZone, linksEndAt } = props;
  const words = participantsTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/participants")} class="card stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <Field
        id="links-end"
        name="until"
        type="datetime-local"
        label={words.linksEnd}
        hint={words.linksEndHint(timeZone)}
        value={momentText(linksEndAt, platformZone(timeZone))}
        required={false}
        autocomplete="off"
      />
      <div class="actions">
        <Button kind="quiet" name="do" value="links_end">
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function AnonymousSwitch(props: ParticipantsPageProps): JSX.Element {
  const { isAnonymous, isAnswered } = props;
  const words = participantsTextsFor(props.language);
  if (isAnswered) return <p class="field-hint">{isAnonymous ? words.isAnonymous : words.isNotAnonymous}</p>;
  return (
    <SwitchForm
      {...pageOf(props)}
      id="anonymous"
      label={words.anonymous}
      hint={words.anonymousHint}
      checked={isAnonymous}
    />
  );
}

const pageOf = ({ language, signedIn, survey }: ParticipantsPageProps) => ({ language, signedIn, survey });

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
