import { parseSync } from "oxc-parser";

/** A node of a syntax tree, as far as it is looked at here. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;

/** A source file that was read by a parser. */
export type Syntax = { readonly program: Node; readonly comments: readonly Span[] };
type Span = { readonly start: number; readonly end: number };

/** @throws Error with the parser's first message when the text is not valid */
export function parse(file: string, text: string): Syntax {
  const { program, comments, errors } = parseSync(file, text, { preserveParens: false });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  // The parser's own types list every kind of node; what is needed here is common to all.
  return { program: program as unknown as Node, comments };
}

/** The nodes directly below a node. */
export function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** A node and everything below it. */
export function nodesBelow(node: Node): readonly Node[] {
  return [node, ...childrenOf(node).flatMap(nodesBelow)];
}

/** The name of an identifier or of a private member; `undefined` for any other node. */
export function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node["name"] === "string" ? node["name"] : undefined;
}

/** Parts of a node that say where and how something is written, or that only the compiler looks at. */
const NOT_RUN = new Set([
  "start",
  "end",
  "raw",
  "typeAnnotation",
  "returnType",
  "typeParameters",
  "typeArguments",
  "superTypeArguments",
  "implements",
  "accessibility",
  "readonly",
  "override",
  "declare",
]);
const AROUND_EXPRESSION = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSInstantiationExpression",
]);

/** What of a tree runs, as text: two files with the same text behave alike when types are stripped. */
export function whatRuns(tree: Node): string {
  return JSON.stringify(tree, (key, value: unknown) => {
    if (NOT_RUN.has(key)) return undefined;
    if (typeof value === "bigint") return `${value}n`;
    return Array.isArray(value) ? value.filter((one) => !isType(one)) : withoutTypes(value);
  });
}

function withoutTypes(value: unknown): unknown {
  return isNode(value) && AROUND_EXPRESSION.has(value.type) ? withoutTypes(value["expression"]) : value;
}

function isType(value: unknown): boolean {
  if (!isNode(value) || AROUND_EXPRESSION.has(value.type)) return false;
  return value.type.startsWith("TS") || [value["importKind"], value["exportKind"]].includes("type");
}

/**
 * Names that a file uses and does not declare anywhere: they would fail every test with a ReferenceError, and so
 * prove nothing. Scopes are not looked at; the compiler does that when the mistakes are planted.
 */
export function undeclaredNames(tree: Node): readonly string[] {
  const declared = new Set(nodesBelow(tree).flatMap(declaredBy));
  const used = new Set(usedNames(tree));
  return [...used].filter((name) => !declared.has(name) && !(name in globalThis));
}

/** Kinds of node with the parts that bind names. */
const BINDING: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ArrowFunctionExpression: ["params"],
  ClassDeclaration: ["id"],
  ClassExpression: ["id"],
  CatchClause: ["param"],
  ImportSpecifier: ["local"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
};

function declaredBy(node: Node): readonly string[] {
  const parts = (BINDING[node.type] ?? []).flatMap((part) => node[part]).filter(isNode);
  return parts.flatMap(nodesBelow).flatMap((one) => nameOf(one) ?? []);
}

const NAMES_OTHER_MODULES = new Set(["ImportDeclaration", "ExportAllDeclaration", "MetaProperty"]);

function usedNames(node: Node): readonly string[] {
  if (isType(node) || NAMES_OTHER_MODULES.has(node.type)) return [];
  if (node.type === "Identifier") return [nameOf(node) ?? ""].filter((name) => name !== "arguments");
  const isSkipped = ([part]: readonly [string, unknown]): boolean =>
    NOT_RUN.has(part) || (node["computed"] !== true && LABELS.has(part));
  const parts = Object.entries(node).filter((entry) => !isSkipped(entry));
  return parts
    .flatMap(([, value]) => value)
    .filter(isNode)
    .flatMap(usedNames);
}

/** Parts of a node that name a member or a label, and no variable. */
const LABELS = new Set(["property", "key", "label", "exported"]);
