import { hashToken, makeRandomId } from "../model/token.ts";
import { Button } from "../pages/components/button.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { DataTable, EmptyState } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Invitation } from "../store/invitation-table.ts";
import type { Store } from "../store/store.ts";
import { AdministrationFrame, type AdministrationProps } from "./administration-frame.tsx";
import { propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import { showLink } from "./users.tsx";

const path = "/admin/invitations";
const shownInvitations = 200;
const noteMaximum = 100;

/** The page on which administrators invite to the platform, and withdraw invitations. */
export function invitationPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "administrator", handle: (visit) => showInvitations(store, visit) },
    { method: "POST", path, access: "administrator", handle: (visit) => invite(store, visit) },
    {
      method: "POST",
      path: `${path}/withdraw`,
      access: "administrator",
      async handle(visit) {
        const { invitation } = await readOwnForm(visit, ["invitation"]);
        const which = { hash: invitation, teamId: null };
        if (!(await store.withdrawInvitation(which, actorOf(visit)))) throw notFound();
        return redirectTo(`${path}?notice=done`);
      },
    },
  ];
}

async function invite(store: Store, visit: UserVisit): Promise<Response> {
  const { note } = await readOwnForm(visit, ["note"]);
  const token = makeRandomId();
  const hash = hashToken(token);
  await store.createInvitation({ hash, note: oneLine(note) }, actorOf(visit));
  const { invitations: words } = administrationTextsFor(visit.language);
  const link = `${visit.origin}/invitations/${token}`;
  return showLink(visit, { title: words.shownTitle, text: words.shownText, link });
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, noteMaximum);
}

async function showInvitations(store: Store, visit: UserVisit): Promise<Response> {
  const props = propsOf(visit);
  const { invitations: words, common } = administrationTextsFor(props.language);
  const invitations = await store.listInvitations({ teamId: null, limit: shownInvitations });
  return renderPage(
    <AdministrationFrame {...props} title={common.invitations}>
      <p class="lead">{words.lead}</p>
      {invitations.length === 0 ? (
        <EmptyState title={words.empty}>
          <p>{words.emptyText}</p>
        </EmptyState>
      ) : (
        <Table {...props} invitations={invitations} />
      )}
      <form method="post" action={path} class="card stack">
        <HiddenFields values={{ csrf: props.signedIn.csrf }} />
        <Field
          id="note"
          name="note"
          label={words.note}
          hint={words.noteHint}
          autocomplete="off"
          required={false}
          maxlength={noteMaximum}
        />
        <Button>{words.create}</Button>
      </form>
    </AdministrationFrame>,
    { status: 200 },
  );
}

type TableProps = AdministrationProps & { readonly invitations: readonly Invitation[] };

function Table({ language, timeZone, signedIn, invitations }: TableProps) {
  const { invitations: words, common } = administrationTextsFor(language);
  return (
    <DataTable
      caption={common.invitations}
      rows={invitations}
      columns={[
        { header: words.note, isRowHeader: true, cell: ({ note }) => <DisplayName name={note} /> },
        { header: words.by, cell: ({ invitedBy = "" }) => <DisplayName name={invitedBy} /> },
        {
          header: words.ends,
          cell: ({ expiresAt }) => <Moment at={expiresAt} timeZone={timeZone} language={language} />,
        },
        {
          header: words.withdraw,
          cell: ({ hash }) => (
            <form method="post" action={`${path}/withdraw`}>
              <HiddenFields values={{ csrf: signedIn.csrf, invitation: hash }} />
              <Button kind="quiet">{words.withdraw}</Button>
            </form>
          ),
        },
      ]}
    />
  );
}
