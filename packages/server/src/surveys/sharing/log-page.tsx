import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { Select } from "../../pages/components/field.tsx";
import { DataTable, EmptyState, Pager } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyLogActor, SurveyLogEntry } from "../../store/audit/survey-log.ts";
import { logActor, logWords } from "./log-words.ts";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

/** What the page shows. */
export type LogPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly entries: readonly SurveyLogEntry[];
  readonly actors: readonly SurveyLogActor[];
  /** Whose changes alone are shown, as {@link whoOf} names them; "" for all. */
  readonly who: string;
  readonly after: string | undefined;
  readonly next: string | undefined;
};

/** How an address names who made a change: the id of a user, else as the audit log does. */
export function whoOf({ userId, actor }: SurveyLogActor): string {
  return userId === null ? actor : String(userId);
}

/** What was changed in a survey, by whom, the newest first. */
export function LogPage(props: LogPageProps): JSX.Element {
  const { language, survey, entries, who, after, next } = props;
  const { log: words } = sharingTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <p>{words.lead}</p>
      <PersonFilter {...props} />
      {entries.length === 0 ? (
        <EmptyState title={words.emptyTitle}>
          <p>{who === "" ? words.emptyText : words.noMatchText}</p>
        </EmptyState>
      ) : (
        <Entries {...props} />
      )}
      <Pager
        language={language}
        path={surveyAddress(survey.id, "/log")}
        parameters={{ who }}
        after={after}
        next={next}
      />
    </SurveyFrame>
  );
}

/** It changes nothing, so it is a GET. */
function PersonFilter({ language, survey, actors, who }: LogPageProps): JSX.Element | null {
  const { log: words } = sharingTextsFor(language);
  if (actors.length < 2 && who === "") return null;
  const people = actors.map((actor) => ({
    value: whoOf(actor),
    label: logActor(actor.userId === null ? actor : { ...actor, application: null }, language),
  }));
  return (
    <form method="get" action={surveyAddress(survey.id, "/log")} role="search" class="search search-fields">
      <Select
        id="who"
        label={words.person}
        value={who}
        options={[{ value: "", label: words.everyone }, ...people]}
      />
      <Button kind="quiet">{words.show}</Button>
    </form>
  );
}

function Entries({ language, timeZone, entries }: LogPageProps): JSX.Element {
  const { log: words } = sharingTextsFor(language);
  return (
    <DataTable
      caption={words.caption}
      rows={entries}
      columns={[
        {
          header: words.when,
          cell: ({ at }) => <Moment at={at} timeZone={timeZone} language={language} />,
        },
        { header: words.who, cell: (entry) => <DisplayName name={logActor(entry, language)} /> },
        {
          header: words.what,
          isRowHeader: true,
          cell: (entry) => <bdi>{logWords(entry, { language, timeZone })}</bdi>,
        },
      ]}
    />
  );
}
