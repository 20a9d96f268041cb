import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable, Search } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { ListedPasskey } from "../../store/people/passkey-table.ts";
import type { AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the card shows. */
export type PasskeyCardProps = AccountPageProps & {
  /** Those that the search finds. */
  readonly passkeys: readonly ListedPasskey[];
  /** What is searched for; "" for all. */
  readonly search: string;
  /** Whether there can be passkeys where the platform is reached now. */
  readonly canAddPasskey: boolean;
  readonly timeZone: string;
};

/** The passkeys of the user; where there can be none, the reason. */
export function PasskeyCard(props: PasskeyCardProps): JSX.Element {
  const { language, signedIn, passkeys, search, canAddPasskey } = props;
  const { passkeys: words } = accountTextsFor(language);
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      {passkeys.length === 0 && search === "" ? (
        <p class="fine-print">{words.none}</p>
      ) : (
        <FoundPasskeys {...props} />
      )}
      {canAddPasskey ? (
        <form method="post" action="/account/security/passkeys/begin">
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <Button kind="quiet">{words.add}</Button>
        </form>
      ) : (
        <p class="fine-print">{words.notHere}</p>
      )}
    </section>
  );
}

function FoundPasskeys(props: PasskeyCardProps): JSX.Element {
  const { language, path, passkeys, search } = props;
  const { passkeys: words } = accountTextsFor(language);
  return (
    <>
      <Search language={language} path={path} label={words.search} value={search} />
      {passkeys.length === 0 ? <p>{words.noMatch}</p> : <PasskeyTable {...props} />}
    </>
  );
}

function PasskeyTable({ language, passkeys, timeZone }: PasskeyCardProps): JSX.Element {
  const { passkeys: words } = accountTextsFor(language);
  const moment = (at: number): JSX.Element => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <DataTable
      caption={words.caption}
      rows={passkeys}
      columns={[
        { header: words.name, isRowHeader: true, cell: ({ name }) => <DisplayName name={name} /> },
        { header: words.created, cell: ({ createdAt }) => moment(createdAt) },
        {
          header: words.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : moment(lastUsedAt)),
        },
        {
          header: words.action,
          cell: ({ id, name }) => (
            <a href={`/account/security/passkeys/${id}/remove`}>
              {words.remove}
              <span class="visually-hidden">{words.removeOf(name)}</span>
            </a>
          ),
        },
      ]}
    />
  );
}
