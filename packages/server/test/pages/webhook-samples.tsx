import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageProps } from "../../src/pages/layout.tsx";
import { SurveyFrame } from "../../src/pages/survey-frame.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import type { Delivery } from "../../src/store/webhooks/webhook-log.ts";
import type { Webhook } from "../../src/store/webhooks/webhook-table.ts";
import { DeliveryPage } from "../../src/webhooks/delivery-page.tsx";
import { NewWebhookPage } from "../../src/webhooks/new-webhook-page.tsx";
import { WebhookListPage } from "../../src/webhooks/webhook-list-page.tsx";
import { WebhookPage } from "../../src/webhooks/webhook-page.tsx";
import type { WebhookFrameProps } from "../../src/webhooks/webhook-section.ts";
import { WebhookSecretPage } from "../../src/webhooks/webhook-secret-page.tsx";
import { surveyNamed } from "./results-samples.tsx";
import { fieldsOfWebhook } from "../../src/webhooks/webhook-form.tsx";

type Frame = PageProps & { readonly signedIn: SignedIn };

const at = 1_790_000_000_000;

/** The pages of webhooks, with the same text in every place that somebody else may fill. */
export function webhookSamples(frame: Frame, text: string): Readonly<Record<string, JSX.Element>> {
  const survey = surveyNamed(text);
  const common = {
    ...frame,
    timeZone: "Asia/Shanghai",
    owner: { kind: "survey", id: 7 },
    address: "/surveys/7/webhooks",
    Frame: (props: WebhookFrameProps) => <SurveyFrame {...props} survey={survey} />,
  } as const;
  const webhook: Webhook = {
    id: 1,
    surveyId: 7,
    accountId: null,
    userId: 3,
    userName: "Lin",
    applicationName: text,
    url: text,
    isActive: true,
    events: ["answer.create", "survey.deleted"],
    hasTitles: true,
    offReason: "failing",
    offAt: at,
    failingSince: at,
    previousUntil: at + 1,
    createdAt: at,
    updatedAt: at,
  };
  const delivery: Delivery = {
    id: 5,
    eventId: text,
    surveyId: 7,
    sequence: 3,
    object: text,
    action: text,
    state: "pending",
    attempts: 2,
    dueAt: at,
    createdAt: at,
  };
  const tries = [
    { id: 1, at, milliseconds: 12, status: 500, failure: "status", response: `x${text}` },
    { id: 2, at, milliseconds: 15_000, status: 0, failure: "timeout", response: "" },
  ];
  const fields = fieldsOfWebhook({ ...webhook, url: text });
  return {
    "webhooks of a survey": (
      <WebhookListPage {...common} webhooks={[webhook]} search={text} notice="deleted" />
    ),
    "no webhook of a survey": <WebhookListPage {...common} webhooks={[]} search="" />,
    "webhooks of a survey, none found": <WebhookListPage {...common} webhooks={[]} search={text} />,
    "new webhook": <NewWebhookPage {...common} fields={fields} requestId="" problem="problem" />,
    "secret of a webhook": <WebhookSecretPage {...common} webhookId={1} secret={text} />,
    webhook: (
      <WebhookPage
        {...common}
        webhook={webhook}
        fields={fields}
        problem="problem"
        deliveries={[delivery, { ...delivery, id: 4, state: "delivered", dueAt: null }]}
        search={text}
        after="9"
        next="4"
        notice="test"
      />
    ),
    "delivery of a webhook": (
      <DeliveryPage
        {...common}
        webhook={webhook}
        delivery={{ ...delivery, body: JSON.stringify({ text }), tries }}
      />
    ),
  };
}
