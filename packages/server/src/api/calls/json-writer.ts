import { z } from "zod";
import { jsonText, type JsonText } from "../../http/envelope.ts";

/** What a writer takes: a value of the schema, with its stored parts as JSON text. */
type Writable<Value> =
  Value extends z.core.$brand<"stored">
    ? JsonText
    : Value extends readonly (infer Entry)[]
      ? readonly Writable<Entry>[]
      : Value extends object
        ? { readonly [Key in keyof Value]: Writable<Value[Key]> }
        : Value;

type Write = (value: unknown) => string;

const storedParts = new WeakSet<z.core.$ZodType>();

/** Marks a part of a schema that is kept as JSON text, and is written unchanged. */
export function stored<Schema extends z.ZodType>(schema: Schema) {
  storedParts.add(schema);
  return schema.brand<"stored">();
}

/**
 * Makes the serializer of a schema, once. Stored parts are written unchanged: parsing and serializing them again takes
 * longer than the rest of a call. What has no stored part goes through `JSON.stringify`, which is faster.
 */
export function jsonWriter<Schema extends z.ZodType>(
  schema: Schema,
): (value: Writable<z.output<Schema>>) => JsonText {
  const write = writerOf(schema);
  return (value) => jsonText(write(value));
}

/** JSON text of a string. Many are empty, and `JSON.stringify` is slower than the comparison. */
export function jsonString(text: string): JsonText {
  return jsonText(text === "" ? '""' : JSON.stringify(text));
}

type FieldText<Row> = (row: Row) => JsonText | number;

/** A string without a character that JSON escapes, such as a time. */
interface PlainText<Row> {
  readonly plain: (row: Row) => string;
}

/** How the fields of a schema are made from a row, each as JSON text, as a number or without its quotes; a text is the same for every row. */
export type FieldTexts<Schema extends z.ZodObject, Row> = {
  readonly [Name in keyof Schema["shape"]]: FieldText<Row> | PlainText<Row> | JsonText;
};

/**
 * Makes the serializer of a table's rows. Names and order of the fields are those of the schema. No object is made
 * per row, and what is the same for every row is joined once: for long lists either costs as much as everything else.
 */
export const rowWriter =
  <Row>() =>
  <Schema extends z.ZodObject>(schema: Schema, texts: FieldTexts<Schema, Row>): ((row: Row) => JsonText) => {
    const { fields, end } = fieldsOf(schema, texts);
    return (row) => {
      let text = "";
      for (const field of fields) text += field.start + field.text(row);
      return jsonText(text + end);
    };
  };

interface Field<Row> {
  /** What is before the value: its name, after the fields that are the same for every row. */
  readonly start: string;
  readonly text: (row: Row) => string | number;
}

function fieldsOf<Schema extends z.ZodObject, Row>(schema: Schema, texts: FieldTexts<Schema, Row>) {
  const fields: Field<Row>[] = [];
  let start = "";
  for (const [at, name] of Object.keys(schema.shape).entries()) {
    start += startOf(name, at);
    // The type of the texts says that each field of the schema has one.
    const text = texts[name as keyof Schema["shape"]];
    if (typeof text === "string") {
      start += text;
    } else if (typeof text === "function") {
      fields.push({ start, text });
      start = "";
    } else {
      fields.push({ start: `${start}"`, text: text.plain });
      start = '"';
    }
  }
  return { fields, end: `${start}}` };
}

/** JSON text of a list. @param write makes the JSON text of an item */
export function jsonList<Item>(items: readonly Item[], write: (item: Item) => string): JsonText {
  let text = "";
  for (const item of items) text += text === "" ? write(item) : `,${write(item)}`;
  return jsonText(`[${text}]`);
}

function startOf(name: string, at: number): string {
  return `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`;
}

function writerOf(schema: z.core.$ZodType): Write {
  if (storedParts.has(schema)) return String;
  if (!hasStoredPart(schema)) return (value) => JSON.stringify(value);
  if (schema instanceof z.ZodObject) return objectWriter(schema.shape);
  if (schema instanceof z.ZodArray) return arrayWriter(schema.element);
  throw new Error("A stored part has to be in an object or an array.");
}

function hasStoredPart(schema: z.core.$ZodType): boolean {
  if (storedParts.has(schema)) return true;
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).some(hasStoredPart);
  return schema instanceof z.ZodArray && hasStoredPart(schema.element);
}

function objectWriter(shape: Readonly<Record<string, z.core.$ZodType>>): Write {
  const fields = Object.entries(shape).map(([name, schema], at) => ({
    name,
    start: startOf(name, at),
    write: writerOf(schema),
  }));
  return (value) => {
    // The type of the whole value was checked where the writer was called.
    const record = value as Readonly<Record<string, unknown>>;
    let text = "";
    for (const { name, start, write } of fields) text += start + write(record[name]);
    return `${text}}`;
  };
}

function arrayWriter(element: z.core.$ZodType): Write {
  const write = writerOf(element);
  // The type of the whole value was checked where the writer was called.
  return (value) => jsonList(value as readonly unknown[], write);
}
