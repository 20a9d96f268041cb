const delimiters = [",", ";", "\t", "|"] as const;

/** A sign that separates cells. */
export type CsvDelimiter = (typeof delimiters)[number];

/** The first line has fewer characters. */
const looked = 65_536;

/** What separates the cells of a table in CSV: the sign of which its first line has most outside of quotation marks. */
export function csvDelimiter(csv: string): CsvDelimiter {
  const [line = ""] = csv
    .slice(0, looked)
    .replaceAll(/"[^"]*"/g, "")
    .split(/[\r\n]/, 1);
  const counted = delimiters.map((sign) => [sign, line.split(sign).length] as const);
  return counted.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ",";
}
