import type { RowGroup } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { ExportColumn } from "../export-column.ts";
import type { ParquetColumn } from "./parquet-column.ts";

/** Writes row groups one column at a time, so that no turn of the event loop is long, and hands over what is finished. */
export class ParquetOutput {
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(columns: readonly ParquetColumn[]) {
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: "answers", num_children: columns.length },
        ...columns.map((column) => column.element()),
      ],
      kvMetadata: [
        { key: "data_dictionary", value: JSON.stringify(columns.map(({ column }) => entryOf(column))) },
      ],
      createdBy: "Survey Open Platform",
    });
  }

  /**
   * Writes a column of the row group that is being written. The writer makes a row group of each call, so that {@link endGroup} has to
   * put them together: it has no call for a part of one.
   */
  writeColumn(column: ParquetColumn): Uint8Array {
    const data = column.take();
    const { name } = column.column;
    void this.#writer.write({
      columnData: [{ name, data, offsetIndex: false }],
      rowGroupSize: data.length,
    });
    this.#writer.pendingIndexes = [];
    return this.#take();
  }

  /** Makes one row group of those that the columns have become. */
  endGroup(columns: number): void {
    const parts = this.#writer.row_groups.splice(-columns);
    const [{ num_rows } = { num_rows: 0n }] = parts;
    this.#writer.row_groups.push({
      columns: parts.flatMap((part) => part.columns),
      num_rows,
      total_byte_size: sumOf(parts, (part) => part.total_byte_size),
      total_compressed_size: sumOf(parts, (part) => part.total_compressed_size ?? 0n),
    });
    this.#writer.num_rows = sumOf(this.#writer.row_groups, (group) => group.num_rows);
  }

  /** The end of the file, which describes everything in it. */
  end(): Uint8Array {
    void this.#writer.finish();
    return this.#take();
  }

  #take(): Uint8Array {
    const bytes = Uint8Array.from(this.#bytes.getBytes());
    // It counts on from where it was: places in the file count from its beginning.
    this.#bytes.index = 0;
    return bytes;
  }
}

function sumOf(groups: readonly RowGroup[], of: (group: RowGroup) => bigint): bigint {
  return groups.reduce((sum, group) => sum + of(group), 0n);
}

/** What a column means, in the words of the codebook. */
function entryOf({ name, title, kind, measure, choices, question }: ExportColumn) {
  return {
    column: name,
    title,
    kind,
    measure,
    ...(question !== undefined && {
      question_id: question.id,
      question_type: question.type,
      first_version: question.firstVersion,
      last_version: question.lastVersion,
    }),
    ...(choices.length > 0 && {
      values: choices.map(({ code, id, text }) => ({ value: code, label_id: id, label: text })),
    }),
  };
}
