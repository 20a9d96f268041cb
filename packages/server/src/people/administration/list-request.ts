import { idIn } from "../../pages/id-in.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { AdministrationSearch } from "../../store/people/administration-lists.ts";
import type { AdministrationProps } from "./administration-frame.tsx";
import { searchText } from "../../pages/search-text.ts";

/** Rows on a page of a list. */
export const perPage = 20;

/** What a page of a list asks for: one row more than it shows tells whether there is a next page. */
export function listSearchOf(pageRequest: UserRequest): AdministrationSearch {
  const query = (name: string) => pageRequest.context.req.query(name);
  const after = idIn(query("after")) ?? 0;
  return { search: searchText(query("q")), after, limit: perPage + 1 };
}

/** What a list page shows of the rows that were found. */
export function pageOf<Row extends { readonly id: number }>(
  { search, after }: AdministrationSearch,
  found: readonly Row[],
) {
  const rows = found.slice(0, perPage);
  const last = rows.at(-1);
  const next = found.length > perPage && last !== undefined ? String(last.id) : undefined;
  return { search, after: after === 0 ? undefined : String(after), next, rows };
}

/** What every page takes from the request. */
export function propsOf({ language, path, signedIn, timeZone, context }: UserRequest): AdministrationProps {
  return { language, path, signedIn, timeZone, isDone: context.req.query("notice") === "done" };
}
