import { parse } from "csv-parse/sync";
import { FileProblem } from "./file-problem.ts";

/** The rows of a table in CSV, which spreadsheets of many countries separate by semicolons or tabs. @throws `FileProblem` */
export function readCsv(csv: string): readonly (readonly string[])[] {
  const [firstLine = ""] = csv.split("\n", 1);
  const [delimiter = ","] = [",", ";", "\t"].toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  );
  try {
    return parse(csv, { bom: true, delimiter, relaxColumnCount: true, skipEmptyLines: true });
  } catch (error) {
    const line = error instanceof Error && "lines" in error ? ` at line ${String(error.lines)}` : "";
    throw new FileProblem(`is no well-formed CSV${line}`);
  }
}
