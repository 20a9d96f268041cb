import { Moment } from "../pages/components/moment.tsx";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { AdministrationListPage } from "./administration-frame.tsx";
import { decisionPages } from "./decision.tsx";
import { listSearchOf, pageOf, propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";

const listPath = "/admin/audit";

/** The pages on which administrators read and export the audit log. */
export function auditPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path: listPath, access: "administrator", handle: (visit) => showEntries(store, visit) },
    ...exporting(store),
  ];
}

async function showEntries(store: Store, visit: UserVisit): Promise<Response> {
  const props = propsOf(visit);
  const { audit: words, common } = administrationTextsFor(props.language);
  const search = listSearchOf(visit);
  return renderPage(
    <AdministrationListPage
      {...props}
      {...pageOf(search, await store.searchAudit(search))}
      title={common.audit}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={listPath}
      columns={[
        {
          header: words.when,
          cell: ({ at }) => <Moment at={at} timeZone={props.timeZone} language={props.language} />,
        },
        { header: words.who, cell: ({ actor }) => actor },
        { header: words.what, isRowHeader: true, cell: ({ action }) => <code>{action}</code> },
        { header: words.target, cell: ({ target_kind, target }) => `${target_kind} ${target}` },
        {
          header: words.values,
          cell: ({ before, after }) => <code>{[before, after].filter(Boolean).join(" → ")}</code>,
        },
        { header: words.address, cell: ({ address }) => address },
      ]}
    >
      <p>
        <a class="button button-quiet" href={`${listPath}/export`}>
          {words.export}
        </a>
      </p>
    </AdministrationListPage>,
    { status: 200 },
  );
}

function exporting(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${listPath}/export`,
    async describe({ language }) {
      const { audit: words } = administrationTextsFor(language);
      const consequences = [words.exportCount, words.exportPersonal];
      return { title: words.export, heading: words.export, consequences, about: listPath };
    },
    async apply(visit) {
      await store.recordAuditExport(actorOf(visit));
      return download(store.exportAudit());
    },
  });
}

/** The response is written as fast as it is read: some hundred entries are in memory at a time. */
function download(lines: AsyncGenerator<string>): Response {
  return new Response(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), {
    headers: {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": 'attachment; filename="audit-log.jsonl"',
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  });
}
