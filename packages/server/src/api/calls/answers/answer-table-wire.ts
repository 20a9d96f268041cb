import {
  boundedBatches,
  type ExportColumn,
  type ExportFilter,
  exportedAnswers,
  flatCsv,
  flatJsonLines,
  flatObject,
  type FlatTable,
  flatTable,
  type FlatTableForm,
  type SerialRange,
  type SurveyStore,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { type ColumnStore, readColumns } from "../../../store/surveys/read-columns.ts";
import { jsonText, successEnvelope } from "../../../http/envelope.ts";

/** The media types of a table, by the names of its formats. */
export const tableFormats = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
} as const;

const columnSchema = z
  .object({
    name: z.string().meta({ description: "The same in every version of the survey." }),
    title: z.string().meta({ description: "As people read it, in the words of the newest version." }),
    kind: z
      .enum(["text", "number", "time", "date", "choice"])
      .meta({ description: "What its cells are: text, number, time, date or choice." }),
    question_id: z
      .string()
      .meta({ description: 'Id of the question; "" for what is known of the answer itself.' }),
  })
  .meta({ id: "TableColumn", description: "A column of the table." });

/** Data of GET /api/surveys/{survey_id}/table. */
export const answerTableSchema = z
  .object({
    columns: z.array(columnSchema).meta({ description: "All columns, in their order." }),
    list: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).meta({
      description: "A row for each answer, ascending by serial: its cells by the heads of the columns.",
    }),
    last_answer_id: z
      .int()
      .min(0)
      .meta({ description: "Serial of the last answer that was looked at, to be sent for the next page." }),
    has_more: z.boolean().meta({ description: "Whether there are answers after it." }),
  })
  .meta({ id: "AnswerTable", description: "A page of the answers as a table." });

/** What a table is asked for. */
export interface AnswerTableRequest {
  readonly format: keyof typeof tableFormats;
  readonly heads: FlatTableForm["heads"] | "codes";
  readonly values: FlatTableForm["values"];
  /** Answers after a serial; of json, so many of them. */
  readonly range: { readonly surveyId: number; readonly after: number; readonly count: number };
  readonly filter: ExportFilter;
  readonly requestId: string;
}

type TableStore = ColumnStore & {
  readonly surveys: Pick<SurveyStore, "listAnswers" | "newestSerial" | "serialAfter" | "yieldToSubmissions">;
};

/** Writes the table while it is read. Answers that come meanwhile are not in it. */
export async function* writeAnswerTable(
  store: TableStore,
  { format, heads, values, range, filter, requestId }: AnswerTableRequest,
): AsyncGenerator<Uint8Array> {
  const { surveyId, after } = range;
  const newest = await store.surveys.newestSerial(surveyId);
  const columns = await readColumns(store, surveyId, {
    hasUpdates: true,
    naming: heads === "codes" ? "codes" : "ids",
  });
  const upTo = format === "json" ? ((await store.surveys.serialAfter(range)) ?? newest) : newest;
  const read: SerialRange = { surveyId, after, upTo };
  const answers = boundedBatches(exportedAnswers(store.surveys, read, filter), columns.length);
  const table = flatTable({ columns, answers }, { heads: heads === "titles" ? "titles" : "names", values });
  if (format === "csv") yield* flatCsv(table);
  else if (format === "jsonl") yield* flatJsonLines(table);
  else yield* pageJson(table, { columns, last: Math.max(after, upTo), hasMore: upTo < newest, requestId });
}

interface TablePage {
  readonly columns: readonly ExportColumn[];
  readonly last: number;
  readonly hasMore: boolean;
  readonly requestId: string;
}

/** What stands for the rows in the envelope: no JSON text has it. */
const rowsPlace = "\u0000";

async function* pageJson(
  table: FlatTable,
  { columns, last, hasMore, requestId }: TablePage,
): AsyncGenerator<Uint8Array> {
  const shown = JSON.stringify(columns.map(columnData));
  const data = `{"columns":${shown},"list":[${rowsPlace}],"last_answer_id":${last},"has_more":${hasMore}}`;
  const [head = "", tail = ""] = successEnvelope(jsonText(data), requestId).split(rowsPlace);
  yield Buffer.from(head);
  let separator = "";
  for await (const batch of table.answers) {
    let text = "";
    for (const answer of batch) {
      text += separator + flatObject(table.columns, answer);
      separator = ",";
    }
    yield Buffer.from(text);
  }
  yield Buffer.from(tail);
}

function columnData({ name, title, kind, question }: ExportColumn) {
  return { name, title, kind, question_id: question?.id ?? "" };
}
