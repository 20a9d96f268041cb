import { zipStream } from "@survey-open-platform/surveys";
import { download } from "../../pages/download.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { recordAudit, type Actor } from "../../store/audit/audit-log-table.ts";
import { rateLimitKey } from "../../store/installation/rate-limit-table.ts";
import { findPerson, type Person } from "../../store/privacy/find-person.ts";
import { personalExport } from "../../store/privacy/personal-export.ts";
import type { StoreQueries } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import type { UploadFolder } from "../../store/surveys/upload-folder.ts";
import { OwnDataPage } from "./own-data-page.tsx";

const path = "/account/data";

/** It reads whole tables, and no one needs it often. */
const downloadsOfUser = { perMinute: 0.1, burst: 5 };

/** The page on which users download everything about themselves. */
export function ownDataPages(store: Store, uploads: UploadFolder | undefined): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      stepUp: true,
      handle: (pageRequest) => showPage(pageRequest, false),
    },
    {
      method: "POST",
      path,
      access: "user",
      stepUp: true,
      async handle(pageRequest) {
        await readOwnForm(pageRequest, []);
        const { user } = pageRequest.session;
        const key = rateLimitKey("own-data", String(user.id));
        if ((await store.consumeTokens([{ key, limit: downloadsOfUser }])) !== undefined)
          return showPage(pageRequest, true);
        await store.write(recordOwnExport, actorOf(pageRequest));
        return ownData(
          store,
          uploads,
          await findPerson(store.reader, { by: "username", text: user.username }),
        );
      },
    },
  ];
}

function showPage({ language, signedIn }: UserRequest, isTooOften: boolean): Promise<Response> {
  return renderPage(
    <OwnDataPage language={language} path={path} signedIn={signedIn} isTooOften={isTooOften} />,
    {
      status: isTooOften ? 429 : 200,
    },
  );
}

async function recordOwnExport(transaction: StoreQueries, actor: Actor): Promise<void> {
  const target = { kind: "user", name: actor.username } as const;
  await recordAudit(transaction, { actor, action: "user.data_exported", target });
}

/** What others did with the account, or wrote about its owner, is theirs: it has their names and network addresses. */
function ownData(store: Store, uploads: UploadFolder | undefined, person: Person): Response {
  const isOwn = new Set(person.users.map(({ id }) => id));
  const files = personalExport(store.reader, {
    person,
    uploads,
    keeps: (table, row) =>
      (table !== "audit_log" || isOwn.has(Number(row["actor_id"]))) &&
      (table !== "invitations" || isOwn.has(Number(row["created_by"]))) &&
      table !== "kept_responses",
  });
  return download({
    fileName: "my-data.zip",
    contentType: "application/zip",
    body: ReadableStream.from(zipStream(files)),
  });
}
