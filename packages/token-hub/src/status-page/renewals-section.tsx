import type { JSX } from "hono/jsx/jsx-runtime";
import type { RenewalHour } from "../store/renewal-history.ts";
import type { Language } from "@survey-open-platform/service";
import { RenewalChart, series } from "./renewal-chart.tsx";
import { DataTable } from "./data-table.tsx";
import { textsFor } from "./texts/texts.ts";
import { momentText } from "./moment.tsx";

interface SectionProps {
  readonly language: Language;
  readonly renewals: readonly RenewalHour[];
}

/** Renewals over time: a sentence, a chart, and the figures as a table. */
export function RenewalsSection({ language, renewals }: SectionProps): JSX.Element {
  const texts = textsFor(language);
  const sum = (name: "minted" | "foreign" | "failed") =>
    renewals.reduce((total, hour) => total + hour[name], 0);
  return (
    <section class="section">
      <h2>{texts.renewals}</h2>
      <div class="card">
        <p>
          {texts.renewalsSummary({ minted: sum("minted"), foreign: sum("foreign"), failed: sum("failed") })}
        </p>
        <RenewalChart language={language} renewals={renewals} />
        <details>
          <summary>{texts.asTable}</summary>
          <RenewalTable language={language} renewals={renewals} />
        </details>
      </div>
    </section>
  );
}

function RenewalTable({ language, renewals }: SectionProps): JSX.Element {
  const texts = textsFor(language);
  const columns = [
    { header: texts.hour },
    ...series.map((name) => ({ header: texts.series[name], isNumber: true })),
  ];
  return (
    <DataTable
      label={texts.renewals}
      columns={columns}
      rows={renewals
        .toReversed()
        .map((hour) => [
          <span class="time">{momentText(hour.startsAt).slice(0, 16)}</span>,
          ...series.map((name) => hour[name]),
        ])}
    />
  );
}
