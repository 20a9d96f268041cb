import type { JSX } from "hono/jsx/jsx-runtime";
import { webhookAddressMaximum } from "../model/webhook-address.ts";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { CheckBox, Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { textsFor } from "../pages/texts/texts.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import type { WebhookPageProps } from "./webhook-section.ts";

/** The fields of the form, as they were sent. */
export interface NewWebhookFields {
  readonly url: string;
  readonly is_active: string;
}

/** What the page shows. */
export type NewWebhookPageProps = WebhookPageProps & {
  readonly fields: NewWebhookFields;
  /** A random id: sending the form twice makes one webhook. */
  readonly requestId: string;
  readonly problem?: string | undefined;
};

/** The form for a new webhook. */
export function NewWebhookPage(props: NewWebhookPageProps): JSX.Element {
  const { language, signedIn, Frame, address, fields, requestId, problem } = props;
  const words = webhookTextsFor(language);
  return (
    <Frame {...props} title={words.add}>
      <h2>{words.add}</h2>
      <ErrorSummary language={language} problems={problem === undefined ? {} : { url: problem }} />
      <form method="post" action={`${address}/new`} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf, request: requestId }} />
        <AddressFields language={language} fields={fields} problem={problem} />
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

/** The fields for the address of a webhook, and whether it gets events. */
export function AddressFields({
  language,
  fields,
  problem,
}: Pick<NewWebhookPageProps, "language" | "fields" | "problem">): JSX.Element {
  const words = webhookTextsFor(language);
  return (
    <>
      <Field
        id="url"
        type="url"
        label={words.address}
        hint={words.addressHint}
        value={fields.url}
        error={problem}
        autocomplete="off"
        maxlength={webhookAddressMaximum}
      />
      <CheckBox
        id="is_active"
        label={words.isActive}
        hint={words.isActiveHint}
        checked={fields.is_active === "on"}
      />
    </>
  );
}
