import type { JSX } from "hono/jsx/jsx-runtime";
import { DataTable } from "../../pages/components/list.tsx";
import { Layout, type LayoutProps, type PageProps } from "../../pages/layout.tsx";
import { personalData, tablesOfEntry } from "../../store/privacy/personal-data.ts";
import { privacyTextsFor } from "./texts/privacy-texts-for.ts";

/** What the page needs. */
export type PrivacyPageProps = PageProps & Pick<LayoutProps, "signedIn">;

/** What the platform keeps about people, where and for how long: made from the register of personal data. */
export function PrivacyPage(props: PrivacyPageProps): JSX.Element {
  const { page: words } = privacyTextsFor(props.language);
  return (
    <Layout {...props} title={words.title} wide>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <Rights {...props} />
      <h2>{words.account}</h2>
      <RegisterTable {...props} about="account" />
      <h2>{words.respondent}</h2>
      <RegisterTable {...props} about="respondent" />
      <h2>{words.elsewhere}</h2>
      <ul class="bullets">
        {words.elsewhereItems.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    </Layout>
  );
}

function Rights({ language }: PrivacyPageProps): JSX.Element {
  const { rights, rightsItems } = privacyTextsFor(language).page;
  return (
    <div class="card">
      <h2>{rights}</h2>
      <ul class="bullets">
        <li>
          {rightsItems.account} <a href="/account/data">{rightsItems.accountLink}</a>
        </li>
        <li>{rightsItems.answer}</li>
        <li>{rightsItems.operator}</li>
      </ul>
    </div>
  );
}

function RegisterTable({
  language,
  about,
}: PrivacyPageProps & { readonly about: "account" | "respondent" }): JSX.Element {
  const { page: words, entries } = privacyTextsFor(language);
  const rows = personalData
    .filter((entry) => entry.about === about)
    .map((entry) => ({ ...entries[entry.key], tables: tablesOfEntry(entry) }));
  return (
    <DataTable
      caption={words[about]}
      rows={rows}
      columns={[
        { header: words.what, isRowHeader: true, cell: ({ what }) => what },
        { header: words.why, cell: ({ why }) => why },
        { header: words.howLong, cell: ({ howLong }) => howLong },
        { header: words.deletedBy, cell: ({ deletedBy }) => deletedBy },
        { header: words.where, cell: ({ tables }) => <code>{tables.join(" ")}</code> },
      ]}
    />
  );
}
