import type { Language } from "@survey-open-platform/service";
import type { FindAddresses } from "../../grants/oauth/issuer.ts";
import { pasteableOrigin } from "../../pages/call-commands.ts";
import { renderPage, renderPart } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { DescribedApi } from "./describe-api.ts";
import type { DescribedEvent } from "./described-event.ts";
import { openApiDocument, type DocumentOrigins } from "./open-api-document.ts";
import { Reference, ReferencePage } from "./reference-page.tsx";
import type { ToldSettings } from "./reference-props.ts";

/** The source of the reference: the served calls, and the settings that callers can notice. */
export interface ReferenceParts {
  readonly described: () => DescribedApi;
  readonly events: readonly DescribedEvent[];
  readonly settings: ToldSettings & DocumentOrigins;
  /** Where bearer tokens come from. */
  readonly addresses: FindAddresses;
}

/** The reference of the API, as a page and as OpenAPI. */
export function referencePages(parts: ReferenceParts): readonly PageRoute[] {
  return [openApiRoute(parts), pageRoute(parts)];
}

function openApiRoute({ described, events, settings, addresses }: ReferenceParts): PageRoute {
  // Without indentation: each client that reads slowly keeps the whole text in memory.
  const textFor = keepNewest((authUrl: string, issuer: string) =>
    JSON.stringify(
      openApiDocument(
        described(),
        events,
        originsOf(authUrl, settings),
        issuer === "" ? undefined : { issuer },
      ),
    ),
  );
  return {
    method: "GET",
    path: "/openapi.json",
    access: "anyone",
    handle({ origin }) {
      return new Response(textFor(pasteableOrigin(origin), addresses()?.issuer ?? ""), {
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Cache-Control": "public, max-age=300",
          "X-Content-Type-Options": "nosniff",
        },
      });
    },
  };
}

/** Both are absolute: generators of clients have no use for others. */
function originsOf(authUrl: string, { baseUrl }: DocumentOrigins): DocumentOrigins {
  return { authUrl, baseUrl: baseUrl === "" ? authUrl : baseUrl };
}

function pageRoute({ described, settings }: ReferenceParts): PageRoute {
  const bodyFor = keepNewest((authUrl: string, language: Language) => {
    const origins = originsOf(authUrl, settings);
    return renderPart(<Reference {...{ language, api: described(), settings, ...origins }} />);
  });
  return {
    method: "GET",
    path: "/docs/api",
    access: "anyone",
    handle({ language, path, signedIn, origin }) {
      const body = bodyFor(pasteableOrigin(origin), language);
      return renderPage(<ReferencePage {...{ language, path, signedIn, body }} />, {
        status: 200,
        script: true,
      });
    },
  };
}

/** Texts that are kept of each kind. Each language has one; without settings each requested host name has more. */
const textsKept = 8;

/** Writing the reference blocks the process for milliseconds, and anyone can request it repeatedly. */
function keepNewest<Given extends readonly string[]>(
  write: (...given: Given) => string,
): (...given: Given) => string {
  const kept = new Map<string, string>();
  return (...given) => {
    const key = given.join(" ");
    const text = kept.get(key) ?? write(...given);
    // Deleted and set again, it is last in the map's order.
    kept.delete(key);
    kept.set(key, text);
    const [oldest] = kept.keys();
    if (kept.size > textsKept && oldest !== undefined) kept.delete(oldest);
    return text;
  };
}
