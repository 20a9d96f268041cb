import { plainText, type Summary } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { plainName } from "../../pages/components/display-name.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { figuresOf } from "./figures.ts";
import { partColumn } from "./part-column.tsx";
import { resultsTextsFor } from "./texts/results-texts.ts";

type NumberCells = Extract<Summary, { readonly kind: "number_cells" }>;

/** What the tables show. */
export type NumberCellsProps = {
  readonly language: Language;
  readonly caption: string;
  readonly summary: NumberCells;
};

/** The mean of each cell, in the form of the matrix. */
export function CellMeans({ language, caption, summary }: NumberCellsProps): JSX.Element {
  const { questions: words } = resultsTextsFor(language);
  const { mean } = figuresOf(language);
  return (
    <DataTable
      caption={`${caption} (${words.mean})`}
      rows={summary.rows}
      columns={[
        partColumn(language, `${words.row} (${words.mean})`),
        ...summary.columns.map(({ label }, at) => ({
          header: plainName(plainText(label)),
          cell: ({ cells }: NumberCells["rows"][number]) => mean(cells[at]?.mean),
        })),
      ]}
    />
  );
}

/** Every figure of each cell, a cell in a line. */
export function CellTable({ language, caption, summary }: NumberCellsProps): JSX.Element {
  const { questions: words } = resultsTextsFor(language);
  const { count, mean, number } = figuresOf(language);
  const lines = summary.rows.flatMap((row) =>
    row.cells.map((cell, at) => ({
      id: row.id,
      label: `${plainText(row.label)} – ${plainText(summary.columns[at]?.label ?? "")}`,
      isArchived: row.isArchived || summary.columns[at]?.isArchived === true,
      cell,
    })),
  );
  return (
    <DataTable
      caption={caption}
      rows={lines}
      columns={[
        partColumn(language, words.cell),
        { header: words.answeredHeader, cell: ({ cell }) => count(cell.counted) },
        { header: words.mean, cell: ({ cell }) => mean(cell.mean) },
        { header: words.deviation, cell: ({ cell }) => mean(cell.deviation) },
        { header: words.least, cell: ({ cell }) => number(cell.least) },
        { header: words.greatest, cell: ({ cell }) => number(cell.greatest) },
      ]}
    />
  );
}
