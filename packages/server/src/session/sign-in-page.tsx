import type { JSX } from "hono/jsx/jsx-runtime";
import type { SignUp } from "../config/settings.ts";
import { showPasswordScriptPath } from "../pages/assets.ts";
import { Button } from "../pages/components/button.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { RefusalNotice } from "../pages/components/refusal-notice.tsx";
import { ShowPassword } from "../pages/components/show-password.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import { textsFor } from "../pages/texts/texts.ts";
import { formTarget } from "./authorization-link.ts";
import { signUpAddress } from "./return-address.ts";

/** Why an attempt to sign in did not succeed. */
export type SignInProblem =
  | ConfirmationProblem
  | "provider_unavailable"
  | "provider_declined"
  | "provider_refused"
  | "provider_unlinked";

/** Why a signed-in user could not confirm. */
export type ConfirmationProblem =
  | "wrong_credentials"
  | "too_many_attempts"
  | "busy"
  | "missing"
  | "passkey_refused";

/** What a button says of a provider. */
export type OfferedProvider = { readonly id: string; readonly name: string };

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
  /** OpenID providers through which users can sign in. Default none. */
  readonly providers?: readonly OfferedProvider[];
  /** Whether a link to set a new password can be sent. Default false. */
  readonly sendsMail?: boolean;
  /** Who may create an account. Default `closed`. */
  readonly signUp?: SignUp;
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
        <OtherWays {...props} />
        <p class="fine-print">{signIn.passwordNote}</p>
        <Forgotten {...props} />
        <WithoutAccount {...props} />
      </div>
      <script src={showPasswordScriptPath} defer />
    </Layout>
  );
}

function SignInForm({ language, csrf, returnTo, username = "", problem }: SignInPageProps): JSX.Element {
  const { signIn } = textsFor(language);
  const errorId = problem === "wrong_credentials" || problem === "missing" ? problemId : undefined;
  return (
    <form method="post" action={formTarget("/login", returnTo)} class="stack">
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

/** What someone can do who has forgotten the password. */
function Forgotten({ language, sendsMail = false }: SignInPageProps): JSX.Element {
  const { signIn } = textsFor(language);
  if (!sendsMail) return <p class="fine-print">{signIn.forgotten}</p>;
  return (
    <p class="fine-print">
      <a class="link-line" href="/forgotten">
        {signIn.forgottenLink}
      </a>
    </p>
  );
}

/** What someone without an account can do. */
function WithoutAccount({ language, returnTo, signUp = "closed" }: SignInPageProps): JSX.Element | null {
  const { signIn } = textsFor(language);
  if (signUp === "closed") return null;
  if (signUp === "invited") return <p class="fine-print">{signIn.byInvitation}</p>;
  return (
    <p class="fine-print">
      {signIn.noAccount}{" "}
      <a class="link-line" href={signUpAddress(returnTo)}>
        {signIn.createAccount}
      </a>
    </p>
  );
}

/** Buttons for what signs in without the password; each begins something when it is pressed, and nothing before. */
function OtherWays(props: SignInPageProps): JSX.Element | null {
  const { language, csrf, returnTo, offersPasskey = false, providers = [] } = props;
  if (!offersPasskey && providers.length === 0) return null;
  return (
    <div class="stack other-ways">
      {offersPasskey ? (
        <form method="post" action="/login/passkey/begin" class="stack">
          <HiddenFields values={{ csrf, return_to: returnTo }} />
          <Button kind="choice">{textsFor(language).passkey.signIn}</Button>
        </form>
      ) : null}
      <ProviderButtons {...{ language, csrf, returnTo, providers }} />
    </div>
  );
}

/** What the buttons of providers need. */
export type ProviderButtonsProps = Pick<PageProps, "language"> & {
  readonly csrf: string;
  readonly returnTo: string;
  readonly providers: readonly OfferedProvider[];
};

/** One button for each provider. */
export function ProviderButtons(props: ProviderButtonsProps): JSX.Element {
  const { language, csrf, returnTo, providers } = props;
  return (
    <>
      {providers.map(({ id, name }) => (
        <form method="post" action={`/login/with/${id}`} class="stack">
          <HiddenFields values={{ csrf, return_to: returnTo }} />
          <Button kind="choice">
            <span>{textsFor(language).providers.signIn(<DisplayName name={name} />)}</span>
          </Button>
        </form>
      ))}
    </>
  );
}
