import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { BarList } from "./charts/bar-list.tsx";
import { figuresOf } from "./figures.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the card shows. */
export type FactTableProps = {
  readonly language: Language;
  readonly title: string;
  /** Above the names in the table. */
  readonly header: string;
  readonly text?: string;
  /** What shares are shares of. */
  readonly answers: number;
  readonly facts: readonly { readonly label: string; readonly count: number }[];
};

/** A chart with its table of something that is known of answers; nothing when it is not. */
export function FactTable(props: FactTableProps): JSX.Element | null {
  const { language, title, header, text, answers, facts } = props;
  const { questions: words } = resultsTextsFor(language);
  const { count, share } = figuresOf(language);
  if (facts.length === 0) return null;
  const shareOf = (fact: { readonly count: number }) => (answers === 0 ? 0 : fact.count / answers);
  return (
    <section class="card stack">
      <h3>{title}</h3>
      {text === undefined ? null : <p>{text}</p>}
      <BarList
        label={words.chart(title)}
        bars={facts.map((fact) => ({
          label: fact.label,
          value: `${count(fact.count)} (${share(shareOf(fact))})`,
          length: shareOf(fact),
        }))}
      />
      <details>
        <summary>{words.showTable}</summary>
        <DataTable
          caption={title}
          rows={facts}
          columns={[
            { header, isRowHeader: true, cell: ({ label }) => <DisplayName name={label} /> },
            { header: words.count, cell: (fact) => count(fact.count) },
            { header: words.share, cell: (fact) => share(shareOf(fact)) },
          ]}
        />
      </details>
    </section>
  );
}
