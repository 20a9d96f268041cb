/** A path with a query; the path alone where the query is "". */
export function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}
