import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { Field, Select } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { textsFor } from "../pages/texts/texts.ts";
import type { ListedSecret } from "../store/application-secret-table.ts";
import type { ApplicationImpact } from "../store/application-state.ts";
import { ApplicationFrame } from "./application-frame.tsx";
import type { NewSecretForm } from "./new-secret-form.ts";
import { addressOf } from "./own-application.ts";
import { secretName } from "./secrets-page.tsx";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What the page shows. */
export type NewSecretPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: { readonly appid: string; readonly name: string };
  readonly secrets: readonly ListedSecret[];
  readonly impact: ApplicationImpact;
  readonly values: NewSecretForm;
  /** Names this form, so that it makes one secret when it is sent twice. */
  readonly requestId: string;
  readonly problem?: string | undefined;
};

/** The form that makes a secret, with what it replaces. */
export function NewSecretPage(props: NewSecretPageProps): JSX.Element {
  const { language, signedIn, application, problem, requestId } = props;
  const { secrets: words } = consoleTextsFor(language);
  const problems = problem === undefined ? {} : { name: problem };
  const { appid } = application;
  return (
    <ApplicationFrame {...props} title={words.newTitle}>
      <h2>{words.newTitle}</h2>
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action={addressOf(appid, "/secrets/new")} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf, request: requestId }} />
        <Fields {...props} />
        <div class="actions">
          <Button>{words.submit}</Button>
          <a class="button button-quiet" href={addressOf(appid, "/secrets")}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </ApplicationFrame>
  );
}

function Fields({ language, secrets, impact, values, problem }: NewSecretPageProps): JSX.Element {
  const { secrets: words } = consoleTextsFor(language);
  const { afterOptions, tokensOptions } = words;
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
        options={optionsOf(afterOptions)}
      />
      <Select
        id="tokens"
        name="tokens"
        label={words.tokens}
        hint={words.tokensHint(impact.users, impact.tokens)}
        value={values.tokens}
        options={optionsOf(tokensOptions)}
      />
    </>
  );
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
