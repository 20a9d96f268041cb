import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { RefusalNotice } from "../pages/components/refusal-notice.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import { textsFor } from "../pages/texts/texts.ts";

/** Why a code was not accepted. */
export type SecondFactorProblem = "wrong_code" | "too_many_attempts";

/** What the page needs. */
export type SecondFactorPageProps = PageProps & {
  readonly csrf: string;
  readonly returnTo: string;
  readonly problem?: SecondFactorProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Whether a passkey can be used here instead. Default false. */
  readonly offersPasskey?: boolean;
};

const problemId = "second-factor-problem";

/** The second step of signing in. */
export function SecondFactorPage(props: SecondFactorPageProps): JSX.Element {
  const { language, path, csrf, returnTo, problem, retryAfterSeconds, offersPasskey = false } = props;
  const { secondFactor, signIn, passkey } = textsFor(language);
  return (
    <Layout language={language} path={path} title={secondFactor.title}>
      <div class="card card-narrow">
        <h1>{secondFactor.title}</h1>
        <p>{secondFactor.lead}</p>
        {problem === undefined ? null : (
          <RefusalNotice language={language} id={problemId} retryAfterSeconds={retryAfterSeconds}>
            {secondFactor.problems[problem]}
          </RefusalNotice>
        )}
        <form method="post" action="/login/second-factor" class="stack">
          <HiddenFields values={{ csrf, return_to: returnTo }} />
          <Field
            id="code"
            name="code"
            label={secondFactor.code}
            hint={secondFactor.codeHint}
            autocomplete="one-time-code"
            autofocus
            maxlength={40}
            errorId={problem === undefined ? undefined : problemId}
          />
          <Button>{signIn.submit}</Button>
        </form>
        {offersPasskey ? (
          <form method="post" action="/login/passkey/begin" class="stack other-ways">
            <HiddenFields values={{ csrf, return_to: returnTo }} />
            <Button kind="choice">{passkey.insteadOfCode}</Button>
          </form>
        ) : null}
      </div>
    </Layout>
  );
}
