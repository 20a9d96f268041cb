import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rowText } from "./markdown-tables.ts";

/** A document whose demands hold for an authorization server or a resource server. */
export interface Standard {
  readonly name: string;
  readonly title: string;
  readonly address: string;
  readonly demands: readonly Demand[];
}

/** One "must" of a standard, in words of our own. */
export interface Demand {
  readonly section: string;
  readonly must: string;
  readonly held: Held;
}

/** What holds a demand: a file of `packages/server/src` and a test, or why there is none. */
export type Held =
  | HeldByTest
  | { readonly where: string; readonly untested: string }
  | { readonly notOffered: string };

/** A file of `packages/server/test`, and the names that lead to the test in it, from the outside in. */
interface HeldByTest {
  readonly where: string;
  readonly file: string;
  readonly names: readonly string[];
}

/** Reads the table of demands, whose first lines say what each line has. @throws Error for a line with too few cells */
export function readStandards(): readonly Standard[] {
  const text = readFileSync(join(import.meta.dirname, "../standards/standards.txt"), "utf8");
  return text.split(/^# /m).slice(1).map(standardOf);
}

function standardOf(text: string): Standard {
  const [head = "", ...lines] = text.trim().split("\n");
  const [name, title, address] = head.split(" | ");
  if (name === undefined || title === undefined || address === undefined)
    throw new Error(`no title: ${head}`);
  return { name, title, address, demands: lines.map(demandOf) };
}

function demandOf(line: string): Demand {
  const [section, must, where, file, ...names] = line.split(" | ");
  if (section === undefined || must === undefined || where === undefined || file === undefined)
    throw new Error(`too few cells: ${line}`);
  return { section, must, held: heldBy(where, file, names) };
}

function heldBy(where: string, file: string, names: readonly string[]): Held {
  if (where === "not offered") return { notOffered: file };
  return file === "not tested" ? { where, untested: names.join() } : { where, file, names };
}

const introduction = `# Standards

Each "must" of the standards below that applies to an authorization server or a resource server, in our own words, with the file that
holds it and the test that shows it. This page is made from a table beside the tests; a test fails when a file or a test that it names
is not there.

`;

/** The page `docs/reference/standards.md`. */
export function standardsPage(standards: readonly Standard[]): string {
  return introduction + standards.map(sectionOf).join("\n");
}

function sectionOf({ name, title, address, demands }: Standard): string {
  const head = [
    ["section", "what has to be", "where", "test"],
    ["---", "---", "---", "---"],
  ];
  const rows = demands.map((demand) => [demand.section, demand.must, ...places(demand.held)]);
  return `## ${name}\n\n[${title}](${address})\n\n${[...head, ...rows].map(rowText).join("\n")}\n`;
}

function places(held: Held): readonly [string, string] {
  if ("notOffered" in held) return ["", `not offered: ${held.notOffered}`];
  const where = link("src", held.where);
  if ("untested" in held) return [where, `not tested: ${held.untested}`];
  const names = held.names.map((name) => name.replaceAll("%s", "…")).join(" › ");
  return [where, `${link("test", held.file)}${names === "" ? "" : `: ${names}`}`];
}

function link(folder: "src" | "test", path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/(?:\.test)?\.tsx?$/, "");
  return `[${name}](../../packages/server/${folder}/${path})`;
}
