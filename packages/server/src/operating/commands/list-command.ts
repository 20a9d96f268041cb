import { type Command, textTable } from "@survey-open-platform/service";
import type { AdministrationSearch } from "../../store/people/administration-lists.ts";
import type { Store } from "../../store/store.ts";
import { operatorArguments, runOnStore, textOption } from "./operator-command.ts";

/** Rows that one statement reads. */
const portion = 500;

/** What one list shows of each row: the same for people and for programs. */
type RowView = Readonly<Record<string, string | number | boolean>>;

/** A command that lists everything of one kind. */
export interface ListCommand<Row extends { readonly id: number }> {
  readonly name: string;
  readonly description: string;
  /** What `--search` searches. */
  readonly searches: string;
  readonly read: (store: Store, search: AdministrationSearch) => Promise<readonly Row[]>;
  readonly show: (row: Row) => RowView;
}

/** Makes the command of a list. */
export function listCommand<Row extends { readonly id: number }>(list: ListCommand<Row>): Command {
  const { name, description, searches, read, show } = list;
  return {
    meta: { name, description },
    args: {
      search: { type: "string", valueHint: "text", description: `Only those with this in ${searches}.` },
      ...operatorArguments,
    },
    async run({ args }) {
      await runOnStore(name, args, async ({ store }) => {
        const search = textOption(args, "search") ?? "";
        const rows: RowView[] = [];
        for await (const row of everyRow((page) => read(store, page), search)) rows.push(show(row));
        return { text: rows.length === 0 ? "There are none." : textTable(rows), json: rows };
      });
    },
  };
}

/** Reads page after page: no statement holds a connection for long. */
async function* everyRow<Row extends { readonly id: number }>(
  read: (page: AdministrationSearch) => Promise<readonly Row[]>,
  search: string,
): AsyncGenerator<Row> {
  let page: readonly Row[];
  let after = 0;
  do {
    page = await read({ search, after, limit: portion });
    yield* page;
    after = page.at(-1)?.id ?? after;
  } while (page.length === portion);
}

/** A time in a list. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
