import type { Language } from "@survey-open-platform/service";
import { pasteableOrigin } from "../pages/call-commands.ts";
import { renderPage, renderPart } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { DescribedApi } from "./describe-api.ts";
import { openApiDocument, type DocumentOrigins } from "./open-api-document.ts";
import { Reference, ReferencePage } from "./reference-page.tsx";
import type { ToldSettings } from "./reference-props.ts";

/** The source of the reference: the served calls, and the settings that callers can notice. */
export interface ReferenceParts {
  readonly described: () => DescribedApi;
  readonly settings: ToldSettings & DocumentOrigins;
}

/** The reference of the API, as a page and as OpenAPI. */
export function referencePages({ described, settings }: ReferenceParts): readonly PageRoute[] {
  return [openApiRoute(described, settings), pageRoute(described, settings)];
}

function openApiRoute(described: () => DescribedApi, origins: DocumentOrigins): PageRoute {
  let text: string | undefined;
  return {
    method: "GET",
    path: "/openapi.json",
    access: "anyone",
    handle() {
      // Without indentation: each client that reads slowly keeps the whole text in memory.
      text ??= JSON.stringify(openApiDocument(described(), origins));
      return new Response(text, {
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Cache-Control": "public, max-age=300",
          "X-Content-Type-Options": "nosniff",
        },
      });
    },
  };
}

function pageRoute(described: () => DescribedApi, settings: ReferenceParts["settings"]): PageRoute {
  const bodyFor = keepNewest((language: Language, authUrl: string) => {
    const baseUrl = settings.baseUrl === "" ? authUrl : settings.baseUrl;
    return renderPart(<Reference {...{ language, api: described(), settings, authUrl, baseUrl }} />);
  });
  return {
    method: "GET",
    path: "/docs/api",
    access: "anyone",
    handle({ language, path, signedIn, origin }) {
      const body = bodyFor(language, pasteableOrigin(origin));
      return renderPage(<ReferencePage {...{ language, path, signedIn, body }} />, { status: 200 });
    },
  };
}

/** Bodies that are kept. Each language has one; without settings each requested host name has more. */
const bodiesKept = 8;

/** Rendering the reference blocks the process for milliseconds, and anyone can request it repeatedly. */
function keepNewest(write: (language: Language, authUrl: string) => string): typeof write {
  const kept = new Map<string, string>();
  return (language, authUrl) => {
    const key = `${language} ${authUrl}`;
    const body = kept.get(key) ?? write(language, authUrl);
    // Deleted and set again, it is last in the map's order.
    kept.delete(key);
    kept.set(key, body);
    const [oldest] = kept.keys();
    if (kept.size > bodiesKept && oldest !== undefined) kept.delete(oldest);
    return body;
  };
}
