import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { DisplayName } from "../../../pages/components/display-name.tsx";
import { HiddenFields } from "../../../pages/components/hidden-fields.tsx";
import { DataTable, EmptyState } from "../../../pages/components/list.tsx";
import { Moment } from "../../../pages/components/moment.tsx";
import { Notice } from "../../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../../pages/survey-frame.tsx";
import { surveyAddress } from "../../../session/survey-for-user.ts";
import type { ResultsLink } from "../../../store/surveys/results-link-table.ts";
import { figuresOf } from "../figures.ts";
import type { SharingTexts } from "./texts/en.ts";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

/** What the page shows. */
export type ResultsLinksPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly links: readonly ResultsLink[];
  readonly isWithdrawn: boolean;
};

/** The links to the results of a survey. */
export function ResultsLinksPage(props: ResultsLinksPageProps): JSX.Element {
  const { language, survey, links, isWithdrawn } = props;
  const words = sharingTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {isWithdrawn ? (
        <Notice tone="success" role="status">
          {words.withdrawn}
        </Notice>
      ) : null}
      <p>{words.lead}</p>
      <p>
        <a class="button button-primary" href={surveyAddress(survey.id, "/results/links/new")}>
          {words.new}
        </a>
      </p>
      {links.length === 0 ? (
        <EmptyState title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      ) : (
        <Links {...props} />
      )}
    </SurveyFrame>
  );
}

function Links({ language, survey, signedIn, timeZone, links }: ResultsLinksPageProps): JSX.Element {
  const words = sharingTextsFor(language);
  const { count } = figuresOf(language);
  const moment = (at: number) => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <DataTable
      caption={words.caption}
      rows={links}
      columns={[
        {
          header: words.name,
          isRowHeader: true,
          cell: (link) => <DisplayName name={nameOf(link, words)} />,
        },
        {
          header: words.shows,
          cell: ({ questionIds, hasTexts }) => words.showing(count(questionIds.length), hasTexts),
        },
        {
          header: words.until,
          cell: ({ expiresAt }) => (expiresAt === null ? words.always : moment(expiresAt)),
        },
        {
          header: words.password,
          cell: ({ hasPassword }) => (hasPassword ? words.withPassword : words.withoutPassword),
        },
        { header: words.made, cell: ({ createdAt }) => moment(createdAt) },
        { header: words.maker, cell: ({ maker }) => <DisplayName name={maker} /> },
        {
          header: words.action,
          cell: (link) => (
            <form method="post" action={surveyAddress(survey.id, `/results/links/${link.id}/withdraw`)}>
              <HiddenFields values={{ csrf: signedIn.csrf }} />
              <Button kind="danger">
                {words.withdraw}
                <span class="visually-hidden"> {nameOf(link, words)}</span>
              </Button>
            </form>
          ),
        },
      ]}
    />
  );
}

function nameOf({ id, name }: ResultsLink, { unnamed }: SharingTexts): string {
  return name === "" ? unnamed(id) : name;
}
