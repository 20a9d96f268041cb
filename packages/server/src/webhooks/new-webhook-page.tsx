import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { textsFor } from "../pages/texts/texts.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import { type WebhookFields, WebhookFormFields } from "./webhook-form.tsx";
import type { WebhookPageProps } from "./webhook-section.ts";

/** What the page shows. */
export type NewWebhookPageProps = WebhookPageProps & {
  readonly fields: WebhookFields;
  /** A random id: sending the form twice makes one webhook. */
  readonly requestId: string;
  readonly problem?: string | undefined;
};

/** The form for a new webhook. */
export function NewWebhookPage(props: NewWebhookPageProps): JSX.Element {
  const { language, signedIn, Frame, address, requestId, problem } = props;
  const words = webhookTextsFor(language);
  return (
    <Frame {...props} title={words.add}>
      <h2>{words.add}</h2>
      <ErrorSummary language={language} problems={problem === undefined ? {} : { url: problem }} />
      <form method="post" action={`${address}/new`} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf, request: requestId }} />
        <WebhookFormFields {...props} />
        <div class="actions">
          <Button>{words.add}</Button>
          <a class="button button-quiet" href={address}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </Frame>
  );
}
