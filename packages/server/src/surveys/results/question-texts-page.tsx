import { type MergedQuestion, plainText, type WordCount } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { DataTable, EmptyState, Pager, Search } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { figuresOf } from "./figures.ts";
import { FilterForm } from "./filter-form.tsx";
import { filterParameters, filterQuery, type Filtering } from "./results-filter.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** An answer with what was written for one question. */
export interface ListedTexts {
  readonly answerId: number;
  readonly endedAt: number;
  readonly texts: readonly string[];
}

/** What the page shows. */
export type QuestionTextsPageProps = SurveyPageProps &
  Filtering & {
    readonly timeZone: string;
    readonly merged: MergedQuestion;
    readonly search: string;
    readonly after: number | undefined;
    readonly next: number | undefined;
    readonly listed: readonly ListedTexts[];
    readonly words: readonly WordCount[];
    /** How many answers the words were counted in. */
    readonly wordAnswers: number;
  };

/** What respondents wrote for one question. */
export function QuestionTextsPage(props: QuestionTextsPageProps): JSX.Element {
  const { language, survey, merged, filter, search, after, next } = props;
  const { texts: words } = resultsTextsFor(language);
  const path = textsPath(survey.id, merged);
  return (
    <SurveyFrame {...props} title={words.title} filterQuery={filterQuery(filter)}>
      <h2>
        <DisplayName name={plainText(merged.question.title)} />
      </h2>
      <p>
        <a class="link-line" href={withQuery(surveyAddress(survey.id, "/results"), filterQuery(filter))}>
          {words.results}
        </a>
      </p>
      <Search
        language={language}
        path={path}
        label={words.search}
        value={search}
        kept={filterParameters(filter)}
      />
      <FilterForm {...props} path={path} kept={{ q: search }} />
      <Words {...props} />
      {props.listed.length === 0 ? (
        <EmptyState title={words.none}>
          <p>{words.noneText}</p>
        </EmptyState>
      ) : (
        <Texts {...props} />
      )}
      <Pager
        language={language}
        path={path}
        parameters={{ q: search, ...filterParameters(filter) }}
        after={after === undefined ? undefined : String(after)}
        next={next === undefined ? undefined : String(next)}
      />
    </SurveyFrame>
  );
}

/** The address of the texts of a question. */
export function textsPath(surveyId: number, { question }: MergedQuestion): string {
  return surveyAddress(surveyId, `/results/texts/${question.id}`);
}

function Words({ language, survey, merged, filter, words: counted, wordAnswers }: QuestionTextsPageProps) {
  const { texts: words } = resultsTextsFor(language);
  const { count } = figuresOf(language);
  const address = (word: string) => {
    const query = new URLSearchParams({ ...filterParameters(filter), q: word });
    return withQuery(textsPath(survey.id, merged), query.toString());
  };
  return (
    <section class="card stack">
      <h3>{words.words}</h3>
      <p class="fine-print">{counted.length === 0 ? words.noWords : words.wordsText(count(wordAnswers))}</p>
      {counted.length === 0 ? null : (
        <ul class="word-list">
          {counted.map(({ word, count: times }) => (
            <li>
              <a href={address(word)}>
                <DisplayName name={word} />
              </a>{" "}
              {count(times)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Texts({ language, survey, timeZone, filter, listed }: QuestionTextsPageProps): JSX.Element {
  const { texts: words } = resultsTextsFor(language);
  return (
    <DataTable
      caption={words.list}
      rows={listed}
      columns={[
        {
          header: words.answer,
          isRowHeader: true,
          cell: ({ answerId }) => (
            <a
              href={withQuery(surveyAddress(survey.id, `/results/answers/${answerId}`), filterQuery(filter))}
            >
              {String(answerId)}
            </a>
          ),
        },
        {
          header: words.ended,
          cell: ({ endedAt }) => <Moment at={endedAt} timeZone={timeZone} language={language} />,
        },
        { header: words.text, cell: ({ texts }) => <DisplayName name={texts.join(" · ")} /> },
      ]}
    />
  );
}
