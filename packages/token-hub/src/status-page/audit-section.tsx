import type { JSX } from "hono/jsx/jsx-runtime";
import type { AuditLine } from "../store/audit-table.ts";
import type { Language } from "@survey-open-platform/service";
import { Moment } from "./moment.tsx";
import { ScrolledTable } from "./scrolled-table.tsx";
import { textsFor } from "./texts/texts.ts";

interface SectionProps {
  readonly language: Language;
  readonly audit: readonly AuditLine[];
}

/** The newest lines of the audit trail. */
export function AuditSection({ language, audit }: SectionProps): JSX.Element {
  const texts = textsFor(language);
  const { at, application, kind, actor, version, detail } = texts.auditColumns;
  const columns = [at, application, kind, actor, version, detail].map((says) => ({ says }));
  return (
    <section class="section">
      <h2>{texts.audit}</h2>
      <div class="card">
        {audit.length === 0 ? (
          <p class="soft">{texts.noAudit}</p>
        ) : (
          <ScrolledTable label={texts.audit} columns={columns}>
            {audit.map((line) => (
              <AuditRow line={line} kind={texts.kinds[line.kind] ?? line.kind} />
            ))}
          </ScrolledTable>
        )}
      </div>
    </section>
  );
}

function AuditRow({ line, kind }: { readonly line: AuditLine; readonly kind: string }): JSX.Element {
  const details = Object.entries(line.detail).map(([name, value]) => `${name} ${String(value)}`);
  return (
    <tr>
      <td>
        <Moment at={line.at} />
      </td>
      <td>{line.appid === "" ? "–" : <code>{line.appid}</code>}</td>
      <td>{kind}</td>
      <td>
        <code>{line.actor}</code>
      </td>
      <td>{line.version === 0 ? "–" : line.version}</td>
      <td class="details">{details.join(", ")}</td>
    </tr>
  );
}
