import { platformZone } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { type ParticipantState, participantStates } from "../../model/participant.ts";
import { Button } from "../../pages/components/button.tsx";
import { Copyable } from "../../pages/components/copyable.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable, Pager, Search } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { momentText } from "../../pages/form-moment.ts";
import { bounceReasonText } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { Participant } from "../../store/surveys/participant-table.ts";
import type { FieldsFormProps } from "./fields-form.tsx";
import { participantsTextsFor } from "./texts/participants-texts.ts";

/** Which participants are listed. */
export type ParticipantListProps = FieldsFormProps & {
  readonly timeZone: string;
  readonly participants: readonly (Participant & { readonly link: string })[];
  readonly search: string;
  /** How far those are that are listed; undefined for all. */
  readonly state: ParticipantState | undefined;
  /** How many of all are how far. */
  readonly states: ReadonlyMap<ParticipantState, number>;
  readonly after: string | undefined;
  readonly next: string | undefined;
};

/** Those who are invited, by how far they are, with what can be done for each. */
export function ParticipantList(props: ParticipantListProps): JSX.Element {
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
          {
            header: words.who,
            isRowHeader: true,
            cell: (participant) => <Who {...{ language, participant }} />,
          },
          { header: words.state, cell: (participant) => <State {...{ language, participant }} /> },
          { header: words.mails, cell: ({ mails }) => String(mails) },
          {
            header: words.link,
            cell: ({ link }) => <Copyable value={link} about={words.link} language={language} />,
          },
          {
            header: words.until,
            cell: (participant) => <EndForm {...props} participant={participant} />,
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
function StateLinks({ language, survey, state, states }: ParticipantListProps): JSX.Element {
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
  readonly language: ParticipantListProps["language"];
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
  language,
  participant: { email, phone, code, name, userId },
}: {
  readonly language: ParticipantListProps["language"];
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
      {userId === null ? null : (
        <>
          <br />
          <span class="field-hint">{participantsTextsFor(language).account}</span>
        </>
      )}
    </>
  );
}

/** Until when a link is open, and the form that changes it. */
function EndForm({
  language,
  signedIn,
  survey,
  timeZone,
  participant: { id, email, phone, code, endAt, linkEndAt, hasLinkEnded },
}: ParticipantListProps & { readonly participant: Participant }): JSX.Element {
  const words = participantsTextsFor(language);
  const label = words.untilOf(plainName(email || phone || code));
  return (
    <details>
      <summary>
        {linkEndAt === null ? words.noEnd : <Moment at={linkEndAt} timeZone={timeZone} language={language} />}
        {hasLinkEnded ? ` · ${words.ended}` : ""}
      </summary>
      <form method="post" action={surveyAddress(survey.id, "/participants")} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Field
          id={`until-${id}`}
          name="until"
          type="datetime-local"
          label={label}
          hint={words.untilHint(timeZone)}
          value={momentText(endAt, platformZone(timeZone))}
          required={false}
          autocomplete="off"
        />
        <div class="actions">
          <Button kind="quiet" name="do" value={`end ${id}`}>
            {words.save}
          </Button>
        </div>
      </form>
    </details>
  );
}

function RemoveForm({
  language,
  signedIn,
  survey,
  participant: { id, email, phone, code },
}: ParticipantListProps & { readonly participant: Participant }): JSX.Element {
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
