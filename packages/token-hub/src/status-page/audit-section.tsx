import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { AuditLine } from "../store/audit-table.ts";
import type { Language } from "@survey-open-platform/service";
import { Moment } from "./moment.tsx";
import { DataTable } from "./data-table.tsx";
import { textsFor } from "./texts/texts.ts";

interface SectionProps {
  readonly language: Language;
  readonly audit: readonly AuditLine[];
}

/** The newest lines of the audit trail. */
export function AuditSection({ language, audit }: SectionProps): JSX.Element {
  const texts = textsFor(language);
  const { at, application, kind, actor, version, detail } = texts.auditColumns;
  const columns = [at, application, kind, actor, version, detail].map((header) => ({ header }));
  return (
    <section class="section">
      <h2>{texts.audit}</h2>
      <div class="card">
        {audit.length === 0 ? (
          <p class="soft">{texts.noAudit}</p>
        ) : (
          <DataTable
            label={texts.audit}
            columns={columns}
            rows={audit.map((line) => cellsOf(line, texts.kinds[line.kind] ?? line.kind))}
          />
        )}
      </div>
    </section>
  );
}

function cellsOf(line: AuditLine, kind: string): readonly Child[] {
  const details = Object.entries(line.detail).map(([name, value]) => `${name} ${String(value)}`);
  return [
    <Moment at={line.at} />,
    line.appid === "" ? "–" : <code>{line.appid}</code>,
    kind,
    <code>{line.actor}</code>,
    line.version === 0 ? "–" : line.version,
    <span class="details">{details.join(", ")}</span>,
  ];
}
