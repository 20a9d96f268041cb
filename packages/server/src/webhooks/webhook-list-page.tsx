import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../pages/components/display-name.tsx";
import { DataTable, EmptyState, Search } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { Webhook } from "../store/webhooks/webhook-table.ts";
import type { WebhookTexts } from "./texts/en.ts";
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import type { WebhookPageProps } from "./webhook-section.ts";
import { WebhookState } from "./webhook-state.tsx";

/** What has just happened. */
export const listNotices = ["deleted", "repeated"] as const;

/** What the page shows. */
export type WebhookListPageProps = WebhookPageProps & {
  /** Those that the search finds. */
  readonly webhooks: readonly Webhook[];
  /** What is searched for; "" for all. */
  readonly search: string;
  readonly notice?: (typeof listNotices)[number] | undefined;
};

/** The webhooks of a survey, a user or a team. */
export function WebhookListPage(props: WebhookListPageProps): JSX.Element {
  const { language, Frame, address, owner, webhooks, search, notice } = props;
  const words = webhookTextsFor(language);
  return (
    <Frame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone={notice === "deleted" ? "success" : "warning"} role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <p>{words.lead[owner.kind]}</p>
      {webhooks.length === 0 && search === "" ? (
        <EmptyState title={words.empty}>
          <p>{words.emptyText}</p>
        </EmptyState>
      ) : (
        <FoundWebhooks {...props} />
      )}
      <p class="actions">
        <a class="button button-primary" href={`${address}/new`}>
          {words.add}
        </a>
      </p>
    </Frame>
  );
}

function FoundWebhooks(props: WebhookListPageProps): JSX.Element {
  const { language, address, webhooks, search } = props;
  const words = webhookTextsFor(language);
  return (
    <>
      <Search language={language} path={address} label={words.searchList} value={search} />
      {webhooks.length === 0 ? <p>{words.noWebhookFound}</p> : <Table {...props} />}
    </>
  );
}

function Table({ language, timeZone, address, webhooks }: WebhookListPageProps): JSX.Element {
  const words = webhookTextsFor(language);
  return (
    <DataTable
      caption={words.caption}
      rows={webhooks}
      columns={[
        {
          header: words.address,
          isRowHeader: true,
          cell: ({ id, url }) => <a href={`${address}/${id}`}>{url}</a>,
        },
        {
          header: words.state,
          cell: (webhook) => <WebhookState language={language} webhook={webhook} />,
        },
        {
          header: words.author,
          cell: (webhook) => authorOf(webhook, words),
        },
        {
          header: words.created,
          cell: ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} language={language} />,
        },
      ]}
    />
  );
}

function authorOf({ applicationName, userName }: Webhook, words: WebhookTexts): Child {
  if (applicationName !== null) return words.ofApplication(<DisplayName name={applicationName} />);
  return userName === null ? words.none : <DisplayName name={userName} />;
}
