import { isStorable } from "@survey-open-platform/surveys";
import { hashToken, isRandomId, makeRandomId } from "../../model/token.ts";
import { notFound } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { declaredName } from "../../session/credential-fields.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readInvitedAddress } from "../../session/invited-address.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { requestHashOf } from "../../session/request-hash.ts";
import type { UserRequest } from "../../session/page-request.ts";
import {
  withdrawInvitation,
  createInvitation,
  listInvitations,
  type Invitation,
  type InvitationKey,
} from "../../store/people/invitation-table.ts";
import type { Store } from "../../store/store.ts";
import { InvitationListPage, invitationListPath as path, type InvitationForm } from "./invitations-page.tsx";
import { showLink } from "./link-page.tsx";
import { perPage, propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import { searchText } from "../../pages/search-text.ts";

/** The page on which administrators invite to the platform, and withdraw invitations. */
export function invitationPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "administrator",
      handle: (pageRequest) => showInvitations(store, pageRequest, { status: 200 }),
    },
    { method: "POST", path, access: "administrator", handle: (pageRequest) => invite(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/withdraw`,
      access: "administrator",
      async handle(pageRequest) {
        const { invitation } = await readOwnForm(pageRequest, ["invitation"]);
        if (!isStorable(invitation)) throw notFound();
        const which = { hash: invitation, teamId: null };
        if (!(await store.write(withdrawInvitation, which, actorOf(pageRequest)))) throw notFound();
        return redirectTo(`${path}?notice=done`);
      },
    },
  ];
}

async function invite(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { note: typed, email, request } = await readOwnForm(pageRequest, ["note", "email", "request"]);
  const { invitations: words } = administrationTextsFor(pageRequest.language);
  const note = typed.trim();
  const refuse = (problems: InvitationForm["problems"]) =>
    showInvitations(store, pageRequest, { status: 400, note: typed, email, requestId: request, problems });
  if (note !== "" && !declaredName().safeParse(note).success) return refuse({ note: words.noteMalformed });
  const token = makeRandomId();
  const invited = await readInvitedAddress(store, pageRequest, { typed: email, token });
  if (invited.problem !== undefined) return refuse({ email: invited.problem });
  const requestHash = requestHashOf(pageRequest, request);
  const outcome = await store.write(
    createInvitation,
    { hash: hashToken(token), note, requestHash, mail: invited.mail },
    actorOf(pageRequest),
  );
  if (outcome === "forbidden") throw notFound();
  if (outcome === "repeated") return redirectTo(`${path}?notice=repeated`);
  const link = `${pageRequest.origin}/invitations/${token}`;
  const sentTo = invited.mail?.address;
  return showLink(pageRequest, { title: words.shownTitle, text: words.shownText, link, next: path, sentTo });
}

type FormView = Partial<InvitationForm> & { readonly status: number };

async function showInvitations(
  store: Store,
  pageRequest: UserRequest,
  { status, note = "", email = "", requestId = "", problems = {} }: FormView,
): Promise<Response> {
  const search = searchText(pageRequest.context.req.query("q"));
  const after = keyIn(pageRequest.context.req.query("after"));
  const found = await listInvitations(store.reader, { teamId: null, search, after, limit: perPage + 1 });
  const rows = found.slice(0, perPage);
  const last = found.length > perPage ? rows.at(-1) : undefined;
  return renderPage(
    <InvitationListPage
      {...propsOf(pageRequest)}
      search={search}
      after={after === undefined ? undefined : keyText(after)}
      next={last && keyText(last)}
      rows={rows}
      isRepeated={pageRequest.context.req.query("notice") === "repeated"}
      sendsMail={store.policy.sendsMail === true}
      form={{ note, email, requestId: isRandomId(requestId) ? requestId : makeRandomId(), problems }}
    />,
    { status },
  );
}

function keyText({ createdAt, hash }: Pick<Invitation, "createdAt" | "hash">): string {
  return `${createdAt}.${hash}`;
}

/** The key that a page begins after; undefined for anything else. */
function keyIn(text = ""): InvitationKey | undefined {
  const [, at, hash] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? [];
  return at === undefined || hash === undefined ? undefined : { createdAt: Number(at), hash };
}
