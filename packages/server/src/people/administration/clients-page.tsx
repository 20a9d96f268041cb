import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { DisabledHost, ListedClient } from "../../store/applications/client-administration.ts";
import { AdministrationListPage, type AdministrationProps, type ListPage } from "./administration-frame.tsx";
import { applicationName } from "./applications-page.tsx";
import { StateBadge } from "./state-badge.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** Where clients that describe themselves are listed. */
export const clientListPath = "/admin/clients";

/** The path of a page about a host. */
export function hostPath(host: string, decision: "enable" | "disable"): string {
  return `${clientListPath}/hosts/${host}/${decision}`;
}

/** What the page shows. */
export type ClientListPageProps = AdministrationProps &
  ListPage<ListedClient> & {
    readonly hosts: readonly DisabledHost[];
    /** What was entered as a host, when it is none. */
    readonly wrongHost?: string | undefined;
  };

/** The clients that describe themselves, and the hosts that are disabled. */
export function ClientListPage(props: ClientListPageProps): JSX.Element {
  const { language, timeZone } = props;
  const { clients: words, common } = administrationTextsFor(language);
  return (
    <AdministrationListPage
      {...props}
      title={common.clients}
      lead={words.lead}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={clientListPath}
      columns={[
        applicationName(common.name),
        { header: words.hosts, cell: ({ hosts }) => <Hosts language={language} hosts={hosts} /> },
        { header: words.origin, cell: ({ origin }) => words.origins[origin] },
        {
          header: common.state,
          cell: ({ disabled }) => <StateBadge language={language} disabled={disabled === 1} />,
        },
        {
          header: common.created,
          cell: ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} language={language} />,
        },
      ]}
    >
      <DisabledHosts {...props} />
    </AdministrationListPage>
  );
}

function Hosts({ language, hosts }: Pick<ClientListPageProps, "language"> & Pick<ListedClient, "hosts">) {
  const { clients: words } = administrationTextsFor(language);
  if (hosts.length === 0) return <>{words.onDevice}</>;
  return (
    <>
      {hosts.map((host) => (
        <div>
          <code>{host}</code>
        </div>
      ))}
    </>
  );
}

function DisabledHosts(props: ClientListPageProps): JSX.Element {
  const { language, signedIn, hosts, wrongHost } = props;
  const { clients: words } = administrationTextsFor(language);
  return (
    <section class="stack">
      <h2>{words.hostsTitle}</h2>
      <p>{words.hostsLead}</p>
      {hosts.length === 0 ? <p>{words.noHosts}</p> : <HostTable {...props} />}
      <form method="post" action={`${clientListPath}/hosts`} class="stack" novalidate>
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Field
          id="host"
          label={words.host}
          hint={words.hostHint}
          value={wrongHost ?? ""}
          error={wrongHost === undefined ? undefined : words.hostMalformed}
          autocomplete="off"
          maxlength={253}
        />
        <div class="actions">
          <Button>{words.disableHost}</Button>
        </div>
      </form>
    </section>
  );
}

function HostTable({ language, timeZone, hosts }: ClientListPageProps): JSX.Element {
  const { clients: words } = administrationTextsFor(language);
  return (
    <DataTable
      caption={words.hostsTitle}
      rows={hosts}
      columns={[
        { header: words.host, isRowHeader: true, cell: ({ host }) => <code>{host}</code> },
        {
          header: words.since,
          cell: ({ disabledAt }) => <Moment at={disabledAt} timeZone={timeZone} language={language} />,
        },
        {
          header: words.action,
          cell: ({ host }) => (
            <a href={hostPath(host, "enable")}>
              {words.enableHost}
              <span class="visually-hidden"> {host}</span>
            </a>
          ),
        },
      ]}
    />
  );
}
