import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import type { DescribedParameter } from "./describe-api.ts";
import { fieldTextFor } from "./field-texts.ts";
import { namedSchemaPrefix, type JsonSchema } from "./json-schema.ts";
import { referenceTextsFor } from "./reference-texts.ts";

/** The parameters of a call. */
export function ParameterList({ language, parameters }: ParameterListProps): JSX.Element {
  const { call } = referenceTextsFor(language);
  return (
    <dl class="fields">
      {parameters.map(({ name, place, required, description, schema }) => (
        <FieldEntry
          name={name}
          type={typeText(schema, language)}
          remarks={[
            required ? call.required : call.optional,
            ...(place === "path" ? [call.inPath] : []),
            ...(schema.default === undefined ? [] : [call.fallback(JSON.stringify(schema.default))]),
            ...(schema.maxLength === undefined ? [] : [call.atMost(schema.maxLength)]),
          ]}
          description={description}
          language={language}
        />
      ))}
    </dl>
  );
}

/** The parameters, in the order in which they are shown. */
export type ParameterListProps = {
  readonly language: Language;
  readonly parameters: readonly DescribedParameter[];
};

/** The fields of an object that a call returns. */
export function PropertyList({ language, schema }: PropertyListProps): JSX.Element {
  const { call } = referenceTextsFor(language);
  return (
    <dl class="fields">
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <FieldEntry
          name={name}
          type={typeText(property, language)}
          remarks={schema.required?.includes(name) === true ? [] : [call.optional]}
          description={property.description ?? ""}
          language={language}
        />
      ))}
    </dl>
  );
}

/** The object whose fields are shown. */
export type PropertyListProps = { readonly language: Language; readonly schema: JsonSchema };

type FieldEntryProps = {
  readonly name: string;
  readonly type: Child;
  readonly remarks: readonly string[];
  readonly description: string;
  readonly language: Language;
};

function FieldEntry({ name, type, remarks, description, language }: FieldEntryProps): JSX.Element {
  return (
    <div>
      <dt>
        <code>{name}</code>
        <span class="field-type">
          {type}
          {remarks.map((remark) => ` · ${remark}`)}
        </span>
      </dt>
      <dd>{fieldTextFor(description, language)}</dd>
    </div>
  );
}

/** The anchor of a named shape. */
export function shapeAnchor(name: string): string {
  return `schema-${name}`;
}

/** A schema in a few words, with a link where it has a name. */
export function typeText(schema: JsonSchema, language: Language): Child {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(namedSchemaPrefix.length);
    return <a href={`#${shapeAnchor(name)}`}>{name}</a>;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return `${schema.type ?? ""} ${schema.enum.map(String).join(" | ")}`;
  if (schema.type !== "array") return `${schema.type ?? "any"}${boundsText(schema)}`;
  return (
    <>
      {referenceTextsFor(language).call.list} {typeText(schema.items ?? {}, language)}
    </>
  );
}

/** Bounds that only mean that a number is an integer are left out. */
function boundsText({ minimum, maximum }: JsonSchema): string {
  const least = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER)
    return least === undefined ? "" : ` ≥ ${least}`;
  return ` ${least ?? ""}–${maximum}`;
}
