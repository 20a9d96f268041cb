import type { Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { passkeyScriptPath } from "../../pages/assets.ts";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { textsFor } from "../../pages/texts/texts.ts";

/** What the form needs. */
export type PasskeyFormProps = {
  readonly language: Language;
  readonly action: string;
  readonly csrf: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Whether a passkey is registered or used. */
  readonly ceremony: "create" | "get";
  /** What the browser is asked for. */
  readonly options: object;
  readonly submit: string;
  /** Further fields. */
  readonly children?: Child;
};

/** A form that a passkey signs. Its page needs `script: true`; without the script only the reason is shown. */
export function PasskeyForm(props: PasskeyFormProps): JSX.Element {
  const { language, action, csrf, values = {}, ceremony, options, submit, children } = props;
  const { passkey } = textsFor(language);
  return (
    <>
      <noscript>
        <Notice tone="warning">{passkey.needsScript}</Notice>
      </noscript>
      <div id="passkey-unsupported" hidden>
        <Notice tone="warning">{passkey.unsupported}</Notice>
      </div>
      <div id="passkey-failed" role="alert" hidden>
        <Notice tone="error">{passkey.failed[ceremony]}</Notice>
      </div>
      <form
        method="post"
        action={action}
        id="passkey"
        class="stack"
        data-ceremony={ceremony}
        data-options={JSON.stringify(options)}
        hidden
      >
        <HiddenFields values={{ csrf, ...values, response: "" }} />
        {children}
        <Button>{submit}</Button>
      </form>
      <script src={passkeyScriptPath} defer />
    </>
  );
}
