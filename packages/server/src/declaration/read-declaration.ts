import { open } from "node:fs/promises";
import { DeclarationSyntaxError } from "./declaration-syntax-error.ts";
import { readJson } from "./read-json.ts";
import { readYaml } from "./read-yaml.ts";

const megabyte = 1024 * 1024;

/** Largest file that is read, in bytes. */
export const declarationMaximumBytes = 64 * megabyte;

/** Largest file that is read as YAML, in bytes: reading it takes fifty times as long as JSON, and much memory. */
export const yamlMaximumBytes = 8 * megabyte;

/**
 * Reads a declarative file: JSON when its name ends in `.json`, YAML when it ends in `.yaml` or `.yml`;
 * with any other name, and from standard input, by its first character.
 *
 * @param path of the file; `-` for standard input
 * @param input read instead of standard input
 * @returns the content, not checked any further
 * @throws `DeclarationSyntaxError`; the system's own error when the file cannot be opened or read
 */
export async function readDeclaration(
  path: string,
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<unknown> {
  const name = path === "-" ? "standard input" : path;
  const bytes = path === "-" ? await gather(name, input) : await readFile(path);
  const file = { name, text: decode(name, bytes) };
  if (isJson(path, file.text)) return readJson(file);
  if (bytes.length > yamlMaximumBytes)
    throw new DeclarationSyntaxError(file, "is YAML larger than 8 MB: write it as JSON");
  return readYaml(file);
}

function isJson(path: string, text: string): boolean {
  if (/\.ya?ml$/i.test(path)) return false;
  return /\.json$/i.test(path) || /^\s*\{/.test(text);
}

async function readFile(path: string): Promise<Buffer> {
  await using file = await open(path, "r");
  return await gather(path, file.createReadStream({ autoClose: false }));
}

async function gather(name: string, input: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > declarationMaximumBytes)
      throw new DeclarationSyntaxError({ name, text: "" }, "is larger than 64 MB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bytes that are no UTF-8 would otherwise become other characters than those in the file; a BOM is dropped. */
function decode(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) throw new DeclarationSyntaxError({ name, text: "" }, "is not UTF-8");
    throw cause;
  }
}
