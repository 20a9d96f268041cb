import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { Field, Select } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { textsFor } from "../pages/texts/texts.ts";
import type { ListedSecret } from "../store/applications/application-secret-table.ts";
import type { ApplicationImpact } from "../store/applications/application-state.ts";
import type { CredentialsPageProps } from "./credentials-section.ts";
import { TokensChoice } from "./end-secret.tsx";
import type { NewSecretForm } from "./new-secret-form.ts";
import { secretName } from "./secrets-page.tsx";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";

/** What the page shows. */
export type NewSecretPageProps = CredentialsPageProps & {
  readonly secrets: readonly ListedSecret[];
  readonly impact: ApplicationImpact;
  readonly values: NewSecretForm;
  /** Names this form, so that it makes one secret when it is sent twice. */
  readonly requestId: string;
  readonly problem?: string | undefined;
};

/** The form that makes a secret, with what it replaces. */
export function NewSecretPage(props: NewSecretPageProps): JSX.Element {
  const { language, signedIn, address, Frame, problem, requestId } = props;
  const { secrets: words } = credentialsTextsFor(language);
  const problems = problem === undefined ? {} : { name: problem };
  return (
    <Frame {...props} title={words.newTitle}>
      <h2>{words.newTitle}</h2>
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action={`${address}/secrets/new`} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf, request: requestId }} />
        <Fields {...props} />
        <div class="actions">
          <Button>{words.submit}</Button>
          <a class="button button-quiet" href={`${address}/secrets`}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </Frame>
  );
}

function Fields({ language, kind, secrets, impact, values, problem }: NewSecretPageProps): JSX.Element {
  const { secrets: words } = credentialsTextsFor(language);
  const present = secrets.map((secret) => ({
    value: String(secret.number),
    label: `${secretName(secret, words)} (…${secret.lastFour})`,
  }));
  return (
    <>
      <Field
        id="name"
        name="name"
        label={words.newName}
        hint={words.newNameHint}
        error={problem}
        value={values.name}
        autocomplete="off"
        required={false}
        maxlength={100}
      />
      <Select
        id="replaces"
        name="replaces"
        label={words.replaces}
        value={values.replaces}
        options={[
          { value: "", label: words.replacesNone },
          ...present,
          ...(present.length > 1 ? [{ value: "all", label: words.replacesAll }] : []),
        ]}
      />
      <Select
        id="after"
        name="after"
        label={words.after}
        value={values.after}
        options={Object.entries(words.afterOptions).map(([value, label]) => ({ value, label }))}
      />
      <TokensChoice language={language} kind={kind} value={values.tokens} impact={impact} />
    </>
  );
}
