import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocstring } from "./docstring.ts";
import { publicNames, type PublicName } from "./public-names.ts";
import { signatureOf } from "./signature.ts";

const root = join(import.meta.dirname, "../..");
const sdk = join(root, "packages/sdk");

/** Where the reference is written; the repository does not keep it. */
export const referenceFile = join(root, "docs/reference/sdk.md");

/** The parts of the manifest that the reference is about. */
type Manifest = {
  readonly name: string;
  readonly exports: Readonly<Record<string, { readonly default: string }>>;
};

/** An entry of the package with what it hands out. */
export type Entry = { readonly specifier: string; readonly names: readonly PublicName[] };

/** The API reference of the SDK as Markdown. */
export function renderReference(): string {
  const entries = readEntries();
  const head = [
    "# API reference of the SDK",
    "",
    "Made from the docstrings in `packages/sdk/src` by `npm run sdk-reference`; do not edit it by hand.",
    "How to begin is in the [SDK's README](../../packages/sdk/README.md).",
  ];
  return `${[...head, ...entries.flatMap((entry) => renderEntry(entry, entries))].join("\n")}\n`;
}

/** The entries of the package. */
export function readEntries(): readonly Entry[] {
  // The manifest is this repository's own.
  const { name, exports } = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8")) as Manifest;
  return Object.entries(exports).map(([path, { default: built }]) => ({
    specifier: path.replace(".", name),
    names: publicNames(join(sdk, built.replace("./dist/", "src/").replace(/\.js$/, ".ts"))),
  }));
}

function renderEntry(entry: Entry, entries: readonly Entry[]): readonly string[] {
  const { specifier, names } = entry;
  const functions = names.filter(isCallable);
  const types = names.filter((name) => !isCallable(name));
  const render = (name: PublicName) => renderName(name, entry, entries);
  return ["", `## ${specifier}`, ...functions.flatMap(render), ...types.flatMap(render)];
}

function isCallable({ declaration }: PublicName): boolean {
  return !declaration.node.type.startsWith("TS");
}

function renderName(
  { name, declaration }: PublicName,
  entry: Entry,
  entries: readonly Entry[],
): readonly string[] {
  const { summary, tags } = readDocstring(declaration.docs);
  if (summary === "") throw new Error(`${entry.specifier} exports ${name} without saying what it is`);
  const lines = tags.filter(({ tag }) => tag !== "example").map(renderTag);
  const examples = tags.filter(({ tag }) => tag === "example");
  return [
    `\n### ${name}\n`,
    plain(summary),
    "\n```text",
    signatureOf(declaration),
    "```",
    ...(lines.length > 0 ? ["", ...lines] : []),
    ...examples.flatMap(({ text }) => ["", "```ts", withImports(text, entry, entries), "```"]),
  ];
}

const titles: Readonly<Record<string, string>> = {
  param: "Parameter",
  typeParam: "Type parameter",
  returns: "Returns",
  throws: "Throws",
  deprecated: "Deprecated",
};

function renderTag({ tag, text }: { readonly tag: string; readonly text: string }): string {
  const line = plain(text).replaceAll(/\s*\n\s*/g, " ");
  const [, name, rest] = /^(\S+)\s+([\s\S]*)$/.exec(line) ?? [];
  const named = tag === "param" || tag === "typeParam" || tag === "throws" ? `\`${name}\` ${rest}` : line;
  return `- **${titles[tag] ?? tag}**: ${tag === "throws" && !/^[A-Z]/.test(line) ? line : named}`;
}

function plain(text: string): string {
  return text.replaceAll(/\{@link (\w+)\}/g, "`$1`");
}

/** An example without its fence, that names where everything in it comes from. */
function withImports(text: string, entry: Entry, entries: readonly Entry[]): string {
  const code = text.replaceAll(/^```\w*\n|\n?```$/g, "");
  if (/^import /m.test(code)) return code;
  const sources = [entry, ...entries.filter((other) => other !== entry)];
  const imports = sources.flatMap(({ specifier, names }, index) => {
    const seen = new Set(sources.slice(0, index).flatMap((other) => other.names.map(({ name }) => name)));
    const used = names.filter(({ name }) => !seen.has(name) && new RegExp(`\\b${name}\\b`).test(code));
    return used.length === 0
      ? []
      : [`import { ${used.map(({ name }) => name).join(", ")} } from "${specifier}";`];
  });
  return [...imports, "", code].join("\n");
}
