import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { strToU8, zipSync } from "fflate";
import { inTurns } from "../../model/in-turns.ts";
import { FileProblem } from "../file-problem.ts";
import { parseXmlInTurns } from "../parse-xml.ts";
import { unpackZipInTurns } from "../unpack-zip.ts";

/** What is read of a document: no pictures, no notes, no comments. */
const READ =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:document\d*|styles|numbering)\.xml|word\/_rels\/document\d*\.xml\.rels)$/;

/** Where notes and comments belong. */
const REFERENCES = /<w:(?:footnote|endnote|comment)Reference\b[^<>]*\/>/g;

/** Letters and the like are marks of options; the library tells numbers from bullets only. */
const LETTERS = /(<w:numFmt\s[^<>]*w:val=")(?!decimal|chinese|ideograph)[^"]*"/g;

/** Bounds on reading: much more than the largest document that is within the bounds of files takes. */
export interface DocumentBounds {
  readonly longestMs: number;
  readonly memoryMb: number;
}

const usualBounds: DocumentBounds = { longestMs: 60_000, memoryMb: 512 };

/** Whether a file is a document of Word. The names of its parts are not packed. */
export function isDocument(content: Uint8Array): boolean {
  const { buffer, byteOffset, length } = content;
  return (
    content[0] === 0x50 &&
    content[1] === 0x4b &&
    Buffer.from(buffer, byteOffset, length).includes("word/document")
  );
}

/**
 * The lines of a document of Word. Its parts are unpacked and parsed within the bounds of all files before a library has them, which
 * fetches nothing and works beside this thread, with bounds on its memory and time.
 *
 * @throws `FileProblem`
 */
export async function linesOfDocument(content: Uint8Array, bounds = usualBounds): Promise<readonly string[]> {
  const parts = await inTurns(unpackZipInTurns(content, (name) => READ.test(name)));
  for (const xml of parts.values()) await inTurns(parseXmlInTurns(xml));
  const plain = [...parts].map(([name, xml]) => [name, strToU8(asRead(xml))] as const);
  return await oneAtATime(() => inWorker(zipSync(Object.fromEntries(plain), { level: 0 }), bounds));
}

function asRead(xml: string): string {
  return xml.replaceAll(REFERENCES, "").replaceAll(LETTERS, '$1bullet"');
}

/** Documents that wait or are read at the same time; each keeps its content in memory meanwhile. */
const mostAtOnce = 8;
let atOnce = 0;
let last: Promise<unknown> = Promise.resolve();

/** Several documents at once would take the memory of all of them. */
async function oneAtATime<Result>(read: () => Promise<Result>): Promise<Result> {
  if (atOnce >= mostAtOnce)
    throw new FileProblem("waits behind too many other documents: try again in a minute");
  atOnce += 1;
  const result = last.then(read);
  last = result.catch(() => undefined);
  try {
    return await result;
  } finally {
    atOnce -= 1;
  }
}

async function inWorker(
  workerData: Uint8Array,
  { longestMs, memoryMb }: DocumentBounds,
): Promise<readonly string[]> {
  const file = new URL(`document-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const ended = Promise.withResolvers<readonly string[]>();
  const refuse = (problem: string) => ended.reject(new FileProblem(problem));
  worker.once("message", ended.resolve);
  worker.once("error", (error) =>
    refuse(isOutOfMemory(error) ? "is too large to be read" : "is no document of Word"),
  );
  worker.once("exit", () => refuse("was not read to its end: what reads documents has ended"));
  const timer = setTimeout(() => refuse("takes too long to be read"), longestMs);
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
