import { parentPort, workerData } from "node:worker_threads";
import mammoth from "mammoth";
import { linesOfHtml } from "./lines-of-html.ts";

/** Paragraphs that are bullets by their style alone. */
const styleMap = ["p[style-name^='List Bullet'] => ul > li:fresh"];
const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: "" }));

/* Reads the document that it was started with: the library does it in one piece, which would hold up everything else. */
const { value } = await mammoth.convertToHtml(
  { buffer: Buffer.from(workerData as Uint8Array) },
  { styleMap, convertImage, ignoreEmptyParagraphs: false },
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origins
parentPort?.postMessage(linesOfHtml(value));
