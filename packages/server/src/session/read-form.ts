import { comesFromElsewhere, isCsrfTokenOf } from "@survey-open-platform/service";
import { readAtMost } from "../http/read-at-most.ts";
import { PageError, type RefusedForm } from "../pages/page-error.ts";
import type { UserRequest, PageRequest } from "./page-request.ts";

/** Longest form that is read, in bytes, unless a page needs more. */
export const usualFormBytes = 64 * 1024;

/**
 * Reads the fields of a form that was posted, after proving that it is one of ours: it carries the token
 * that belongs to `sessionToken`, and the browser does not say that it came from another site.
 *
 * @param maximumBytes of the whole form
 * @throws `PageError` `csrf`, `invalid_argument`
 */
export async function readForm<Name extends string>(
  pageRequest: PageRequest,
  sessionToken: string | undefined,
  names: readonly Name[],
  maximumBytes = usualFormBytes,
): Promise<Readonly<Record<Name, string>>> {
  return valuesOf(await readAnyForm(pageRequest, sessionToken, maximumBytes), names);
}

/** The fields of a form by their names. @throws `PageError` `duplicated_parameter` */
export function valuesOf<Name extends string>(
  fields: URLSearchParams,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const values = names.map((name) => [name, onlyValue(fields, name)]);
  // One entry for each name.
  return Object.fromEntries(values) as Record<Name, string>;
}

/**
 * Reads all fields of a form that was posted, whose names follow from what was asked; see {@link readForm}.
 *
 * @throws `PageError` `csrf`, `invalid_argument`
 */
export async function readAnyForm(
  pageRequest: PageRequest,
  sessionToken: string | undefined,
  maximumBytes: number,
): Promise<URLSearchParams> {
  const { fields, isProven } = await readUnprovenForm(pageRequest, sessionToken, maximumBytes);
  if (!isProven) throw unproven({ fields: [...fields], isMultipart: false });
  return fields;
}

/**
 * Reads all fields of a form that was posted, and says whether the form is one of ours, see {@link readForm}. With one that is not,
 * nothing may be stored, and nothing shown but what it says itself.
 *
 * @throws `PageError` `csrf` for a form of another site, `invalid_argument`
 */
export async function readUnprovenForm(
  pageRequest: PageRequest,
  sessionToken: string | undefined,
  maximumBytes: number,
): Promise<{ readonly fields: URLSearchParams; readonly isProven: boolean }> {
  refuseFromElsewhere(pageRequest);
  const fields = await readFields(pageRequest, maximumBytes);
  await pageRequest.recheck();
  return { fields, isProven: isOurs(sessionToken, onlyValue(fields, "csrf")) };
}

/** Reads the fields of a form that a signed-in user posted, see {@link readForm}. */
export function readOwnForm<Name extends string>(
  pageRequest: UserRequest,
  names: readonly Name[],
  maximumBytes?: number,
): Promise<Readonly<Record<Name, string>>> {
  return readForm(pageRequest, pageRequest.session.token, names, maximumBytes);
}

/**
 * Reads every field of a form that a signed-in user posted, see {@link readForm}, for forms whose fields depend on what they
 * are about. A field that is not there is "".
 *
 * @param maximumBytes of the whole form
 * @throws `PageError` `csrf`, `invalid_argument`
 */
export async function readOwnFields(
  pageRequest: UserRequest,
  maximumBytes: number,
): Promise<(name: string) => string> {
  const fields = await readAnyForm(pageRequest, pageRequest.session.token, maximumBytes);
  return (name) => onlyValue(fields, name);
}

/** Whether a form may have a file in it. */
export function isUpload({ context }: PageRequest): boolean {
  return (context.req.header("content-type") ?? "").startsWith("multipart/form-data;");
}

/**
 * Reads the file of a form that a signed-in user posted, see {@link readForm}. What the browser says about the file, its
 * name and type, is ignored.
 *
 * @param upload.name of the field
 * @param upload.maximumBytes of the whole form
 * @returns the content; empty when no file was chosen
 * @throws `PageError` `csrf`, `invalid_argument`
 */
export async function readOwnUpload(
  pageRequest: UserRequest,
  { name, maximumBytes }: { readonly name: string; readonly maximumBytes: number },
): Promise<Uint8Array> {
  return (await readOwnMultipart(pageRequest, { names: [name], maximumBytes }))[name] ?? new Uint8Array();
}

/**
 * Reads the fields of a form with a file that a signed-in user posted, see {@link readOwnUpload}.
 *
 * @returns the content of each field, a text or a file; empty when there is none
 * @throws `PageError` `csrf`, `invalid_argument`
 */
