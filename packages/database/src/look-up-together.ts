/** Runs a statement and returns its rows as arrays. */
export type RunArrays = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly names: readonly string[]; readonly rows: readonly (readonly unknown[])[] }>;

type Row = Readonly<Record<string, unknown>>;

/** The element type of the array that holds one parameter of all gathered look-ups. */
type ParameterType = "text" | "bigint" | "double precision";

/**
 * Runs one prepared look-up for many callers in a single query: each parameter is sent as one array, and the query is
 * joined laterally to the arrays' rows.
 *
 * @param text the query for one caller, with `$1`, `$2` … as placeholders
 * @param parameterLists the parameters of each caller
 * @returns the rows of each caller, in the callers' order
 */
export async function lookUpTogether(
  run: RunArrays,
  text: string,
  parameterLists: readonly (readonly unknown[])[],
): Promise<readonly (readonly Row[])[]> {
  const columns = (parameterLists[0] ?? []).map((_, at) => parameterLists.map((list) => list[at]));
  const { names, rows } = await run(gatheredText(text, columns.map(typeOf)), columns);
  const found: Row[][] = parameterLists.map(() => []);
  // The number of the caller, from 1, is the first column.
  for (const [caller, ...values] of rows) found[Number(caller) - 1]?.push(asObject(names, values));
  return found;
}

/** Whether a query can be gathered: not if it has an order or a limit, which would apply to all callers together. */
export function isLookUp(text: string): boolean {
  return text.startsWith("select ") && /\$1\b/.test(text) && !/ (?:order by|limit|offset) /.test(text);
}

const texts = new Map<string, string>();

function gatheredText(text: string, types: readonly ParameterType[]): string {
  const key = `${types.join()} ${text}`;
  let gathered = texts.get(key);
  if (gathered === undefined) {
    const arrays = types.map((type, at) => `$${at + 1}::${type}[]`).join(", ");
    const names = types.map((_, at) => `p${at + 1}`).join(", ");
    const inner = text.replaceAll(/\$(\d+)/g, "caller.p$1");
    gathered = `select caller.number, found.* from unnest(${arrays}) with ordinality as caller(${names}, number) cross join lateral (${inner}) as found`;
    texts.set(key, gathered);
  }
  return gathered;
}

function typeOf(values: readonly unknown[]): ParameterType {
  if (!values.some((value) => typeof value === "number")) return "text";
  return values.every((value) => typeof value !== "number" || Number.isInteger(value))
    ? "bigint"
    : "double precision";
}

/** @param names of all columns, that of the caller first */
function asObject(names: readonly string[], values: readonly unknown[]): Row {
  const object: Record<string, unknown> = {};
  for (let at = 0; at < values.length; at += 1) object[names[at + 1] ?? ""] = values[at];
  return object;
}
