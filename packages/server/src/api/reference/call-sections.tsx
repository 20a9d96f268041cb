import type { JSX } from "hono/jsx/jsx-runtime";
import type { ErrorType } from "../../errors.ts";
import { callDescriptionFor } from "./call-descriptions.ts";
import { errorsOfEveryCall, type DescribedCall } from "./describe-api.ts";
import { ParameterList, PropertyList, shapeAnchor, typeText } from "./field-list.tsx";
import { fieldTextFor } from "./field-texts.ts";
import type { ReferenceProps } from "./reference-props.ts";
import { referenceTextsFor } from "./reference-texts.ts";

/** The anchor of a call. */
export function callAnchor({ operationId }: DescribedCall): string {
  return `call-${operationId}`;
}

/** The anchor of an error type. */
export function errorAnchor(type: ErrorType): string {
  return `error-${type}`;
}

/** Every call with its parameters, its data and its errors. */
export function Calls(props: ReferenceProps): JSX.Element {
  const { sections } = referenceTextsFor(props.language);
  return (
    <section id="calls">
      <h2>{sections.calls}</h2>
      {props.api.calls.map((call) => (
        <Call {...props} call={call} />
      ))}
    </section>
  );
}

function Call({ language, call }: ReferenceProps & { readonly call: DescribedCall }): JSX.Element {
  const { call: words } = referenceTextsFor(language);
  const { summary, description } = callDescriptionFor(call, language);
  return (
    <article class="card" id={callAnchor(call)}>
      <h3>{summary}</h3>
      <p>
        <code>
          {call.method} {call.path}
        </code>
      </p>
      <p>{description}</p>
      {call.bearerScopes === undefined ? null : <p>{words.bearerScopes(<code>{call.bearerScopes}</code>)}</p>}
      <h4>{words.parameters}</h4>
      <ParameterList language={language} parameters={call.parameters} />
      {call.body.length === 0 ? null : (
        <>
          <h4>{words.body}</h4>
          <ParameterList language={language} parameters={call.body} />
        </>
      )}
      <h4>{words.data}</h4>
      {call.data.$ref === undefined ? (
        <PropertyList language={language} schema={call.data} />
      ) : (
        <p>{typeText(call.data, language)}</p>
      )}
      <h4>{words.errors}</h4>
      <ul class="error-links">
        {[...new Set([...call.errors, ...errorsOfEveryCall])].map((type) => (
          <li>
            <a href={`#${errorAnchor(type)}`}>
              <code>{type}</code>
            </a>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** The named objects that calls return. */
export function Shapes({ language, api }: ReferenceProps): JSX.Element {
  const { sections } = referenceTextsFor(language);
  return (
    <section id="shapes">
      <h2>{sections.shapes}</h2>
      {Object.entries(api.schemas).map(([name, schema]) => (
        <article class="card" id={shapeAnchor(name)}>
          <h3>
            <code>{name}</code>
          </h3>
          <p>{fieldTextFor(schema.description ?? "", language)}</p>
          <PropertyList language={language} schema={schema} />
        </article>
      ))}
    </section>
  );
}
