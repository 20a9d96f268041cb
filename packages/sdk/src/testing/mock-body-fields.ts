import { MockRefusal } from "./mock-refusal.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A text of a body, of bounded length. @returns undefined when it is not there @throws MockRefusal `invalid_argument` */
export function textIn(
  fields: Fields,
  parameter: string,
  { least = 0, most }: { readonly least?: number; readonly most: number },
): string | undefined {
  const value = fields[parameter];
  if (value === undefined) return undefined;
  if (typeof value === "string" && value.length >= least && value.length <= most) return value;
  throw new MockRefusal("invalid_argument", { parameter });
}

/** A name that pages show: one line, neither empty nor of spaces alone. @throws MockRefusal `invalid_argument` */
export function nameIn(
  fields: Fields,
  parameter: string,
  { least = 1, most }: { readonly least?: number; readonly most: number },
): string | undefined {
  const name = textIn(fields, parameter, { least, most });
  if (name !== undefined && ((name !== "" && name.trim() === "") || /\p{Cc}/u.test(name)))
    throw new MockRefusal("invalid_argument", { parameter });
  return name;
}

/** An identifier that an application gives, which has to come back from a path. @throws MockRefusal `invalid_argument` */
export function identifierIn(fields: Fields, parameter: string): string | undefined {
  const text = textIn(fields, parameter, { most: 128 });
  const isRefused =
    text !== undefined && (text.trim() !== text || /^\.{1,2}$|[/\\\p{Cc}\p{Zl}\p{Zp}]/u.test(text));
  if (isRefused) throw new MockRefusal("invalid_argument", { parameter });
  return text;
}

/** An id of a body, which forms send as text. @throws MockRefusal `invalid_argument` */
export function idIn(fields: Fields, parameter: string): number {
  const value = fields[parameter];
  const id = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof id === "number" && Number.isSafeInteger(id) && id >= 0) return id;
  throw new MockRefusal("invalid_argument", { parameter });
}

/** A list of ids, which forms send as text. @throws MockRefusal `invalid_argument` */
export function idsIn(fields: Fields, parameter: string): readonly number[] {
  const sent = fields[parameter];
  const list = typeof sent === "string" && /^\[[\d,\s]*\]$/.test(sent) ? listIn(sent) : sent;
  if (!Array.isArray(list)) throw new MockRefusal("invalid_argument", { parameter });
  return list.map((id: unknown) => idIn({ [parameter]: id }, parameter));
}

function listIn(text: string): readonly string[] {
  return text
    .slice(1, -1)
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
}
