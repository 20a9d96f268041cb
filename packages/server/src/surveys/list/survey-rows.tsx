import { type Language, numberFormat } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Sparkline } from "../../pages/components/sparkline.tsx";
import { SurveyStateBadge } from "../../pages/components/survey-state.tsx";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { shownDays } from "../../model/days-of-answers.ts";
import { parametersOf } from "./owner-navigation.tsx";
import type { SurveyOwner } from "./owners.ts";
import { SurveyMenu } from "./survey-menu.tsx";
import { listTextsFor } from "./texts/list-texts.ts";

/** A survey in a list. */
export interface ListedSurvey extends SurveyForUser {
  readonly labels: readonly string[];
  /** Its answers on each of the last days, the oldest first; undefined without any. */
  readonly days: readonly number[] | undefined;
}

/** What the rows show. */
export type SurveyRowsProps = {
  readonly language: Language;
  readonly csrf: string;
  readonly timeZone: string;
  readonly owner: SurveyOwner;
  readonly surveys: readonly ListedSurvey[];
};

/** The surveys of a list, one row for each. */
export function SurveyRows(props: SurveyRowsProps): JSX.Element {
  const { language, timeZone, owner, surveys } = props;
  const { list: words } = listTextsFor(language);
  const number = numberFormat(language, {});
  return (
    <DataTable
      caption={words.caption}
      rows={surveys}
      columns={[
        { header: words.name, isRowHeader: true, cell: (survey) => <Title {...props} survey={survey} /> },
        ...(owner.ownerId === undefined ? [{ header: words.owner, cell: ownerOf }] : []),
        { header: words.state, cell: ({ state }) => <SurveyStateBadge language={language} state={state} /> },
        { header: words.answers, cell: ({ answerCount }) => number.format(answerCount) },
        { header: words.days(shownDays), cell: ({ days }) => <Days language={language} days={days} /> },
        {
          header: words.updated,
          cell: ({ updatedAt }) => (
            <Moment at={updatedAt} timeZone={timeZone} language={language} precision="day" />
          ),
        },
        { header: words.actions, cell: (survey) => <SurveyMenu {...props} survey={survey} /> },
      ]}
    />
  );
}

function ownerOf({ teamName, ownerName }: ListedSurvey): JSX.Element {
  return <DisplayName name={teamName ?? ownerName ?? ""} />;
}

function Title({
  language,
  owner,
  survey,
}: SurveyRowsProps & { readonly survey: ListedSurvey }): JSX.Element {
  return (
    <>
      <a href={surveyAddress(survey.id)}>
        <DisplayName name={surveyTitle(survey.title, language)} />
      </a>
      {survey.labels.length === 0 ? null : (
        <span class="survey-labels">
          {survey.labels.map((label) => (
            <a class="survey-label" href={labelAddress(label, owner)}>
              <DisplayName name={label} />
            </a>
          ))}
        </span>
      )}
    </>
  );
}

function labelAddress(label: string, owner: SurveyOwner): string {
  const parameters = { ...parametersOf(owner), label };
  return withQuery("/surveys", new URLSearchParams(parameters).toString());
}

function Days({
  language,
  days,
}: {
  readonly language: Language;
  readonly days: readonly number[] | undefined;
}): JSX.Element {
  const { list: words } = listTextsFor(language);
  const number = numberFormat(language, {});
  if (days === undefined) return <>{number.format(0)}</>;
  const sum = days.reduce((all, one) => all + one, 0);
  const each = days.map((one) => number.format(one)).join(", ");
  return (
    <span class="sparkline-figure">
      <Sparkline values={days} label={words.daysInWords(each)} />
      {number.format(sum)}
    </span>
  );
}
