import { parseAllDocuments, type Document, type ErrorCode } from "yaml";
import { DeclarationSyntaxError, type NamedText } from "./declaration-syntax-error.ts";

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
  try {
    return parseOnly(file).toJS({ maxAliasCount: aliasedNodes });
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
