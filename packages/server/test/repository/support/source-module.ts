import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** What the rules want to know about one source file. */
export type SourceModule = {
  /** Path from the root of the checkout. */
  readonly path: string;
  /** Every module it names, in whichever way: import, export from, import(), import type. */
  readonly imports: readonly string[];
  readonly hasDefaultExport: boolean;
  /** It says nothing of its own and only hands on what other files export. */
  readonly isBarrel: boolean;
  /** Lines (from 1) of casts without a comment on their line or on one of the two lines above. */
  readonly unexplainedCasts: readonly number[];
};

/** Reads one source file with a real parser, so that text in comments and strings is never taken for code. */
export function parseModule(path: string, text: string): SourceModule {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  const handedOn = exports.filter((entry) => entry.moduleRequest !== null);
  return {
    path,
    imports: [
      ...module.staticImports.map((statement) => statement.moduleRequest.value),
      ...handedOn.flatMap((entry) => entry.moduleRequest?.value ?? []),
      ...importsInside(program),
    ],
    hasDefaultExport:
      program.body.some(({ type }) => type === "ExportDefaultDeclaration") ||
      exports.some(({ exportName }) => exportName.name === "default"),
    isBarrel:
      handedOn.length > 0 &&
      program.body.every((statement) => "source" in statement && statement.source !== null),
    unexplainedCasts: unexplainedCasts(program, text, comments),
  };
}

type Program = ReturnType<typeof parseSync>["program"];

function importsInside(program: Program): readonly string[] {
  const found: string[] = [];
  new Visitor({
    ImportExpression: ({ source }) => void (source.type === "Literal" && found.push(String(source.value))),
    TSImportType: ({ source }) => void found.push(source.value),
  }).visit(program);
  return found;
}

type Span = { readonly start: number; readonly end: number };

function unexplainedCasts(program: Program, text: string, comments: readonly Span[]): readonly number[] {
  const newlines = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const lineOf = (offset: number) => newlines.filter((index) => index < offset).length + 1;
  const commentLines = new Set(comments.map(({ end }) => lineOf(end)));
  const casts: number[] = [];
  new Visitor({
    TSAsExpression: ({ typeAnnotation, end }) => {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== "const") casts.push(lineOf(end));
    },
  }).visit(program);
  return casts.filter((line) => ![line, line - 1, line - 2].some((near) => commentLines.has(near)));
}

/** The path from the root that a relative import of a file means; `undefined` for an import of a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}
