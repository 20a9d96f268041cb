import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { Field } from "../../../pages/components/field.tsx";
import { HiddenFields } from "../../../pages/components/hidden-fields.tsx";
import { Notice } from "../../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../../pages/layout.tsx";
import type { SignedIn } from "../../../pages/signed-in.ts";
import { textsFor } from "../../../pages/texts/texts.ts";

/** What the page shows. */
export type DevicePageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** As the link of the device has it; "" for none. */
  readonly userCode: string;
  /** Whether no device shows the code that was typed. */
  readonly isUnknown: boolean;
  readonly action: string;
};

/** Asks for the code that a device shows. */
export function DevicePage({
  language,
  path,
  signedIn,
  userCode,
  isUnknown,
  action,
}: DevicePageProps): JSX.Element {
  const { device: words } = textsFor(language);
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn}>
      <article class="card stack">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        <Notice tone="warning">{words.warning}</Notice>
        <form method="post" action={action} class="stack">
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <Field
            id="user_code"
            label={words.code}
            hint={words.codeHint}
            value={userCode}
            error={isUnknown ? words.unknown : undefined}
            autocomplete="off"
            autofocus
            maxlength={20}
          />
          <div class="actions">
            <Button>{words.submit}</Button>
          </div>
        </form>
      </article>
    </Layout>
  );
}

/** What the page shows. */
export type DeviceDonePageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly isAllowed: boolean;
};

/** Says that the device goes on by itself. */
export function DeviceDonePage({ language, path, signedIn, isAllowed }: DeviceDonePageProps): JSX.Element {
  const { device: words } = textsFor(language);
  const [title, text] = isAllowed
    ? [words.allowedTitle, words.allowedText]
    : [words.deniedTitle, words.deniedText];
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn}>
      <article class="card stack">
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        <p>
          <a class="link-line" href="/account/applications">
            {words.applications}
          </a>
        </p>
      </article>
    </Layout>
  );
}
