import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../pages/components/display-name.tsx";
import { DataTable, EmptyState } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import type { ListedSecret } from "../store/application-secret-table.ts";
import { ApplicationFrame } from "./application-frame.tsx";
import { addressOf } from "./own-application.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";
import type { ConsoleTexts } from "./texts/en.ts";

/** What has just happened. */
export const secretNotices = ["ended", "made"] as const;

/** What the page shows. */
export type SecretsPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly timeZone: string;
  readonly application: { readonly appid: string; readonly name: string };
  readonly secrets: readonly ListedSecret[];
  readonly notice?: (typeof secretNotices)[number] | undefined;
};

/** The valid secrets of an application. */
export function SecretsPage(props: SecretsPageProps): JSX.Element {
  const { language, application, secrets, notice } = props;
  const { secrets: words } = consoleTextsFor(language);
  return (
    <ApplicationFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone={notice === "ended" ? "success" : "warning"} role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <p class="lead">{words.lead}</p>
      {secrets.length === 0 ? (
        <EmptyState title={words.emptyTitle}>
          <p>{words.emptyText}</p>
        </EmptyState>
      ) : (
        <SecretTable {...props} />
      )}
      <p>
        <a class="button button-primary" href={addressOf(application.appid, "/secrets/new")}>
          {words.make}
        </a>
      </p>
    </ApplicationFrame>
  );
}

/** What a secret is called. */
export function secretName(
  { number, name }: Pick<ListedSecret, "number" | "name">,
  { unnamed }: ConsoleTexts["secrets"],
): string {
  return name === "" ? unnamed(number) : name;
}

function SecretTable({ language, timeZone, application, secrets }: SecretsPageProps): JSX.Element {
  const { secrets: words } = consoleTextsFor(language);
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
            <a href={addressOf(application.appid, `/secrets/${row.number}/end`)}>
              {words.end}
              <span class="visually-hidden">{words.endOf(secretName(row, words))}</span>
            </a>
          ),
        },
      ]}
    />
  );
}
