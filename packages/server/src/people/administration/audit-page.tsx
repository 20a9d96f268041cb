import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { StoredEntry } from "../../store/audit/audit-log-reader.ts";
import { AdministrationListPage, type AdministrationProps, type ListPage } from "./administration-frame.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** Where the audit log is read. */
export const auditPath = "/admin/audit";

/** The audit log, the newest entries first. */
export function AuditPage(props: AdministrationProps & ListPage<StoredEntry>): JSX.Element {
  const { language, timeZone } = props;
  const { audit: words, common } = administrationTextsFor(language);
  return (
    <AdministrationListPage
      {...props}
      title={common.audit}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={auditPath}
      columns={[
        {
          header: words.when,
          cell: ({ at }) => <Moment at={at} timeZone={timeZone} language={language} precision="second" />,
        },
        {
          header: words.who,
          cell: ({ actor, address }) => (
            <>
              <div>
                <DisplayName name={actor} breaks />
              </div>
              {address === "" ? null : <span class="network-address">{address}</span>}
            </>
          ),
        },
        {
          header: words.what,
          isRowHeader: true,
          cell: ({ action }) => (
            <code>
              <DisplayName name={action} breaks />
            </code>
          ),
        },
        {
          header: words.target,
          cell: (entry) => <DisplayName name={`${entry.target_kind} ${entry.target}`} />,
        },
        {
          header: words.values,
          cell: ({ before, after }) =>
            before === null && after === null ? null : (
              <code>{[before, after].filter((value) => value !== null).join(" → ")}</code>
            ),
        },
      ]}
    >
      <p>
        <a class="button button-quiet" href={`${auditPath}/export`}>
          {words.export}
        </a>
      </p>
    </AdministrationListPage>
  );
}
