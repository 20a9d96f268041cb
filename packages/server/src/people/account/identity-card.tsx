import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { LinkedIdentity } from "../../store/people/linked-identity-table.ts";
import type { AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** A provider as pages show it. */
export type ProviderView = { readonly id: string; readonly name: string; readonly issuer: string };

/** What the card shows. */
export type IdentityCardProps = AccountPageProps & {
  readonly identities: readonly LinkedIdentity[];
  readonly providers: readonly ProviderView[];
  readonly timeZone: string;
};

/** The accounts at OpenID providers that sign the user in; nothing where there are no providers and no links. */
export function IdentityCard(props: IdentityCardProps): JSX.Element | null {
  const { language, identities, providers } = props;
  if (identities.length === 0 && providers.length === 0) return null;
  const { identities: words } = accountTextsFor(language);
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      {identities.length === 0 ? <p class="fine-print">{words.none}</p> : <IdentityTable {...props} />}
      <p class="actions">
        {providers.map(({ id, name }) => (
          <a class="button button-quiet" href={`/account/security/providers/${id}/link`}>
            <span>{words.link(<DisplayName name={name} />)}</span>
          </a>
        ))}
      </p>
    </section>
  );
}

/** What a provider is called: its name in the settings, or its issuer where it is no longer there. */
export function providerName(issuer: string, providers: readonly ProviderView[]): string {
  return providers.find((provider) => provider.issuer === issuer)?.name ?? issuer;
}

function IdentityTable({ language, identities, providers, timeZone }: IdentityCardProps): JSX.Element {
  const { identities: words } = accountTextsFor(language);
  const moment = (at: number): JSX.Element => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <DataTable
      caption={words.caption}
      rows={identities}
      columns={[
        { header: words.account, isRowHeader: true, cell: ({ label }) => <DisplayName name={label} /> },
        {
          header: words.service,
          cell: ({ issuer }) => <DisplayName name={providerName(issuer, providers)} />,
        },
        { header: words.linked, cell: ({ createdAt }) => moment(createdAt) },
        {
          header: words.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : moment(lastUsedAt)),
        },
        {
          header: words.action,
          cell: ({ id, label }) => (
            <a href={`/account/security/identities/${id}/unlink`}>
              {words.unlink}
              <span class="visually-hidden">{words.unlinkOf(label)}</span>
            </a>
          ),
        },
      ]}
    />
  );
}
