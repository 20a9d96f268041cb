import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Browser, formsOf, type Page } from "./browser.ts";

/** A folder for files of answers; it is gone when the test is finished. */
export async function temporaryUploads(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "uploads-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Paths of all files in a folder, below it. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** What a file begins with. */
export const contents = {
  png: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  pdf: Buffer.from("%PDF-1.7\n%âãÏÓ\n"),
} as const;

/** A field of a form: a text, or a file. */
export type UploadField = readonly [
  name: string,
  value: string | { readonly name: string; readonly content: Uint8Array },
];

/** Large forms arrive in pieces: so much of one is read that its fields are known before its files. */
export function inPieces(bytes: ArrayBuffer): ReadableStream<Uint8Array> {
  const piece = 64 * 1024;
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.byteLength) controller.close();
      else controller.enqueue(new Uint8Array(bytes.slice(at, at + piece)));
      at += piece;
    },
  });
}

/** Sends the form of a page of a survey with files, as a browser does. */
export async function sendFiles(
  browser: Browser,
  page: Page,
  fields: readonly UploadField[],
  action = "next",
): Promise<Page> {
  const [form] = formsOf(page.html);
  if (form === undefined) throw new Error(`the page ${page.path} has no form`);
  const body = new FormData();
  for (const [name, value] of Object.entries(form.hidden)) body.append(name, value);
  for (const [name, value] of fields) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, new File([new Uint8Array(value.content)], value.name));
  }
  body.append("action", action);
  // As bytes: the platform may stop reading, which a form's own stream takes for a mistake of its reader.
  const sent = new Response(body);
  const headers = { "content-type": sent.headers.get("content-type") ?? "" };
  const bytes = await sent.arrayBuffer();
  const init = { method: "POST", body: inPieces(bytes), headers, duplex: "half" } as const;
  return browser.send(form.action, init);
}

/** Sends a form of a page by its action, with texts and files beside its hidden fields. */
export async function sendMultipart(
  browser: Browser,
  page: Page,
  action: string,
  fields: Readonly<Record<string, string | Uint8Array>>,
): Promise<Page> {
  const form = formsOf(page.html).find((one) => one.action === action);
  if (form === undefined) throw new Error(`the page ${page.path} has no form to ${action}`);
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...form.hidden, ...fields }))
    body.append(name, typeof value === "string" ? value : new File([new Uint8Array(value)], "file"));
  const sent = new Response(body);
  const headers = { "content-type": sent.headers.get("content-type") ?? "" };
  return browser.send(action, { method: "POST", body: await sent.arrayBuffer(), headers });
}
