import type { JSX } from "hono/jsx/jsx-runtime";
import { showPasswordScriptPath } from "../pages/assets.ts";
import { Button } from "../pages/components/button.tsx";
import { Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { RefusalNotice } from "../pages/components/refusal-notice.tsx";
import { ShowPassword } from "../pages/components/show-password.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { textsFor } from "../pages/texts/texts.ts";
import { formTarget, readAuthorizationLink } from "./authorization-link.ts";
import type { ConfirmationProblem } from "./sign-in-page.tsx";

/** What the page needs. */
export type StepUpPageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** Where to redirect afterwards; a hidden field of the form. */
  readonly returnTo: string;
  readonly problem?: ConfirmationProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Whether the user has a passkey that can be used here. Default false. */
  readonly offersPasskey?: boolean;
};

const problemId = "step-up-problem";

/** Asks a signed-in user for the password again. */
export function StepUpPage(props: StepUpPageProps): JSX.Element {
  const { language, path, signedIn, returnTo, problem, retryAfterSeconds } = props;
  const { stepUp } = textsFor(language);
  const isAskedByClient = readAuthorizationLink(returnTo).clientId !== null;
  return (
    <Layout language={language} path={path} title={stepUp.title} signedIn={signedIn}>
      <div class="card card-narrow">
        <h1>{stepUp.title}</h1>
        <p>{isAskedByClient ? stepUp.clientReason : stepUp.reason}</p>
        {problem === undefined ? null : (
          <RefusalNotice language={language} id={problemId} retryAfterSeconds={retryAfterSeconds}>
            {stepUp.problems[problem]}
          </RefusalNotice>
        )}
        <form method="post" action={formTarget("/account/confirm", returnTo)} class="stack">
          <HiddenFields values={{ csrf: signedIn.csrf, return_to: returnTo }} />
          {/* For password managers; the server takes the user of the session. */}
          <input type="hidden" name="username" value={signedIn.username} autocomplete="username" />
          <Field
            id="password"
            name="password"
            label={textsFor(language).signIn.password}
            type="password"
            autocomplete="current-password"
            autofocus
            errorId={problem === undefined ? undefined : problemId}
          />
          <ShowPassword language={language} />
          <Button>{stepUp.submit}</Button>
        </form>
        {props.offersPasskey === true ? <PasskeyButton {...props} /> : null}
      </div>
      <script src={showPasswordScriptPath} defer />
    </Layout>
  );
}

function PasskeyButton({ language, signedIn, returnTo }: StepUpPageProps): JSX.Element {
  return (
    <form method="post" action="/account/confirm/passkey/begin" class="stack other-ways">
      <HiddenFields values={{ csrf: signedIn.csrf, return_to: returnTo }} />
      <Button kind="choice">{textsFor(language).passkey.confirm}</Button>
    </form>
  );
}
