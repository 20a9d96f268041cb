import type { JSX } from "hono/jsx/jsx-runtime";
import { showPasswordScriptPath } from "../pages/assets.ts";
import { Button } from "../pages/components/button.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { RefusalNotice } from "../pages/components/refusal-notice.tsx";
import { ShowPassword } from "../pages/components/show-password.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import { textsFor } from "../pages/texts/texts.ts";

/** Why an attempt to sign in did not succeed. */
export type SignInProblem =
  | "wrong_credentials"
  | "too_many_attempts"
  | "busy"
  | "missing"
  | "passkey_refused";

/** What the sign-in page needs. */
export type SignInPageProps = PageProps & {
  readonly csrf: string;
  /** Where to redirect afterwards; a hidden field of the form. */
  readonly returnTo: string;
  readonly username?: string | undefined;
  readonly problem?: SignInProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The application whose request brought the user here. */
  readonly applicationName?: string | undefined;
  /** Whether a passkey can be used here. Default false. */
  readonly offersPasskey?: boolean;
};

const problemId = "sign-in-problem";

/** The form to sign in. Render it with `script: true`; otherwise the control that shows the password is missing. */
export function SignInPage(props: SignInPageProps): JSX.Element {
  const { language, path, applicationName, problem, retryAfterSeconds } = props;
  const { signIn } = textsFor(language);
  return (
    <Layout language={language} path={path} title={signIn.title}>
      <div class="card card-narrow">
        <h1>{signIn.title}</h1>
        {applicationName === undefined ? null : (
          <p>{signIn.continueTo(<DisplayName name={applicationName} />)}</p>
        )}
        {problem === undefined ? null : (
          <RefusalNotice language={language} id={problemId} retryAfterSeconds={retryAfterSeconds}>
            {signIn.problems[problem]}
          </RefusalNotice>
        )}
        <SignInForm {...props} />
        {props.offersPasskey === true ? <PasskeyButton {...props} /> : null}
        <p class="fine-print">{signIn.passwordNote}</p>
      </div>
      <script src={showPasswordScriptPath} defer />
    </Layout>
  );
}

function SignInForm({ language, csrf, returnTo, username = "", problem }: SignInPageProps): JSX.Element {
  const { signIn } = textsFor(language);
  const errorId = problem === "wrong_credentials" || problem === "missing" ? problemId : undefined;
  return (
    <form method="post" action="/login" class="stack">
      <HiddenFields values={{ csrf, return_to: returnTo }} />
      <Field
        id="username"
        name="username"
        label={signIn.username}
        value={username}
        autocomplete="username"
        autofocus={username === ""}
        errorId={errorId}
      />
      <Field
        id="password"
        name="password"
        label={signIn.password}
        type="password"
        autocomplete="current-password"
        autofocus={username !== ""}
        errorId={errorId}
      />
      <ShowPassword language={language} />
      <Button>{signIn.submit}</Button>
    </form>
  );
}

/** The way to sign in with a passkey; the challenge is made when the button is pressed. */
function PasskeyButton({ language, csrf, returnTo }: SignInPageProps): JSX.Element {
  return (
    <form method="post" action="/login/passkey/begin" class="stack other-ways">
      <HiddenFields values={{ csrf, return_to: returnTo }} />
      <Button kind="choice">{textsFor(language).passkey.signIn}</Button>
    </form>
  );
}
