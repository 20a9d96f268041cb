import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { DataTable } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import type { DeliveryRecord } from "../store/webhooks/webhook-log.ts";
import type { Webhook } from "../store/webhooks/webhook-table.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import type { WebhookPageProps } from "./webhook-section.ts";
import { DeliveryState } from "./webhook-state.tsx";

/** What the page shows. */
export type DeliveryPageProps = WebhookPageProps & {
  readonly webhook: Pick<Webhook, "id" | "isActive">;
  readonly delivery: DeliveryRecord;
};

/** An event of a webhook, with every attempt to deliver it. */
export function DeliveryPage(props: DeliveryPageProps): JSX.Element {
  const { language, signedIn, Frame, address, webhook, delivery } = props;
  const words = webhookTextsFor(language);
  const path = `${address}/${webhook.id}`;
  return (
    <Frame {...props} title={words.delivery}>
      <p>
        <a class="link-line" href={path}>
          {words.webhook}
        </a>
      </p>
      <h2>{words.delivery}</h2>
      <Facts {...props} />
      {delivery.tries.length === 0 ? null : <Tries {...props} />}
      {webhook.isActive ? (
        <form method="post" action={`${path}/deliveries/${delivery.id}/resend`}>
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <Button kind="quiet">{words.resend}</Button>
        </form>
      ) : null}
      <h3>{words.body}</h3>
      {isEmptied(delivery) ? <p>{words.emptied}</p> : null}
      <pre class="command">
        <code translate="no">{readable(delivery.body)}</code>
      </pre>
    </Frame>
  );
}

/** Whether the answer of an event was deleted after the event was delivered. */
function isEmptied({ action, body }: DeliveryRecord): boolean {
  return action !== "answer.delete" && body.includes('"action":"answer.delete"');
}

function readable(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}

function Facts({ language, timeZone, delivery }: DeliveryPageProps): JSX.Element {
  const words = webhookTextsFor(language);
  const moment = (at: number) => (
    <Moment at={at} timeZone={timeZone} language={language} precision="second" />
  );
  const { action, eventId, sequence, createdAt, state, dueAt } = delivery;
  return (
    <DefinitionList
      items={[
        { term: words.event, details: <code>{action}</code> },
        { term: words.eventId, details: <code>{eventId}</code> },
        { term: words.sequence, details: sequence === 0 ? words.none : String(sequence) },
        { term: words.happened, details: moment(createdAt) },
        { term: words.result, details: <DeliveryState language={language} state={state} /> },
        { term: words.nextAttempt, details: dueAt === null ? words.none : moment(dueAt) },
      ]}
    />
  );
}

function Tries({ language, timeZone, delivery }: DeliveryPageProps): JSX.Element {
  const words = webhookTextsFor(language);
  const failures: Readonly<Record<string, string>> = words.failures;
  return (
    <DataTable
      caption={words.attempts}
      rows={delivery.tries}
      columns={[
        {
          header: words.tried,
          isRowHeader: true,
          cell: ({ at }) => <Moment at={at} timeZone={timeZone} language={language} precision="second" />,
        },
        { header: words.status, cell: ({ status }) => (status === 0 ? words.none : String(status)) },
        {
          header: words.result,
          cell: ({ failure }) => (failure === "" ? words.results.delivered : (failures[failure] ?? failure)),
        },
        { header: words.duration, cell: ({ milliseconds }) => words.milliseconds(milliseconds) },
        {
          header: words.response,
          cell: ({ response }) => (response === "" ? words.none : <code>{response}</code>),
        },
      ]}
    />
  );
}
