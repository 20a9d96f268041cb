import type { JSX } from "hono/jsx/jsx-runtime";
import { NetworkField } from "../credentials/network-field.tsx";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { CheckBox, Field, FileField, TextArea } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { textsFor } from "../pages/texts/texts.ts";
import type { ApplicationForm, ApplicationFormProblems } from "./application-form.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What the page shows. */
export type ApplicationFormPageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** Whether the form registers an application, or edits one. */
  readonly mode: "register" | "edit";
  readonly action: string;
  readonly cancelPath: string;
  readonly values: ApplicationForm;
  readonly problems?: ApplicationFormProblems | undefined;
  readonly logoProblem?: string | undefined;
  /** Names this form, so that it registers one application when it is sent twice. */
  readonly requestId?: string;
  /** What is wrong with the form as a whole. */
  readonly refusal?: string | undefined;
};

/** The form that registers or edits an application. */
export function ApplicationFormPage(props: ApplicationFormPageProps): JSX.Element {
  const { language, path, signedIn, mode, action, cancelPath, problems = {}, requestId, refusal } = props;
  const { form } = consoleTextsFor(language);
  const title = mode === "register" ? form.registerTitle : form.editTitle;
  const { logoProblem } = props;
  const shown = {
    ...(refusal !== undefined && { name: refusal }),
    ...problems,
    ...(logoProblem !== undefined && { logo: logoProblem }),
  };
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn}>
      <h1>{title}</h1>
      <p class="lead">{form.lead}</p>
      <ErrorSummary language={language} problems={shown} />
      <form
        method="post"
        action={action}
        enctype={mode === "register" ? "multipart/form-data" : undefined}
        class="stack"
        novalidate
      >
        <HiddenFields
          values={{ csrf: signedIn.csrf, ...(requestId !== undefined && { request: requestId }) }}
        />
        <h2>{form.about}</h2>
        <Description {...props} />
        <h2>{form.technical}</h2>
        <Rules {...props} />
        <div class="actions">
          <Button>{mode === "register" ? form.register : form.save}</Button>
          <a class="button button-quiet" href={cancelPath}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </Layout>
  );
}

function Description(props: ApplicationFormPageProps): JSX.Element {
  const { language, mode, values, problems = {}, logoProblem } = props;
  const { form } = consoleTextsFor(language);
  return (
    <>
      <Field
        id="name"
        label={form.name}
        hint={form.nameHint}
        error={problems.name}
        value={values.name}
        autocomplete="off"
        maxlength={100}
      />
      <TextArea
        id="description"
        label={form.description}
        hint={form.descriptionHint}
        error={problems.description}
        value={values.description}
        required={false}
      />
      <AddressField
        id="home_page"
        label={form.homePage}
        value={values.home_page}
        error={problems.home_page}
      />
      <AddressField id="terms" label={form.terms} value={values.terms} error={problems.terms} />
      <AddressField id="privacy" label={form.privacy} value={values.privacy} error={problems.privacy} />
      <Field
        id="contact"
        label={form.contact}
        hint={form.contactHint}
        error={problems.contact}
        value={values.contact}
        autocomplete="off"
        required={false}
        maxlength={200}
      />
      {mode === "register" ? (
        <FileField
          id="logo"
          label={form.logo}
          hint={form.logoHint}
          error={logoProblem}
          accept="image/png"
          required={false}
        />
      ) : null}
    </>
  );
}

type AddressFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
};

function AddressField({ id, label, value, error }: AddressFieldProps): JSX.Element {
  return (
    <Field id={id} type="url" label={label} value={value} error={error} autocomplete="off" required={false} />
  );
}

function Rules({ language, mode, values, problems = {} }: ApplicationFormPageProps): JSX.Element {
  const { form } = consoleTextsFor(language);
  const isPublic = values.is_public !== "";
  return (
    <>
      {mode === "register" ? (
        <CheckBox id="is_public" label={form.isPublic} hint={form.isPublicHint} checked={isPublic} />
      ) : null}
      <TextArea
        id="redirect_uris"
        label={form.redirectUris}
        hint={form.redirectUrisHint}
        error={problems.redirect_uris}
        value={values.redirect_uris}
        required={false}
      />
      <CheckBox
        id="may_write"
        label={form.mayWrite}
        hint={form.mayWriteHint}
        checked={values.may_write !== ""}
      />
      {mode === "edit" && isPublic ? null : <SecretRules language={language} values={values} />}
      <NetworkField language={language} value={values.allowed_networks} error={problems.allowed_networks} />
    </>
  );
}

/** Rules that a public application has no choice about. */
function SecretRules({
  language,
  values,
}: Pick<ApplicationFormPageProps, "language" | "values">): JSX.Element {
  const { form } = consoleTextsFor(language);
  return (
    <>
      <CheckBox
        id="requires_pkce"
        label={form.requiresPkce}
        hint={form.requiresPkceHint}
        checked={values.requires_pkce !== ""}
      />
      <CheckBox
        id="refresh_requires_secret"
        label={form.refreshRequiresSecret}
        hint={form.refreshRequiresSecretHint}
        checked={values.refresh_requires_secret !== ""}
      />
    </>
  );
}
