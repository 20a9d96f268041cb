import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../pages/components/display-name.tsx";
import { DataTable, EmptyState, Search } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { ListedSecret } from "../store/applications/application-secret-table.ts";
import type { CredentialsPageProps } from "./credentials-section.ts";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";
import type { CredentialsTexts } from "./texts/en.ts";

/** What has just happened. */
export const secretNotices = ["ended", "made"] as const;

/** What the page shows. */
export type SecretsPageProps = CredentialsPageProps & {
  readonly timeZone: string;
  /** Whether the application can have none. */
  readonly isPublic: boolean;
  /** Those that the search finds. */
  readonly secrets: readonly ListedSecret[];
  /** What is searched for; "" for all. */
  readonly search: string;
  readonly notice?: (typeof secretNotices)[number] | undefined;
};

/** The valid secrets of an application. */
export function SecretsPage(props: SecretsPageProps): JSX.Element {
  const { language, kind, address, Frame, secrets, search, notice, isPublic } = props;
  const { secrets: words } = credentialsTextsFor(language);
  if (isPublic)
    return (
      <Frame {...props} title={words.title}>
        <h2>{words.title}</h2>
        <p class="lead">{words.publicLead}</p>
      </Frame>
    );
  return (
    <Frame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone={notice === "ended" ? "success" : "warning"} role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <p class="lead">{words.lead[kind]}</p>
      {secrets.length === 0 && search === "" ? (
        <EmptyState title={words.emptyTitle}>
          <p>{words.emptyText[kind]}</p>
        </EmptyState>
      ) : (
        <FoundSecrets {...props} />
      )}
      <p>
        <a class="button button-primary" href={`${address}/secrets/new`}>
          {words.make}
        </a>
      </p>
    </Frame>
  );
}

/** What a secret is called. */
export function secretName(
  { number, name }: Pick<ListedSecret, "number" | "name">,
  { unnamed }: CredentialsTexts["secrets"],
): string {
  return name === "" ? unnamed(number) : name;
}

function FoundSecrets(props: SecretsPageProps): JSX.Element {
  const { language, address, secrets, search } = props;
  const { secrets: words } = credentialsTextsFor(language);
  return (
    <>
      <Search language={language} path={`${address}/secrets`} label={words.search} value={search} />
      {secrets.length === 0 ? (
        <EmptyState title={words.noMatchTitle}>
          <p>{words.noMatchText}</p>
        </EmptyState>
      ) : (
        <SecretTable {...props} />
      )}
    </>
  );
}

function SecretTable({ language, timeZone, address, secrets }: SecretsPageProps): JSX.Element {
  const { secrets: words } = credentialsTextsFor(language);
  const moment = (at: number): JSX.Element => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <DataTable
      caption={words.caption}
      rows={secrets}
      columns={[
        {
          header: words.name,
          isRowHeader: true,
          cell: (row) => <DisplayName name={secretName(row, words)} />,
        },
        { header: words.lastFour, cell: ({ lastFour }) => <code>…{lastFour}</code> },
        { header: words.created, cell: ({ createdAt }) => moment(createdAt) },
        {
          header: words.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : moment(lastUsedAt)),
        },
        {
          header: words.ends,
          cell: ({ expiresAt }) => (expiresAt === null ? words.noEnd : moment(expiresAt)),
        },
        {
          header: words.action,
          cell: (row) => (
            <a href={`${address}/secrets/${row.number}/end`}>
              {words.end}
              <span class="visually-hidden">{words.endOf(secretName(row, words))}</span>
            </a>
          ),
        },
      ]}
    />
  );
}
