import { addAbortSignal, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BusboyFileStream, Busboy } from "@fastify/busboy";
import { comesFromElsewhere, isCsrfTokenOf } from "@survey-open-platform/service";
import { PageError } from "../pages/page-error.ts";
import type { PageRequest } from "./page-request.ts";

/** Fields of one form; the largest survey page has fewer. */
const mostParts = 5000;
/** RFC 7578, section 4.2: a part has a disposition, and perhaps a type. */
const partHeaders = { headerPairs: 20, headerSize: 8 * 1024 };

/** A file of a form while it arrives. */
export interface ArrivingFile {
  /** The name of its field. */
  readonly field: string;
  /** As the browser says it, without folders. It is not to be trusted. */
  readonly name: string;
  readonly content: Readable;
  /** Aborts when the form cannot be read any further. */
  readonly signal: AbortSignal;
}

/** How a form with files is read. */
export interface MultipartReading {
  /** What the token of the form belongs to. */
  readonly sessionToken: string | undefined;
  /** Of all fields that are no files. */
  readonly fieldsMaximumBytes: number;
  /** How many bytes of files the form may have, by the fields in front of the first one. */
  readonly filesMaximumBytes: (form: MultipartFields) => Promise<number>;
  /** Takes a file of a form that is ours; called for one after the other. What it leaves of the content is thrown away. */
  readonly receive: (file: ArrivingFile) => Promise<void>;
}

/** What a form with files says beside them. */
export interface MultipartFields {
  readonly fields: URLSearchParams;
  /** Whether the form has shown that it is one of ours, see `readUnprovenForm`. */
  readonly isProven: boolean;
}

/**
 * Reads a form with files that was posted, as it arrives: files are never in memory as a whole. Before any file is looked at, the form
 * has to show that it is one of ours, as with `readUnprovenForm`; the files of any other are thrown away.
 *
 * @returns its fields but for the files
 * @throws `PageError` `csrf` for a form of another site, `invalid_argument`, and what `receive` throws
 */
export async function readMultipartForm(
  pageRequest: PageRequest,
  reading: MultipartReading,
): Promise<MultipartFields> {
  const { context, origin } = pageRequest;
  if (comesFromElsewhere(context.req.raw.headers, origin)) throw new PageError("csrf", { status: 403 });
  const fields = await new MultipartForm(reading).read(context.req.raw);
  await pageRequest.recheck();
  return fields;
}

/** One form while it is read. */
class MultipartForm {
  readonly #reading: MultipartReading;
  readonly #fields = new URLSearchParams();
  readonly #stopping = new AbortController();
  /** Aborts when nothing more of the form is parsed. */
  readonly #ended = new AbortController();
  #fieldBytes = 0;
  #mostBytes: number;
  /** The files that arrived so far, one after the other. */
  #files: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(reading: MultipartReading) {
    this.#reading = reading;
    // The parts that are no files, with their headers.
    this.#mostBytes = 2 * reading.fieldsMaximumBytes;
  }

  async read({ body, headers }: Request): Promise<MultipartFields> {
    const parser = this.#parser(headers.get("content-type") ?? "");
    try {
      // Its chunks are bytes; the type of the stream does not say so.
      await pipeline(Readable.from(this.#bounded((body ?? []) as AsyncIterable<Uint8Array>)), parser);
    } catch (error) {
      this.#fail(error instanceof PageError ? error : malformed());
      this.#ended.abort();
    }
    await this.#files;
    if (this.#failure !== undefined) throw this.#failure;
    return this.#given();
  }

  #parser(type: string) {
    const limits = { parts: mostParts, fieldSize: this.#reading.fieldsMaximumBytes, ...partHeaders };
    try {
      const parser = new Busboy({ headers: { "content-type": type }, limits });
      parser.on("field", (name, value) => this.#addField(name, value));
      parser.on("file", (field, content, name) => this.#addFile(field, content, name));
      parser.on("partsLimit", () => this.#fail(tooLarge()));
      return parser;
    } catch {
      throw malformed();
    }
  }

  /** Stops reading as soon as there is too much, whatever length was announced. */
  async *#bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > this.#mostBytes) this.#fail(tooLarge());
      if (this.#failure !== undefined) throw this.#failure;
      yield chunk;
    }
  }

  #addField(name: string, value: string): void {
    this.#fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (this.#fieldBytes > this.#reading.fieldsMaximumBytes) this.#fail(tooLarge());
    else this.#fields.append(name, value);
  }

  #addFile(field: string, content: BusboyFileStream, name: string | undefined): void {
    // It ends with an error when the form ends before it.
    content.on("error", () => undefined);
    // When the connection is gone, nothing else ends it: its reader would wait, and keep what has arrived (CWE-772).
    addAbortSignal(this.#ended.signal, content);
    const take = name === undefined || name === "" ? undefined : { field, name: unescapeName(name), content };
    this.#files = (this.#files ?? this.#beforeFiles())
      .then(() => (take && this.#mayTake() ? this.#receive(take) : undefined))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => content.resume());
  }

  /** The fields that prove where a form comes from stand before its files. */
  async #beforeFiles(): Promise<void> {
    this.#mostBytes += await this.#reading.filesMaximumBytes(this.#given());
  }

  #receive(file: Omit<ArrivingFile, "signal">): Promise<void> {
    return this.#reading.receive({ ...file, signal: this.#stopping.signal });
  }

  #mayTake(): boolean {
    return this.#failure === undefined && this.#given().isProven;
  }

  #given(): MultipartFields {
    const { sessionToken } = this.#reading;
    const [given = "", ...others] = this.#fields.getAll("csrf");
    const isProven = sessionToken !== undefined && others.length === 0 && isCsrfTokenOf(sessionToken, given);
    return { fields: this.#fields, isProven };
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : malformed();
    this.#stopping.abort();
  }
}

const escapes: Readonly<Record<string, string>> = { "%0A": "\n", "%0D": "\r", "%22": '"' };

/**
 * A name of a file without the escapes of browsers, which escape these three characters and nothing else: not `%` either, so
 * that a name which really has `%22` cannot be told apart (HTML, section 4.10.22.8, multipart form data).
 */
function unescapeName(name: string): string {
  return name.replaceAll(/%0A|%0D|%22/g, (escape) => escapes[escape] ?? escape);
}

function malformed(): PageError {
  return new PageError("invalid_argument", { status: 400, detail: "form" });
}

function tooLarge(): PageError {
  return new PageError("invalid_argument", { status: 413, detail: "form too large" });
}
