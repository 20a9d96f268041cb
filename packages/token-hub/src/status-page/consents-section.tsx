import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { DataTable } from "./data-table.tsx";
import type { ConsentsOfApplication } from "./status-facts.ts";
import { textsFor } from "./texts/texts.ts";

const states = ["good", "ending", "required"] as const;

interface SectionProps {
  readonly language: Language;
  readonly consents: readonly ConsentsOfApplication[];
}

/** Counts of consents by state; nothing where no application has user mode. */
export function ConsentsSection({ language, consents }: SectionProps): JSX.Element | null {
  if (consents.length === 0) return null;
  const texts = textsFor(language);
  const columns = [
    { header: texts.consentColumns.application },
    ...states.map((state) => ({ header: texts.consentColumns[state], isNumber: true })),
  ];
  return (
    <section class="section">
      <h2>{texts.consents}</h2>
      <div class="card">
        <DataTable
          label={texts.consents}
          columns={columns}
          rows={consents.map(({ appid, counts }) => [
            <code>{appid}</code>,
            ...states.map((state) => counts[state]),
          ])}
        />
      </div>
    </section>
  );
}
