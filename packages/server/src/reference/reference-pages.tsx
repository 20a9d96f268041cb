import type { Endpoint } from "../http/endpoint.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/serve-page.tsx";
import { describeApi, type DescribedApi } from "./describe-api.ts";
import { openApiDocument, type DocumentOrigins } from "./open-api-document.ts";
import { ReferencePage } from "./reference-page.tsx";
import type { ToldSettings } from "./reference-props.ts";

/** What the reference is written from: the calls as they are served, and the settings that callers can notice. */
export interface ReferenceParts {
  readonly endpoints: readonly Endpoint[];
  readonly settings: ToldSettings & DocumentOrigins;
}

/** The reference of the API, for people and for programs. It is described once, when first asked for. */
export function referencePages({ endpoints, settings }: ReferenceParts): readonly PageRoute[] {
  let api: DescribedApi | undefined;
  const described = () => (api ??= describeApi(endpoints));
  return [openApiRoute(described, settings), pageRoute(described, settings)];
}

function openApiRoute(described: () => DescribedApi, origins: DocumentOrigins): PageRoute {
  let text: string | undefined;
  return {
    method: "GET",
    path: "/openapi.json",
    answer() {
      text ??= JSON.stringify(openApiDocument(described(), origins), null, 2);
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
  return {
    method: "GET",
    path: "/docs/api",
    answer({ language, path, signedIn, origin }) {
      const authUrl = pasteableOrigin(origin);
      return renderPage(
        <ReferencePage
          language={language}
          path={path}
          signedIn={signedIn}
          api={described()}
          settings={settings}
          authUrl={authUrl}
          baseUrl={settings.baseUrl === "" ? authUrl : settings.baseUrl}
        />,
        { status: 200 },
      );
    },
  };
}

/**
 * Without settings the origin is what the browser asked for, and a host name that somebody made up may have
 * characters in it that a shell would act upon.
 */
function pasteableOrigin(origin: string): string {
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : "http://127.0.0.1:8787";
}
