import type { JSX } from "hono/jsx/jsx-runtime";
import { Confirmation } from "../../pages/components/confirmation.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field } from "../../pages/components/field.tsx";
import { Layout } from "../../pages/layout.tsx";
import { PasskeyForm } from "../../session/passkeys/passkey-form.tsx";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** Longest name of a passkey. */
export const passkeyNameMaximum = 60;

/** What the page needs. */
export type NewPasskeyPageProps = AccountPageProps & {
  readonly name: string;
  /** What the browser is asked for. */
  readonly options: object;
  readonly problems?: FormProblems;
};

/** Makes a passkey, with a name. */
export function NewPasskeyPage(props: NewPasskeyPageProps): JSX.Element {
  const { language, signedIn, name, options, problems = {} } = props;
  const { passkeys: words } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={words.addTitle}>
      <ErrorSummary language={language} problems={problems} />
      <div class="card">
        <p>{words.addLead}</p>
        <PasskeyForm
          language={language}
          action="/account/security/passkeys/new"
          csrf={signedIn.csrf}
          ceremony="create"
          options={options}
          submit={words.submit}
        >
          <Field
            id="name"
            name="name"
            label={words.name}
            hint={words.nameHint}
            error={problems["name"]}
            value={name}
            autocomplete="off"
            maxlength={passkeyNameMaximum}
          />
        </PasskeyForm>
        <p>
          <a class="link-line" href="/account/security">
            {words.back}
          </a>
        </p>
      </div>
    </AccountLayout>
  );
}

/** What the page needs. */
export type RemovePasskeyPageProps = AccountPageProps & {
  readonly id: number;
  readonly name: string;
};

/** Asks before a passkey is removed. */
export function RemovePasskeyPage(props: RemovePasskeyPageProps): JSX.Element {
  const { language, path, signedIn, id, name } = props;
  const { passkeys: words } = accountTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.removeTitle} signedIn={signedIn}>
      <Confirmation
        language={language}
        title={words.removeHeading(<DisplayName name={name} />)}
        consequences={words.removeConsequences}
        action={`/account/security/passkeys/${id}/remove`}
        csrf={signedIn.csrf}
        submit={words.removeSubmit}
        cancelPath="/account/security"
      />
    </Layout>
  );
}
