/** A value in a query. Several under one name travel as `name[]=…`, undefined ones not at all. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** Parameters of a call by their names on the wire. */
export type Query = Readonly<Record<string, QueryValue>>;

/** The query of an address, percent-encoded throughout, without the question mark. */
export function encodeQuery(query: Query): string {
  return Object.entries(query).flatMap(encodePairs).join("&");
}

function encodePairs([name, value]: readonly [string, QueryValue]): readonly string[] {
  if (value === undefined) return [];
  if (typeof value !== "object") return [encodePair(name, value)];
  return value.map((item) => encodePair(`${name}[]`, item));
}

function encodePair(name: string, value: string | number | boolean): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
}
