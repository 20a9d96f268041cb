import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { DataTable } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { teamRoleName } from "../pages/texts/texts.ts";
import type { Invitation } from "../store/people/invitation-table.ts";
import { teamAddress } from "./team-for-user.ts";
import type { TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What the table shows. */
export type InvitationTableProps = TeamPageProps & {
  readonly timeZone: string;
  readonly invitations: readonly Invitation[];
};

/** The invitations to a team that can be used, each with a button that withdraws it. */
export function InvitationTable(props: InvitationTableProps): JSX.Element {
  const { language, timeZone, invitations } = props;
  const { members: words } = teamTextsFor(language);
  return (
    <DataTable
      caption={words.invitationsCaption}
      rows={invitations}
      columns={[
        {
          header: words.note,
          isRowHeader: true,
          cell: ({ note }) => (note === "" ? words.noNote : <DisplayName name={note} />),
        },
        { header: words.role, cell: ({ team }) => (team ? teamRoleName(team.role, language) : "–") },
        {
          header: words.invitedBy,
          cell: ({ invitedBy }) =>
            invitedBy === undefined ? words.operator : <DisplayName name={invitedBy} />,
        },
        {
          header: words.until,
          cell: ({ expiresAt }) => <Moment at={expiresAt} timeZone={timeZone} language={language} />,
        },
        { header: words.action, cell: (row) => <Withdrawal {...props} invitation={row} /> },
      ]}
    />
  );
}

function Withdrawal({
  language,
  signedIn,
  team,
  invitation,
}: InvitationTableProps & { readonly invitation: Invitation }): JSX.Element {
  const { members: words } = teamTextsFor(language);
  return (
    <form method="post" action={teamAddress(team.id, "/invitations/withdraw")}>
      <HiddenFields values={{ csrf: signedIn.csrf, invitation: invitation.hash }} />
      <Button kind="quiet">
        {words.withdraw}
        <span class="visually-hidden">{words.withdrawOf(plainName(invitation.note))}</span>
      </Button>
    </form>
  );
}
