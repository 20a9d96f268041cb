import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the schema says about a table. */
export interface TableComments {
  readonly table: string;
  /** In words; "" where the schema has none. */
  readonly says: string;
  /** What it says about each column, in words, and its values where it names them; "" for one that its name explains. */
  readonly columns: ReadonlyMap<string, string>;
}

const packages = join(import.meta.dirname, "../../../..");

/** The comments of a file of schema interfaces, in the order of its tables. */
export function commentsOf(path: string): readonly TableComments[] {
  const text = readFileSync(join(packages, path), "utf8");
  const interfaces = new Map(
    [...text.matchAll(interfacePattern)].map(({ groups = {} }) => [groups["name"] ?? "", groups]),
  );
  return [...text.matchAll(/^ {2}readonly (\w+): (\w+Table);$/gm)].map(([, table = "", name = ""]) => {
    const { says, body = "" } = interfaces.get(name) ?? {};
    const columns = [...body.matchAll(columnPattern)].map(({ groups = {} }) => {
      const parts = [sentence(groups["says"]), valuesText(groups["type"])].filter((part) => part !== "");
      return [groups["column"] ?? "", parts.join(" ")] as const;
    });
    return { table, says: sentence(says), columns: new Map(columns) };
  });
}

const comment = String.raw`(?:/\*\*(?<says>(?:(?!\*/)[^])*)\*/\s+)?`;
const interfacePattern = new RegExp(
  String.raw`${comment}(?:export )?interface (?<name>\w+Table) \{(?<body>[^]*?)^\}`,
  "gm",
);
const columnPattern = new RegExp(String.raw`${comment}readonly (?<column>\w+): (?<type>[^;]+);`, "g");

/** The values that a type names. */
function valuesText(type = ""): string {
  const values = [...type.matchAll(/"(\w+)"/g)].map(([, value]) => `\`${value}\``);
  return values.length === 0 ? "" : `One of ${values.join(", ")}.`;
}

/** A comment on one line. */
function sentence(text = ""): string {
  return text.replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
}