export async function readOwnMultipart<Name extends string>(
  pageRequest: UserRequest,
  { names, maximumBytes }: { readonly names: readonly Name[]; readonly maximumBytes: number },
): Promise<Readonly<Record<Name, Uint8Array>>> {
  const form = await readOwnParts(pageRequest, maximumBytes);
  const values: [Name, Uint8Array][] = [];
  for (const name of names) values.push([name, await onlyContent(form, name)]);
  // One entry for each name.
  return Object.fromEntries(values) as Record<Name, Uint8Array>;
}

async function readOwnParts(pageRequest: UserRequest, maximumBytes: number): Promise<FormData> {
  refuseFromElsewhere(pageRequest);
  if (!isUpload(pageRequest)) throw new PageError("csrf", { status: 403 });
  const form = await readMultipart(pageRequest, maximumBytes);
  const [given, ...others] = form.getAll("csrf");
  if (typeof given !== "string" || others.length > 0 || !isOurs(pageRequest.session.token, given))
    throw unproven({ fields: textsIn(form), isMultipart: true });
  await pageRequest.recheck();
  return form;
}

/** A form with fields and files; what is not there is empty. */
export interface FieldsAndFiles {
  readonly field: (name: string) => string;
  readonly file: (name: string) => Promise<Uint8Array>;
}

/**
 * Reads every field of a form that a signed-in user posted, as {@link readOwnFields}, and its files where it has some.
 *
 * @param maximumBytes.fields of a form without files
 * @param maximumBytes.files all together
 * @throws `PageError` `csrf`, `invalid_argument`
 */
export async function readOwnFieldsAndFiles(
  pageRequest: UserRequest,
  maximumBytes: { readonly fields: number; readonly files: number },
): Promise<FieldsAndFiles> {
  if (!isUpload(pageRequest)) {
    const field = await readOwnFields(pageRequest, maximumBytes.fields);
    return { field, file: () => Promise.resolve(new Uint8Array()) };
  }
  const form = await readOwnParts(pageRequest, maximumBytes.fields + maximumBytes.files);
  const texts = new URLSearchParams(textsIn(form).map(([name, value]) => [name, value]));
  return { field: (name) => onlyValue(texts, name), file: (name) => onlyContent(form, name) };
}

/**
 * Reads the texts of a form that is refused, whatever it says.
 *
 * @throws `PageError` `csrf` for a form of another site, `invalid_argument`
 */
export async function readRefusedForm(
  pageRequest: PageRequest,
  maximumBytes: number,
): Promise<Omit<RefusedForm, "waitsFor">> {
  refuseFromElsewhere(pageRequest);
  if (isUpload(pageRequest))
    return { fields: textsIn(await readMultipart(pageRequest, maximumBytes)), isMultipart: true };
  return { fields: [...(await readFields(pageRequest, maximumBytes))], isMultipart: false };
}

/** A form without the token of the session: it may be one that was opened before the session began. */
function unproven(form: Omit<RefusedForm, "waitsFor">): PageError {
  return new PageError("csrf", { status: 403, form: { ...form, waitsFor: "sending" } });
}

function textsIn(form: FormData): readonly (readonly [string, string])[] {
  return [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
}

async function readMultipart({ context }: PageRequest, maximumBytes: number): Promise<FormData> {
  const type = context.req.header("content-type") ?? "";
  return parseMultipart(await readBody(context.req.raw, maximumBytes), type);
}

async function onlyContent(form: FormData, name: string): Promise<Uint8Array> {
  const [value = "", ...others] = form.getAll(name);
  if (others.length > 0) throw new PageError("invalid_argument", { status: 400, detail: name });
  return typeof value === "string" ? Buffer.from(value) : new Uint8Array(await value.arrayBuffer());
}

async function parseMultipart(body: Buffer, type: string): Promise<FormData> {
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- it warns of bodies without bounds; this one was read and has one
    return await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new PageError("invalid_argument", { status: 400, detail: "form" });
  }
}

function refuseFromElsewhere({ context, origin }: PageRequest): void {
  if (comesFromElsewhere(context.req.raw.headers, origin)) throw new PageError("csrf", { status: 403 });
}

function isOurs(sessionToken: string | undefined, given: string): boolean {
  return sessionToken !== undefined && isCsrfTokenOf(sessionToken, given);
}

async function readFields({ context }: PageRequest, maximumBytes: number): Promise<URLSearchParams> {
  const type = context.req.header("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) throw new PageError("csrf", { status: 403 });
  const body = await readBody(context.req.raw, maximumBytes);
  return new URLSearchParams(body.toString("utf8"));
}

async function readBody(request: Request, maximumBytes: number): Promise<Buffer> {
  const body = await readAtMost(request, maximumBytes);
  if (body === undefined) throw new PageError("invalid_argument", { status: 413, detail: "form too large" });
  return body;
}

function onlyValue(fields: URLSearchParams, name: string): string {
  const [value = "", ...others] = fields.getAll(name);
  if (others.length > 0) throw new PageError("invalid_argument", { status: 400, detail: name });
  return value;
}
