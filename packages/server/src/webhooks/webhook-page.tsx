import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { DataTable, Pager, Search } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { Delivery } from "../store/webhooks/webhook-log.ts";
import type { Webhook } from "../store/webhooks/webhook-table.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import { type WebhookFields, WebhookFormFields } from "./webhook-form.tsx";
import type { WebhookPageProps } from "./webhook-section.ts";
import { DeliveryState, WebhookState } from "./webhook-state.tsx";

/** What has just happened. */
export const webhookNotices = ["changed", "test", "resent", "not_resent", "repeated_secret"] as const;

/** Of notices that something was not done. */
const warnings: ReadonlySet<string> = new Set(["not_resent", "repeated_secret"]);

/** What the page shows. */
export type WebhookDetailPageProps = WebhookPageProps & {
  readonly webhook: Webhook;
  readonly fields: WebhookFields;
  readonly problem?: string | undefined;
  readonly deliveries: readonly Delivery[];
  readonly search: string;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly notice?: (typeof webhookNotices)[number] | undefined;
};

/** A webhook: its address, what can be done with it, and its deliveries. */
export function WebhookPage(props: WebhookDetailPageProps): JSX.Element {
  const { language, Frame, webhook, problem, notice } = props;
  const words = webhookTextsFor(language);
  return (
    <Frame {...props} title={words.webhook}>
      <p>
        <a class="link-line" href={props.address}>
          {words.title}
        </a>
      </p>
      <h2>
        {words.webhook} <WebhookState language={language} webhook={webhook} />
      </h2>
      {notice === undefined ? null : (
        <Notice tone={warnings.has(notice) ? "warning" : "success"} role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <AddedBy language={language} webhook={webhook} />
      <OffNotice language={language} webhook={webhook} />
      <ErrorSummary language={language} problems={problem === undefined ? {} : { url: problem }} />
      <ChangeForm {...props} />
      <Actions {...props} />
      <Deliveries {...props} />
    </Frame>
  );
}

/** With whose right the webhook sends. */
function AddedBy({
  language,
  webhook: { applicationName, userName },
}: Pick<WebhookDetailPageProps, "language" | "webhook">): JSX.Element | null {
  const words = webhookTextsFor(language);
  if (applicationName !== null) return <p>{words.addedBy(<DisplayName name={applicationName} />)}</p>;
  return userName === null ? null : <p>{words.addedByUser(<DisplayName name={userName} />)}</p>;
}

/** Says why the platform switched the webhook off. */
function OffNotice({
  language,
  webhook: { offReason },
}: Pick<WebhookDetailPageProps, "language" | "webhook">): JSX.Element | null {
  const words = webhookTextsFor(language);
  if (offReason === "") return null;
  return (
    <Notice tone="warning" title={words.offReasons[offReason]}>
      {words[switchingOn[offReason]]}
    </Notice>
  );
}

/** What to think of before a webhook is switched on again. */
const switchingOn = {
  gone: "switchOnAgain",
  failing: "switchOnAgain",
  revoked: "switchOnOwn",
  owner_gone: "switchOnSeen",
} as const;

function ChangeForm(props: WebhookDetailPageProps): JSX.Element {
  const { language, signedIn, address, webhook } = props;
  return (
    <form method="post" action={`${address}/${webhook.id}`} class="stack card">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <WebhookFormFields {...props} />
      <div class="actions">
        <Button>{webhookTextsFor(language).save}</Button>
      </div>
    </form>
  );
}

function Actions({ language, timeZone, signedIn, address, webhook }: WebhookDetailPageProps): JSX.Element {
  const words = webhookTextsFor(language);
  const path = `${address}/${webhook.id}`;
  return (
    <>
      {webhook.previousUntil > webhook.updatedAt ? (
        <p>
          {words.bothSecrets} <Moment at={webhook.previousUntil} timeZone={timeZone} language={language} />
        </p>
      ) : null}
      <div class="actions">
        {webhook.isActive ? (
          <form method="post" action={`${path}/test`}>
            <HiddenFields values={{ csrf: signedIn.csrf }} />
            <Button kind="quiet">{words.sendTest}</Button>
          </form>
        ) : null}
        <a class="button button-quiet" href={`${path}/secret`}>
          {words.replaceSecret}
        </a>
        <a class="button button-quiet" href={`${path}/delete`}>
          {words.remove}
        </a>
      </div>
    </>
  );
}

function Deliveries(props: WebhookDetailPageProps): JSX.Element {
  const { language, signedIn, address, webhook, deliveries, search, after, next } = props;
  const words = webhookTextsFor(language);
  const path = `${address}/${webhook.id}`;
  const isEmpty = deliveries.length === 0 && search === "" && after === undefined;
  return (
    <>
      <h3>{words.deliveries}</h3>
      {isEmpty ? null : <Search language={language} path={path} label={words.search} value={search} />}
      {deliveries.length === 0 ? (
        <p>{search === "" ? words.noDeliveries : words.noMatch}</p>
      ) : (
        <Table {...props} />
      )}
      <Pager language={language} path={path} parameters={{ q: search }} after={after} next={next} />
      {webhook.isActive && deliveries.length > 0 ? (
        <form method="post" action={`${path}/resend`} class="stack card">
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <Field
            id="since"
            type="date"
            label={words.since}
            hint={words.sinceHint}
            value=""
            autocomplete="off"
            required={false}
          />
          <div class="actions">
            <Button kind="quiet">{words.resendFailed}</Button>
          </div>
        </form>
      ) : null}
      <p class="fine-print">{words.kept}</p>
    </>
  );
}

function Table({ language, timeZone, address, webhook, deliveries }: WebhookDetailPageProps): JSX.Element {
  const words = webhookTextsFor(language);
  const moment = (at: number) => (
    <Moment at={at} timeZone={timeZone} language={language} precision="second" />
  );
  return (
    <DataTable
      caption={words.deliveries}
      rows={deliveries}
      columns={[
        {
          header: words.event,
          isRowHeader: true,
          cell: ({ id, action }) => (
            <a href={`${address}/${webhook.id}/deliveries/${id}`}>
              <code>{action}</code>
            </a>
          ),
        },
        { header: words.happened, cell: ({ createdAt }) => moment(createdAt) },
        { header: words.result, cell: ({ state }) => <DeliveryState language={language} state={state} /> },
        { header: words.attempts, cell: ({ attempts }) => String(attempts) },
        { header: words.nextAttempt, cell: ({ dueAt }) => (dueAt === null ? words.none : moment(dueAt)) },
      ]}
    />
  );
}
