import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  parseSync,
  type Class,
  type Comment,
  type Function as FunctionNode,
  type Program,
  type TSInterfaceDeclaration,
  type TSTypeAliasDeclaration,
  type VariableDeclaration,
} from "oxc-parser";

/** Something that a package hands out: where it is declared, and the docstring above it. */
export type PublicName = {
  readonly name: string;
  readonly declaration: Declaration;
};

/** A declaration in its file. */
export type Declaration = {
  readonly node: DeclarationNode;
  readonly text: string;
  /** The docstring without its stars; "" when there is none. */
  readonly docs: string;
};

type DeclarationNode =
  | FunctionNode
  | Class
  | TSInterfaceDeclaration
  | TSTypeAliasDeclaration
  | VariableDeclaration;

type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
};

const files = new Map<string, SourceFile>();

/** What a module exports, in the order in which it does. */
export function publicNames(path: string): readonly PublicName[] {
  return exportsOf(read(path)).map(({ name, file, local }) => ({ name, declaration: declare(file, local) }));
}

type Export = { readonly name: string; readonly file: SourceFile; readonly local: string };

function exportsOf(file: SourceFile): readonly Export[] {
  return file.program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    if (statement.declaration !== null)
      return namesOf(statement.declaration).map((name) => ({ name, file, local: name }));
    const from = statement.source === null ? file : read(join(dirname(file.path), statement.source.value));
    return statement.specifiers.map(({ local, exported }) => ({
      name: nameOf(exported),
      file: from,
      local: nameOf(local),
    }));
  });
}

/** Follows a name through imports and exports to where it is declared. */
function declare(file: SourceFile, name: string): Declaration {
  for (const statement of file.program.body) {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (node !== null && isDeclaration(node) && namesOf(node).includes(name))
      return { node, text: file.text, docs: docsBefore(file, statement.start) };
    const imported =
      statement.type === "ImportDeclaration" && statement.specifiers.some((s) => s.local.name === name);
    if (imported) return declare(read(join(dirname(file.path), statement.source.value)), name);
  }
  const passedOn = exportsOf(file).find((entry) => entry.name === name && entry.file !== file);
  if (passedOn === undefined) throw new Error(`${file.path} declares no ${name}`);
  return declare(passedOn.file, passedOn.local);
}

function isDeclaration(node: { readonly type: string }): node is DeclarationNode {
  return /^(FunctionDeclaration|ClassDeclaration|TSInterfaceDeclaration|TSTypeAliasDeclaration|VariableDeclaration)$/.test(
    node.type,
  );
}

function namesOf(node: { readonly type: string }): readonly string[] {
  if (!isDeclaration(node)) return [];
  if (node.type !== "VariableDeclaration") return node.id === null ? [] : [node.id.name];
  return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}

function nameOf(name: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return name.name ?? String(name.value);
}

function docsBefore({ comments, text }: SourceFile, start: number): string {
  const comment = comments.find(({ end }) => end <= start && text.slice(end, start).trim() === "");
  if (comment?.type !== "Block" || !comment.value.startsWith("*")) return "";
  return comment.value
    .slice(1)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n")
    .trim();
}

function read(path: string): SourceFile {
  const known = files.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, "utf8");
  const { program, comments } = parseSync(path, text);
  const file = { path, text, program, comments };
  files.set(path, file);
  return file;
}
