import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { whileAllowed } from "../../session/while-allowed.ts";
import type { Store } from "../../store/store.ts";
import { AuditPage, auditPath as listPath } from "./audit-page.tsx";
import { decisionPages } from "./decision.tsx";
import { listSearchOf, pageOf, propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import { searchAudit } from "../../store/audit/audit-search.ts";
import { recordExport, exportLines } from "../../store/audit/audit-export.ts";

/** The pages on which administrators read and export the audit log. */
export function auditPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: listPath,
      access: "administrator",
      handle: (pageRequest) => showEntries(store, pageRequest),
    },
    ...exporting(store),
  ];
}

async function showEntries(store: Store, pageRequest: UserRequest): Promise<Response> {
  const search = listSearchOf(pageRequest);
  const page = pageOf(search, await searchAudit(store.reader, search));
  return renderPage(<AuditPage {...propsOf(pageRequest)} {...page} />, { status: 200 });
}

function exporting(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${listPath}/export`,
    async describe({ language }) {
      const { audit: words } = administrationTextsFor(language);
      const consequences = [words.exportCount, words.exportPersonal];
      return {
        title: words.export,
        heading: words.export,
        consequences,
        about: listPath,
        isDangerous: false,
      };
    },
    async apply(pageRequest) {
      await store.write(recordExport, actorOf(pageRequest));
      return download(whileAllowed(encoded(exportLines(store.reader)), pageRequest.recheck));
    },
  });
}

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}

/** The response is written as fast as it is read: some hundred entries are in memory at a time. */
function download(lines: AsyncIterable<Uint8Array>): Response {
  return new Response(ReadableStream.from(lines), {
    headers: {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": 'attachment; filename="audit-log.jsonl"',
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  });
}
