import type { JSX } from "hono/jsx/jsx-runtime";
import { showPasswordScriptPath } from "../../pages/assets.ts";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { ShowPassword } from "../../pages/components/show-password.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { passwordProblem } from "../../session/credential-fields.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** Why a new password was refused. */
export type NewPasswordProblem = NonNullable<ReturnType<typeof passwordProblem>>;

/** What the page shows. The form goes to the page's own path. */
export type PasswordResetPageProps = PageProps & {
  readonly csrf: string;
  readonly username: string;
  readonly problem?: NewPasswordProblem | undefined;
};

/** The form with which a user sets a new password. */
export function PasswordResetPage({
  language,
  path,
  csrf,
  username,
  problem,
}: PasswordResetPageProps): JSX.Element {
  const { reset: words } = administrationTextsFor(language);
  const problems = problem === undefined ? {} : { password: words.problems[problem] };
  return (
    <Layout language={language} path={path} title={words.title}>
      <div class="card card-narrow">
        <h1>{words.title}</h1>
        <p>{words.lead(username)}</p>
        <ErrorSummary language={language} problems={problems} />
        <form method="post" action={path} class="stack">
          <HiddenFields values={{ csrf }} />
          <Field
            id="password"
            name="password"
            label={words.password}
            error={problems.password}
            type="password"
            autocomplete="new-password"
          />
          <ShowPassword language={language} />
          <p class="fine-print">{words.consequence}</p>
          <Button>{words.submit}</Button>
        </form>
      </div>
      <script src={showPasswordScriptPath} defer />
    </Layout>
  );
}
