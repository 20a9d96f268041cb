import { PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm, readOwnMultipart } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import {
  type ApplicationForUser,
  readApplicationsForUser,
} from "../store/applications/application-for-user-table.ts";
import { editApplications, exportApplicationsForUser } from "../store/applications/change-application.ts";
import type { Store } from "../store/store.ts";
import {
  applicationFileMaximumBytes,
  readApplicationFile,
  writeApplicationFile,
  type ApplicationFile,
} from "./application-file.ts";
import { previewHash, previewImport } from "./import-preview.ts";
import { ImportPreviewPage, TransferPage, type TransferProblem } from "./transfer-page.tsx";
import { consoleTextsFor } from "./texts/console-texts.ts";

const path = "/console/transfer";
/** The file with what a form puts around it. */
const maximumBytes = applicationFileMaximumBytes + 16 * 1024;

/** The pages that export and import the user's applications as a declarative file. */
export function transferPages(store: Store): readonly PageRoute[] {
  const importing = { path: `${path}/import`, access: "user", stepUp: true } as const;
  return [
    {
      method: "GET",
      path,
      access: "user",
      stepUp: true,
      handle: (pageRequest) => showForm(pageRequest, { status: 200 }),
    },
    {
      method: "POST",
      path: `${path}/export`,
      access: "user",
      handle: (pageRequest) => exportFile(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/preview`,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => preview(store, pageRequest),
    },
    // It changes redirect addresses, as the form of an application does.
    { ...importing, method: "GET", handle: () => redirectTo(path) },
    {
      ...importing,
      method: "POST",
      keepsForm: true,
      handle: (pageRequest: UserRequest) => importFile(store, pageRequest),
    },
  ];
}

type FormView = {
  readonly status: number;
  readonly text?: string;
  readonly problems?: readonly TransferProblem[];
};

function showForm(pageRequest: UserRequest, { status, ...shown }: FormView): Promise<Response> {
  return renderPage(
    <TransferPage language={pageRequest.language} path={path} signedIn={pageRequest.signedIn} {...shown} />,
    { status },
  );
}

/** By a form and not by a link, because an export is recorded. */
async function exportFile(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const { id, username } = pageRequest.session.user;
  const applications = await store.write(exportApplicationsForUser, id, actorOf(pageRequest));
  return new Response(writeApplicationFile(username, applications), {
    headers: {
      "Content-Type": "application/yaml; charset=utf-8",
      "Content-Disposition": 'attachment; filename="applications.yaml"',
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    },
  });
}

interface ReadImport {
  readonly text: string;
  readonly present: readonly ApplicationForUser[];
  readonly file: ApplicationFile;
}

/** @returns what to show instead when the text is not one that can be read */
async function readImport(
  store: Store,
  pageRequest: UserRequest,
  bytes: Uint8Array,
): Promise<ReadImport | FormView> {
  const { transfer: words } = consoleTextsFor(pageRequest.language);
  const text = decode(bytes);
  if (text === undefined) return { status: 400, problems: [{ text: words.notUtf8 }] };
  if (text.trim() === "") return { status: 400, problems: [{ text: words.missing }] };
  if (bytes.length > applicationFileMaximumBytes)
    return { status: 400, problems: [{ text: words.tooLarge }] };
  const { id, username } = pageRequest.session.user;
  const present = await readApplicationsForUser(store.reader, id);
  const file = readApplicationFile(text, {
    username,
    applications: new Map(present.map((application) => [application.appid, application])),
  });
  return file.problems.length > 0 ? { status: 400, text, problems: file.problems } : { text, present, file };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function preview(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { file, text } = await readOwnMultipart(pageRequest, { names: ["file", "text"], maximumBytes });
  const read = await readImport(store, pageRequest, file.length > 0 ? file : text);
  return "status" in read
    ? showForm(pageRequest, read)
    : showPreview(pageRequest, read, { isChanged: false });
}

function showPreview(
  pageRequest: UserRequest,
  { text, present, file }: ReadImport,
  { isChanged }: { readonly isChanged: boolean },
): Promise<Response> {
  const changes = previewImport(file.applications, present);
  return renderPage(
    <ImportPreviewPage
      language={pageRequest.language}
      path={path}
      signedIn={pageRequest.signedIn}
      text={text}
      changes={changes}
      hash={previewHash(changes)}
      isChanged={isChanged}
    />,
    { status: isChanged ? 409 : 200 },
  );
}

async function importFile(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { text, seen } = await readOwnMultipart(pageRequest, { names: ["text", "seen"], maximumBytes });
  const read = await readImport(store, pageRequest, text);
  if ("status" in read) return showForm(pageRequest, read);
  const changes = previewImport(read.file.applications, read.present);
  // What was shown is what is applied: someone may have changed an application meanwhile.
  if (Buffer.from(seen).toString() !== previewHash(changes))
    return showPreview(pageRequest, read, { isChanged: true });
  const { id } = pageRequest.session.user;
  const edits = read.file.applications.map((application) => ({
    ...application,
    ownerId: id,
    userId: id,
    actor: actorOf(pageRequest),
  }));
  if (!(await store.write(editApplications, edits))) throw new PageError("not_found", { status: 404 });
  return redirectTo("/console?notice=imported");
}
