import { type DescribedAnswer, plainText, type StoredAnswer } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { PlainLines } from "../../pages/components/plain-lines.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { PrivacyStatement, type StatedSettings } from "./privacy-statement.tsx";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

/** What the page shows. */
export type OwnAnswerPageProps = PageProps & {
  readonly survey: StatedSettings;
  readonly title: string;
  readonly answer: Pick<
    StoredAnswer,
    "hash" | "endedAt" | "changedAt" | "address" | "language" | "consentVersion"
  >;
  readonly described: readonly DescribedAnswer[];
  readonly timeZone: string;
  readonly action: string;
  readonly csrf: string;
  /** What opens the answer in every browser; undefined for one of a person, who signs in. */
  readonly link: string | undefined;
  /** Undefined where the survey takes no changes. */
  readonly changePath: string | undefined;
};

/** An answer, for who gave it. */
export function OwnAnswerPage(props: OwnAnswerPageProps): JSX.Element {
  const { language, path, title, survey, answer, described, link, changePath } = props;
  const { ownAnswer: words } = answeringTextsFor(language);
  const none = <span class="fine-print">{words.notAnswered}</span>;
  return (
    <Layout language={language} path={path} title={words.title} isOfSurvey>
      <h1>{words.title}</h1>
      <p class="lead">
        <DisplayName name={title} />
      </p>
      <Facts {...props} />
      <div class="card stack">
        <DefinitionList
          items={described.map(({ question, lines }) => ({
            term: <DisplayName name={plainText(question.title)} />,
            details: lines.length === 0 ? none : <PlainLines lines={lines} none="" />,
          }))}
          hasLongTerms
        />
      </div>
      {link === undefined ? null : (
        <p>
          <a href={link} rel="noreferrer">
            {words.link}
          </a>{" "}
          <span class="field-hint">{words.linkHint}</span>
        </p>
      )}
      {changePath === undefined ? null : (
        <p>
          <a href={changePath}>{answeringTextsFor(language).change.title}</a>
        </p>
      )}
      <Actions {...props} />
      <PrivacyStatement language={language} survey={survey} tag={answer.language} />
    </Layout>
  );
}

function Facts({ language, answer, timeZone }: OwnAnswerPageProps): JSX.Element {
  const { ownAnswer: words } = answeringTextsFor(language);
  const moment = (at: number) => <Moment at={at} timeZone={timeZone} language={language} />;
  const { hash, endedAt, changedAt, address, consentVersion } = answer;
  return (
    <div class="card stack">
      <DefinitionList
        items={[
          { term: words.number, details: <code>{hash}</code> },
          { term: words.sent, details: moment(endedAt) },
          ...(changedAt === null ? [] : [{ term: words.changed, details: moment(changedAt) }]),
          ...(address === "" ? [] : [{ term: words.address, details: <code>{address}</code> }]),
          ...(consentVersion === 0 ? [] : [{ term: words.consent, details: String(consentVersion) }]),
        ]}
      />
    </div>
  );
}

function Actions({ language, action, csrf, answer }: OwnAnswerPageProps): JSX.Element {
  const { ownAnswer: words } = answeringTextsFor(language);
  const hidden = <HiddenFields values={{ csrf, answer: answer.hash }} />;
  return (
    <>
      <form method="post" action={action}>
        {hidden}
        <Button name="action" value="download">
          {words.download}
        </Button>
      </form>
      <details class="card card-danger">
        <summary>{words.delete}</summary>
        <p>{words.deleteText}</p>
        <form method="post" action={action}>
          {hidden}
          <Button kind="danger" name="action" value="delete">
            {words.deleteForGood}
          </Button>
        </form>
      </details>
    </>
  );
}

/** Says that an answer is gone. */
export function OwnAnswerDeletedPage({
  language,
  path,
  title,
}: PageProps & { readonly title: string }): JSX.Element {
  const { ownAnswer: words } = answeringTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.deleted} isOfSurvey>
      <div class="card">
        <h1>{words.deleted}</h1>
        <p>{words.deletedText(title)}</p>
      </div>
    </Layout>
  );
}
