import {
  type CustomArgumentValues,
  type DescribedAnswer,
  plainText,
  type StoredAnswer,
  languageName,
} from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DefinitionList, type Definition } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { durationText } from "./duration-text.ts";
import { nameIn } from "./name-in.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the page shows. */
export type SingleAnswerPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly answer: StoredAnswer;
  /** In the wording of the version that was answered. */
  readonly described: readonly DescribedAnswer[];
  readonly customArguments: CustomArgumentValues;
  /** What the list was asked for, as a query. */
  readonly listQuery: string;
  /** Serials of the answers beside this one. */
  readonly previous: number | undefined;
  readonly next: number | undefined;
};

/** One answer, question by question. */
export function SingleAnswerPage(props: SingleAnswerPageProps): JSX.Element {
  const { language, survey, answer, described, listQuery } = props;
  const { answer: words } = resultsTextsFor(language);
  const title = words.title(answer.answerId);
  return (
    <SurveyFrame {...props} title={title}>
      <h2>{title}</h2>
      <Neighbours {...props} />
      <div class="card stack">
        <DefinitionList items={[...factsOf(props), ...argumentsOf(props)]} />
      </div>
      <div class="card stack">
        <DefinitionList items={described.map((one) => answeredQuestion(one, props))} hasLongTerms />
      </div>
      <p>
        <a class="link-line" href={surveyAddress(survey.id, `/comments?about=answer-${answer.answerId}`)}>
          {words.comments}
        </a>
      </p>
      {survey.rights.has("delete") ? (
        <p>
          <a
            class="button button-danger"
            href={withQuery(
              surveyAddress(survey.id, `/results/answers/${answer.answerId}/delete`),
              listQuery,
            )}
          >
            {words.delete}
          </a>
        </p>
      ) : null}
    </SurveyFrame>
  );
}

function Neighbours(props: SingleAnswerPageProps): JSX.Element {
  const { language, survey, previous, next, listQuery } = props;
  const { answer: words } = resultsTextsFor(language);
  const list = surveyAddress(survey.id, "/results/answers");
  const addressOf = (answer: number) => withQuery(`${list}/${answer}`, listQuery);
  return (
    <nav class="pager" aria-label={words.all}>
      {previous === undefined ? null : (
        <a href={addressOf(previous)} rel="prev">
          {words.previous}
        </a>
      )}
      {next === undefined ? null : (
        <a href={addressOf(next)} rel="next">
          {words.next}
        </a>
      )}
      <a href={withQuery(list, listQuery)}>{words.all}</a>
    </nav>
  );
}

function factsOf({ language, timeZone, answer }: SingleAnswerPageProps): readonly Definition[] {
  const { answer: words, answers, overview } = resultsTextsFor(language);
  const { startedAt, endedAt, version, respondentNickname, channel, ua, address, referrer } = answer;
  const consent = answer.consentVersion === 0 ? "" : String(answer.consentVersion);
  const answeredIn = answer.language === "" ? "" : languageName(answer.language, language);
  const moment = (at: number) => (
    <Moment at={at} timeZone={timeZone} language={language} precision="second" />
  );
  return [
    { term: words.started, details: moment(startedAt) },
    { term: words.ended, details: moment(endedAt) },
    { term: words.duration, details: durationText((endedAt - startedAt) / 1000, language) },
    { term: words.version, details: String(version) },
    {
      term: words.respondent,
      details: respondentNickname === "" ? answers.anonymous : <DisplayName name={respondentNickname} />,
    },
    ...known(words.channel, nameIn(overview.channelNames, channel)),
    ...known(words.device, nameIn(overview.deviceNames, ua)),
    ...known(words.address, address),
    ...known(words.referrer, referrer),
    ...known(overview.language, answeredIn),
    ...known(words.consent, consent),
  ];
}

function argumentsOf({ customArguments }: SingleAnswerPageProps): readonly Definition[] {
  return Object.entries(customArguments).map(([name, value]) => ({
    term: <DisplayName name={name} />,
    details: <DisplayName name={value} />,
  }));
}

function known(term: string, text: string): readonly Definition[] {
  return text === "" ? [] : [{ term, details: <DisplayName name={text} /> }];
}

function answeredQuestion(
  { question, lines, files }: DescribedAnswer,
  { language, survey, answer }: SingleAnswerPageProps,
): Definition {
  const details =
    lines.length === 0 ? (
      <span class="fine-print">{resultsTextsFor(language).answer.notAnswered}</span>
    ) : (
      <ul class="plain-lines">
        {lines.map((line, at) => (
          <li>
            <FileLink path={filePath(survey.id, answer.answerId, files[at]?.id)}>
              <DisplayName name={line} />
            </FileLink>
          </li>
        ))}
      </ul>
    );
  return { term: <DisplayName name={plainText(question.title)} />, details };
}

function filePath(surveyId: number, answerId: number, id: string | undefined): string | undefined {
  return id === undefined ? undefined : surveyAddress(surveyId, `/results/answers/${answerId}/files/${id}`);
}

function FileLink({ path, children }: { readonly path: string | undefined; readonly children?: Child }) {
  return path === undefined ? (
    <>{children}</>
  ) : (
    <a href={path} download>
      {children}
    </a>
  );
}
