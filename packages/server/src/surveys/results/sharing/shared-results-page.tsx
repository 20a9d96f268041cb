import { plainText, type SurveyTheme } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../../pages/components/display-name.tsx";
import { Field } from "../../../pages/components/field.tsx";
import { HiddenFields } from "../../../pages/components/hidden-fields.tsx";
import { InTurns } from "../../../pages/components/in-turns.tsx";
import { LiveScript } from "../../../pages/components/live-script.tsx";
import { Layout, type PageProps } from "../../../pages/layout.tsx";
import { surveyTitle } from "../../../pages/survey-frame.tsx";
import { figuresOf } from "../figures.ts";
import { LiveStatus } from "../live-status.tsx";
import { QuestionCard, type QuestionResult } from "../question-card.tsx";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

/** The path of results that were shared by a link. */
export const sharedResultsPath = "/shared-results";

/** The address of a link. Its secret is in the query, which logs of proxies can leave out. */
export function sharedResultsAddress(secret: string): string {
  return `${sharedResultsPath}?link=${secret}`;
}

/** What the page shows. */
export type SharedResultsPageProps = PageProps & {
  /** Of the survey; "" for none. */
  readonly title: string;
  readonly theme: SurveyTheme | undefined;
  readonly answers: number;
  readonly results: readonly QuestionResult[];
  /** Changes with each answer. */
  readonly marker: string;
};

/** Results for people without an account: the chosen questions, and nothing else of the survey. */
export function SharedResultsPage(props: SharedResultsPageProps): JSX.Element {
  const { language, path, theme } = props;
  const { shared: words } = sharingTextsFor(language);
  const title = surveyTitle(plainText(props.title), language);
  return (
    <Layout
      language={language}
      path={path}
      title={`${words.title} – ${plainName(title)}`}
      theme={theme}
      isOfSurvey
      wide
    >
      <h1>
        <DisplayName name={title} />
      </h1>
      <div class="results-head">
        <h2>{words.title}</h2>
        <LiveStatus language={language} everySeconds={15} />
      </div>
      <LiveSharedResults {...props} />
      <LiveScript />
    </Layout>
  );
}

/** How many answers there are, and the chosen questions. They stay current while the page is open, see `browser/live.ts`. */
export function LiveSharedResults({
  language,
  answers,
  results,
  marker,
}: Pick<SharedResultsPageProps, "language" | "answers" | "results" | "marker">): JSX.Element {
  const { shared: words } = sharingTextsFor(language);
  return (
    <div id="live-results" class="stack" data-since={marker}>
      <p>{answers === 0 ? words.none : words.lead(figuresOf(language).count(answers))}</p>
      <InTurns of={results} each={(result) => <QuestionCard language={language} {...result} />} />
    </div>
  );
}

/** What the page shows. */
export type SharedPasswordPageProps = PageProps & {
  readonly csrf: string;
  readonly secret: string;
  readonly isWrong: boolean;
};

/** Asks for the password of a link. It says nothing of the survey. */
export function SharedPasswordPage(props: SharedPasswordPageProps): JSX.Element {
  const { language, path, csrf, secret, isWrong } = props;
  const { password, shared: words } = sharingTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.passwordTitle} isOfSurvey>
      <div class="card">
        <h1>{words.passwordTitle}</h1>
        <p>{words.passwordText}</p>
        <form method="post" action={sharedResultsPath} class="stack">
          <HiddenFields values={{ csrf, link: secret }} />
          <Field
            id="password"
            type="password"
            label={password}
            autocomplete="off"
            error={isWrong ? words.passwordWrong : undefined}
          />
          <Button>{words.continue}</Button>
        </form>
      </div>
    </Layout>
  );
}
