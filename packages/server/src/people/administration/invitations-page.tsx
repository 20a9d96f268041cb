import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { InvitedAddressField } from "../../pages/components/invited-address-field.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { NoteField } from "../../pages/components/note-field.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import type { Invitation } from "../../store/people/invitation-table.ts";
import { AdministrationListPage, type AdministrationProps, type ListPage } from "./administration-frame.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** Where the invitations to the platform are listed. */
export const invitationListPath = "/admin/invitations";

/** The form for a new invitation. */
export interface InvitationForm {
  readonly note: string;
  readonly email: string;
  /** Names this form, so that it makes one invitation when it is sent twice. */
  readonly requestId: string;
  /** What is wrong, by field. */
  readonly problems: { readonly note?: string; readonly email?: string };
}

/** What the page shows. */
export type InvitationListPageProps = AdministrationProps &
  ListPage<Invitation> & {
    readonly form: InvitationForm;
    /** Whether the link can be sent by mail. */
    readonly sendsMail: boolean;
    /** Whether a form was sent for the second time. */
    readonly isRepeated: boolean;
  };

/** The invitations to the platform that can be used, and the form for a new one. */
export function InvitationListPage(props: InvitationListPageProps): JSX.Element {
  const { language, timeZone } = props;
  const { invitations: words, common } = administrationTextsFor(language);
  return (
    <AdministrationListPage
      {...props}
      title={common.invitations}
      lead={words.lead}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={invitationListPath}
      columns={[
        {
          header: words.note,
          isRowHeader: true,
          cell: ({ note }) => (note === "" ? words.noNote : <DisplayName name={note} />),
        },
        {
          header: words.by,
          cell: ({ invitedBy }) =>
            invitedBy === undefined ? words.operator : <DisplayName name={invitedBy} />,
        },
        {
          header: words.ends,
          cell: ({ expiresAt }) => <Moment at={expiresAt} timeZone={timeZone} language={language} />,
        },
        { header: words.withdraw, cell: (row) => <Withdrawal {...props} invitation={row} /> },
      ]}
    >
      <NewInvitation {...props} />
    </AdministrationListPage>
  );
}

function Withdrawal({
  language,
  signedIn,
  invitation,
}: AdministrationProps & { readonly invitation: Invitation }): JSX.Element {
  const { invitations: words } = administrationTextsFor(language);
  return (
    <form method="post" action={`${invitationListPath}/withdraw`}>
      <HiddenFields values={{ csrf: signedIn.csrf, invitation: invitation.hash }} />
      <Button kind="quiet">
        {words.withdraw}
        <span class="visually-hidden">{words.withdrawOf(plainName(invitation.note))}</span>
      </Button>
    </form>
  );
}

function NewInvitation(props: InvitationListPageProps): JSX.Element {
  const { language, signedIn, form, isRepeated, sendsMail } = props;
  const { invitations: words } = administrationTextsFor(language);
  const { note, email, requestId, problems } = form;
  return (
    <>
      <h2>{words.newTitle}</h2>
      {isRepeated ? (
        <Notice tone="info" role="status">
          {words.repeated}
        </Notice>
      ) : null}
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action={invitationListPath} class="card stack">
        <HiddenFields values={{ csrf: signedIn.csrf, request: requestId }} />
        <NoteField label={words.note} hint={words.noteHint} value={note} problem={problems.note} />
        <InvitedAddressField {...{ language, sendsMail }} value={email} problem={problems.email} />
        <div class="actions">
          <Button>{words.create}</Button>
        </div>
      </form>
    </>
  );
}
