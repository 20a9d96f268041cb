import { csvText, platformZone } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { NewParticipant } from "../../model/participant.ts";
import type { TableEncoding } from "./decode-table.ts";
import type { ReadParticipants } from "./read-participants.ts";
import { participantsTextsFor } from "./texts/participants-texts.ts";

/** What the page shows. */
export type ParticipantsLookPageProps = SurveyPageProps & {
  readonly read: ReadParticipants;
  /** In which times are meant and shown. */
  readonly timeZone: string;
};

/** Participants that are shown of many. */
const mostShown = 5;

/** What was read of a table, before anything is added. */
export function ParticipantsLookPage(props: ParticipantsLookPageProps): JSX.Element {
  const { language, signedIn, survey, read, timeZone } = props;
  const words = participantsTextsFor(language);
  const list = surveyAddress(survey.id, "/participants");
  const { participants } = read;
  return (
    <SurveyFrame {...props} title={words.lookTitle}>
      <h2>{words.lookTitle}</h2>
      <ReadAs {...props} />
      <p>{words.lookText(participants.length)}</p>
      <ul class="bullets">
        {read.columns.map(({ title, field }) => (
          <li>{words.columnIs(title, words.columns[field])}</li>
        ))}
      </ul>
      <Formulas {...props} />
      <DataTable
        caption={words.caption}
        rows={participants.slice(0, mostShown)}
        columns={shownFields(participants).map((field, at) => ({
          header: fieldLabel(field, words.columns),
          isRowHeader: at === 0,
          cell: (participant: NewParticipant) => <DisplayName name={valueOf(participant, field, timeZone)} />,
        }))}
      />
      <form method="post" action={`${list}/add`} enctype="multipart/form-data" class="actions">
        <HiddenFields values={{ csrf: signedIn.csrf, people: tableOf(participants, timeZone) }} />
        <Button>{words.add(participants.length)}</Button>
        <a class="button button-quiet" href={list}>
          {textsFor(language).kit.cancel}
        </a>
      </form>
    </SurveyFrame>
  );
}

const encodings: Readonly<Record<TableEncoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  gb18030: "GB 18030",
  "windows-1252": "Windows-1252",
};

/** How the bytes were understood; a list of single cells in UTF-8 leaves nothing to be guessed. */
function ReadAs({ language, read }: ParticipantsLookPageProps): JSX.Element | null {
  const words = participantsTextsFor(language);
  const { encoding, delimiter, columns } = read;
  if (columns.length < 2) return encoding === "utf-8" ? null : <p>{words.readAs(encodings[encoding])}</p>;
  return <p>{words.readAs(encodings[encoding], words.delimiters[delimiter])}</p>;
}

/** Formulas that are listed. */
const mostListed = 20;

function Formulas({ language, read: { formulas } }: ParticipantsLookPageProps): JSX.Element | null {
  const words = participantsTextsFor(language);
  if (formulas.length === 0) return null;
  const rest = formulas.length - mostListed;
  return (
    <Notice tone="info">
      <p>{words.formulas}</p>
      <ul class="bullets">
        {formulas.slice(0, mostListed).map(({ line, text }) => (
          <li>{words.lineOf(line, text)}</li>
        ))}
        {rest > 0 ? <li>{words.further(rest)}</li> : null}
      </ul>
    </Notice>
  );
}

const known = ["email", "phone", "code", "name", "language", "until"] as const;

/** Our fields that somebody has, then the author's own. */
function shownFields(participants: readonly NewParticipant[]): readonly string[] {
  const ours = known.filter((field) => participants.some((one) => valueOf(one, field, "UTC") !== ""));
  const own = new Set(participants.flatMap(({ fields }) => Object.keys(fields)));
  return [...ours, ...[...own].map((name) => `own ${name}`)];
}

function valueOf(participant: NewParticipant, field: string, timeZone: string): string {
  const ours = known.find((name) => name === field);
  if (ours === "until") return platformZone(timeZone).format(participant.endAt ?? null);
  return ours === undefined ? (participant.fields[field.slice("own ".length)] ?? "") : participant[ours];
}

function fieldLabel(field: string, labels: Readonly<Record<(typeof known)[number], string>>): string {
  const ours = known.find((name) => name === field);
  return ours === undefined ? field.slice("own ".length) : labels[ours];
}

/** The same people as a table again, as the form carries them. */
function tableOf(participants: readonly NewParticipant[], timeZone: string): string {
  const fields = [...new Set([...known, ...shownFields(participants)])];
  const titles = fields.map((field) => (field.startsWith("own ") ? field.slice("own ".length) : field));
  return csvText([
    titles,
    ...participants.map((participant) => fields.map((field) => valueOf(participant, field, timeZone))),
  ]);
}
