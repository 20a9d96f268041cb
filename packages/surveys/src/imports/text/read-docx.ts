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

/** How long a document may take: much longer than the largest one that is within the bounds. */
const longestMs = 60_000;

/** Whether a file is a document of Word. The names of its parts are not packed. */
export function isDocument(content: Uint8Array): boolean {
  return content[0] === 0x50 && content[1] === 0x4b && Buffer.from(content).includes("word/document");
}

/**
 * The lines of a document of Word. Its parts are unpacked and parsed within the bounds of all files before a library has them, which
 * fetches nothing and works beside this thread, with bounds on its memory and time.
 *
 * @throws `FileProblem`
 */
export async function linesOfDocument(content: Uint8Array): Promise<readonly string[]> {
  const parts = await inTurns(unpackZipInTurns(content, (name) => READ.test(name)));
  for (const xml of parts.values()) await inTurns(parseXmlInTurns(xml));
  const plain = [...parts].map(([name, xml]) => [name, strToU8(asRead(xml))] as const);
  return await inWorker(zipSync(Object.fromEntries(plain), { level: 0 }));
}

function asRead(xml: string): string {
  return xml.replaceAll(REFERENCES, "").replaceAll(LETTERS, '$1bullet"');
}

async function inWorker(workerData: Uint8Array): Promise<readonly string[]> {
  const file = new URL(`document-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  const timer = setTimeout(() => void worker.terminate(), longestMs);
  try {
    return await new Promise((resolve, reject) => {
      worker.once("message", resolve).once("error", reject).once("exit", reject);
    });
  } catch {
    throw new FileProblem("is no document of Word");
  } finally {
    clearTimeout(timer);
  }
}
