import { raw } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { Layout } from "../../pages/layout.tsx";
import { callDescriptionFor } from "./call-descriptions.ts";
import { callAnchor, Calls, Shapes } from "./call-sections.tsx";
import { Errors, Limits, Notes } from "./closing-sections.tsx";
import { AuthorizationPageSection, Basics, Envelope, TeamSteps, WebSteps } from "./introduction-sections.tsx";
import type { ReferencePageProps, ReferenceProps } from "./reference-props.ts";
import { referenceTextsFor } from "./reference-texts.ts";

/** The reference in the layout of all pages. */
export function ReferencePage({ language, path, signedIn, body }: ReferencePageProps): JSX.Element {
  const { title } = referenceTextsFor(language);
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn} wide>
      {raw(body)}
      <CopyScript />
    </Layout>
  );
}

/** Everything that a developer needs to know, on one page that can be searched and printed. */
export function Reference(props: ReferenceProps): JSX.Element {
  const { title, lead, openApi } = referenceTextsFor(props.language);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      <p>{openApi(<a href="/openapi.json">openapi.json</a>)}</p>
      <div class="reference">
        <Contents {...props} />
        <div class="reference-body">
          <Basics {...props} />
          <WebSteps {...props} />
          <TeamSteps {...props} />
          <Envelope {...props} />
          <AuthorizationPageSection {...props} />
          <Calls {...props} />
          <Limits {...props} />
          <Errors {...props} />
          <Notes {...props} />
          <Shapes {...props} />
        </div>
      </div>
    </>
  );
}

const sectionIds = [
  "basics",
  "web",
  "team",
  "envelope",
  "authorize",
  "calls",
  "limits",
  "errors",
  "notes",
  "shapes",
] as const;

function Contents({ language, api }: ReferenceProps): JSX.Element {
  const { contents, sections } = referenceTextsFor(language);
  return (
    <nav class="contents" aria-label={contents}>
      <h2>{contents}</h2>
      <ul>
        {sectionIds.map((id) => (
          <li>
            <a href={`#${id}`}>{sections[id]}</a>
            {id === "calls" ? (
              <ul>
                {api.calls.map((call) => (
                  <li>
                    <a href={`#${callAnchor(call)}`}>{callDescriptionFor(call, language).summary}</a>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}
