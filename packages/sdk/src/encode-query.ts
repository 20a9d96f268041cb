/** A value in a query. Several under one name travel as `name[]=…`, undefined ones not at all. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** Parameters of a call by their names on the wire. */
export type Query = Readonly<Record<string, QueryValue>>;

/** The query of an address, percent-encoded throughout, without the question mark. */
export function encodeQuery(query: Query): string {
  let pairs = "";
  for (const name of Object.keys(query)) pairs += encodePairs(name, query[name]);
  return pairs.slice(1);
}

function encodePairs(name: string, value: QueryValue): string {
  if (value === undefined) return "";
  if (typeof value === "object") return value.map((item) => encodePairs(`${name}[]`, item)).join("");
  return `&${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
