import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "./components/button.tsx";
import { DisplayName } from "./components/display-name.tsx";
import { RequestId } from "./error-page.tsx";
import { Layout, type PageProps } from "./layout.tsx";
import type { RefusedForm } from "./page-error.ts";
import type { SignedIn } from "./signed-in.ts";
import { textsFor } from "./texts/texts.ts";

/** What the page shows. */
export type KeptFormPageProps = PageProps & {
  readonly form: RefusedForm;
  /** Where the form is sent. */
  readonly action: string;
  /** The page for which a tab is opened first; undefined when the form can be sent at once. */
  readonly firstAddress: string | undefined;
  readonly signedIn: SignedIn | undefined;
  readonly requestId: string;
};

/** Gives a form back that was refused, to be sent again. Another tab signs in, so that every way to sign in works. */
export function KeptFormPage(props: KeptFormPageProps): JSX.Element {
  const { language, path, form, action, signedIn } = props;
  const { keptForm: words } = textsFor(language);
  const { happened, submit } = words.reasons[form.waitsFor];
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn}>
      <article class="card problem">
        <h1>{words.title}</h1>
        <p class="lead">{happened}</p>
        <p>{words.kept}</p>
        <BeforeSending {...props} />
        {form.isMultipart ? <p>{words.files}</p> : null}
        <form
          method="post"
          action={action}
          enctype={form.isMultipart ? "multipart/form-data" : undefined}
          class="stack"
        >
          {fieldsOf(props).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <Entered {...props} />
          <Button>{submit}</Button>
        </form>
        <RequestId {...props} />
      </article>
    </Layout>
  );
}

/** What to do in another tab first, or whose form it will be. */
function BeforeSending({ language, form, firstAddress, signedIn }: KeptFormPageProps): JSX.Element | null {
  const { keptForm: words } = textsFor(language);
  if (firstAddress !== undefined)
    return (
      <p>
        <a class="link-line" href={firstAddress} target="_blank" rel="noopener">
          {form.waitsFor === "step_up" ? words.confirmFirst : words.signInFirst}
        </a>
      </p>
    );
  if (form.waitsFor === "opening") return <p>{words.openFirst}</p>;
  return signedIn === undefined ? null : <p>{words.signedInAs(<DisplayName name={signedIn.nickname} />)}</p>;
}

/** With the token of the session that there is now, where the form waits for nothing else. */
function fieldsOf({ form, signedIn }: KeptFormPageProps): RefusedForm["fields"] {
  if (form.waitsFor !== "sending" || signedIn === undefined) return form.fields;
  return [["csrf", signedIn.csrf], ...form.fields.filter(([name]) => name !== "csrf")];
}

/** What will be sent: to be looked at, and to be copied if nothing else helps. */
function Entered({ language, form }: KeptFormPageProps): JSX.Element {
  const { keptForm: words } = textsFor(language);
  const shown = form.fields.filter(([name, value]) => name !== "csrf" && value !== "");
  return (
    <details>
      <summary>{words.entered}</summary>
      {shown.map(([name, value]) => (
        <>
          <p class="fine-print">
            <code>{name}</code>
          </p>
          <pre class="command" dir="auto">
            {value}
          </pre>
        </>
      ))}
    </details>
  );
}
