import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
  type ErrorCode,
} from "yaml";
import { DeclarationSyntaxError, lineAt, type NamedText } from "./declaration-syntax-error.ts";

/** How many nodes all aliases together may expand to; a file beyond it is an attack ("billion laughs"). */
const aliasedNodes = 1000;

/** The library's own messages quote the file, so its codes are put into words here. */
const words: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: "gives an alias properties of its own",
  BAD_ALIAS: "has an alias without a name",
  BAD_DIRECTIVE: "has an unknown directive",
  BAD_DQ_ESCAPE: "has a backslash that begins no escape of YAML",
  BAD_INDENT: "is indented wrongly here",
  BAD_SCALAR_START: "has a plain text that begins with a character reserved by YAML: put quotes around it",
  BLOCK_AS_IMPLICIT_KEY: "has a list or object where a key belongs",
  BLOCK_IN_FLOW: "has an indented block within brackets or braces",
  DUPLICATE_KEY: "has a key that this object has already",
  MISSING_CHAR: "lacks a quote, bracket, brace, comma or space here",
  MULTILINE_IMPLICIT_KEY: "has a key that goes over several lines",
  TAB_AS_INDENT: "is indented with a tab: use spaces",
  TAG_RESOLVE_FAILED: "has a tag that is not known here",
};

/**
 * Reads YAML 1.2 with its core schema: one document, no tags, no repeated keys, few aliases.
 *
 * @throws `DeclarationSyntaxError`
 */
export function readYaml(file: NamedText): unknown {
  return parseYaml(file).content;
}

/** A YAML file with its content, and where each part of it is. */
export interface ParsedYaml {
  readonly content: unknown;
  /** The line of a part, counted from 1; that of the innermost part around it for one that is missing. */
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/** Reads a file as {@link readYaml} does. @throws `DeclarationSyntaxError` */
export function parseYaml(file: NamedText): ParsedYaml {
  try {
    const document = parseOnly(file);
    return {
      content: document.toJS({ maxAliasCount: aliasedNodes }),
      lineOf: (path) => lineAt(file.text, offsetOf(document, path)),
    };
  } catch (cause) {
    if (cause instanceof ReferenceError) {
      throw new DeclarationSyntaxError(file, "has aliases that expand to too much, or to nothing");
    }
    if (cause instanceof RangeError) {
      throw new DeclarationSyntaxError(file, "has lists and objects too deep in each other");
    }
    throw cause;
  }
}

/** Parses a text that has one document, in which all is well. */
function parseOnly(file: NamedText): Document {
  const [document, second] = parseAllDocuments(file.text, { prettyErrors: false, stringKeys: true });
  if (document === undefined) throw new DeclarationSyntaxError(file, "is empty");
  if (second !== undefined) {
    throw new DeclarationSyntaxError(file, "has a second YAML document", second.range?.[0]);
  }
  // What only earns a warning, such as an unknown tag, is not what its writer meant either.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem === undefined) return document;
  throw new DeclarationSyntaxError(
    file,
    words[problem.code] ?? "is not well-formed YAML here",
    problem.pos[0],
  );
}

/** Where a part begins, or the innermost part around it that there is. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    const inner = innerPart(isAlias(node) ? node.resolve(document) : node, step);
    if (inner === undefined) break;
    offset = inner.offset ?? offset;
    node = inner.node;
  }
  return offset;
}

interface InnerPart {
  readonly offset: number | undefined;
  readonly node: unknown;
}

/** An entry of an object begins with its key. */
function innerPart(node: unknown, step: string | number): InnerPart | undefined {
  if (isSeq(node) && typeof step === "number") {
    const item = node.items[step];
    return isNode(item) ? { offset: item.range?.[0], node: item } : undefined;
  }
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined;
  return pair && isScalar(pair.key) ? { offset: pair.key.range?.[0], node: pair.value } : undefined;
}
