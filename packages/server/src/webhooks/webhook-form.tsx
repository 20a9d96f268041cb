import {
  checkWebhookAddress,
  receiverKey,
  type WebhookAddressProblem,
  webhookAddressMaximum,
} from "../model/webhook-address.ts";
import type { OpenedReceivers } from "../model/opened-receivers.ts";
import type { CheckedAddress, NewWebhook } from "../store/webhooks/change-webhook.ts";
import { mayReceive } from "./check-receiver.ts";
import type { Language } from "@survey-open-platform/service";
import { answerActions, type EventAction, eventActions } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CheckBox, Field } from "../pages/components/field.tsx";
import type { Webhook, WebhookOwner } from "../store/webhooks/webhook-table.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";

/**
 * Checks an address that a person entered. The name of one that events are to be sent to is resolved as well.
 *
 * @returns what is stored of it, or what is wrong with it
 */
async function readAddress(
  text: string,
  opened: OpenedReceivers,
  isActive: boolean,
): Promise<CheckedAddress | { readonly problem: WebhookAddressProblem }> {
  const checked = checkWebhookAddress(text.trim(), opened);
  if ("problem" in checked) return checked;
  const { url, receiver } = checked;
  if (isActive && !(await mayReceive(receiver, { opened }))) return { problem: "internal" };
  return { url, receiver: receiverKey(receiver) };
}

/** The names of the fields; each kind of event has one, named as the event. */
export const webhookFieldNames = ["url", "is_active", "titles", ...eventActions] as const;

/** The fields of the form of a webhook, as they were sent. */
export type WebhookFields = Readonly<Record<(typeof webhookFieldNames)[number], string>>;

/** The events that a webhook of an owner can get. */
function eventsFor({ kind }: Pick<WebhookOwner, "kind">): readonly EventAction[] {
  return kind === "survey" ? answerActions : eventActions;
}

function ticked(isTicked: boolean): string {
  return isTicked ? "on" : "";
}

/** The fields of a webhook as it is. */
export function fieldsOfWebhook(
  webhook: Pick<Webhook, "url" | "isActive" | "events" | "hasTitles">,
): WebhookFields {
  const events = eventActions.map((action) => [action, ticked(webhook.events.includes(action))]);
  // One entry for each event.
  const chosen = Object.fromEntries(events) as Record<EventAction, string>;
  return {
    url: webhook.url,
    is_active: ticked(webhook.isActive),
    titles: ticked(webhook.hasTitles),
    ...chosen,
  };
}

/** What a form says of a webhook. */
type WebhookChoice = Required<Pick<NewWebhook, "url" | "receiver" | "isActive" | "events" | "hasTitles">>;

/** Checks what a person entered. Without a chosen event it gets the usual ones of its owner. @returns what is wrong with the address, in words, if it is */
export async function readWebhook(
  fields: WebhookFields,
  {
    owner,
    opened,
    language,
  }: { readonly owner: WebhookOwner; readonly opened: OpenedReceivers; readonly language: Language },
): Promise<{ readonly choice: WebhookChoice } | { readonly problem: string }> {
  const isActive = fields.is_active === "on";
  const address = await readAddress(fields.url, opened, isActive);
  const events = eventsFor(owner).filter((action) => fields[action] === "on");
  if ("problem" in address) return { problem: webhookTextsFor(language).problems[address.problem] };
  return { choice: { ...address, isActive, events, hasTitles: fields.titles === "on" } };
}

/** What the fields of a webhook need. */
interface WebhookFormProps {
  readonly language: Language;
  readonly owner: WebhookOwner;
  readonly fields: WebhookFields;
  /** What is wrong with the address. */
  readonly problem?: string | undefined;
}

/** The address of a webhook, which events it gets, and whether it gets any now. */
export function WebhookFormFields({ language, owner, fields, problem }: WebhookFormProps): JSX.Element {
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
      <fieldset class="editor-list" aria-describedby="events-hint">
        <legend>{words.events}</legend>
        <p class="field-hint" id="events-hint">
          {words.usualEvents[owner.kind === "survey" ? "survey" : "account"]}
        </p>
        {eventsFor(owner).map((action) => (
          <CheckBox id={action} label={words.eventNames[action]} checked={fields[action] === "on"} />
        ))}
      </fieldset>
      <CheckBox id="titles" label={words.titles} hint={words.titlesHint} checked={fields.titles === "on"} />
      <CheckBox
        id="is_active"
        label={words.isActive}
        hint={words.isActiveHint}
        checked={fields.is_active === "on"}
      />
    </>
  );
}
