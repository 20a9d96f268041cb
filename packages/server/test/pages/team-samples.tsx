import type { JSX } from "hono/jsx/jsx-runtime";
import type { CredentialsFrameProps } from "../../src/credentials/credentials-section.ts";
import { SecretsPage } from "../../src/credentials/secrets-page.tsx";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import { AccountsPage } from "../../src/teams/accounts-page.tsx";
import { ChangeMemberPage } from "../../src/teams/change-member-page.tsx";
import { TeamNamePage } from "../../src/teams/team-name-page.tsx";
import { CredentialsPage } from "../../src/teams/credentials-page.tsx";
import { InvitationShownPage, InvitePage } from "../../src/teams/invite-page.tsx";
import { MembersPage } from "../../src/teams/members-page.tsx";
import { NetworksPage } from "../../src/teams/networks-page.tsx";
import { TeamFrame } from "../../src/teams/team-frame.tsx";
import { TeamListPage } from "../../src/teams/team-list-page.tsx";
import { TeamOverviewPage } from "../../src/teams/team-overview-page.tsx";
import { TokenRecordPage } from "../../src/teams/token-record-page.tsx";

type Frame = PageProps & { readonly signedIn: SignedIn };

const timeZone = "Asia/Shanghai";
const at = 1_790_000_000_000;

/** The pages of teams, with the same text in every place that somebody else may fill. */
export function teamSamples(frame: Frame, text: string): Readonly<Record<string, JSX.Element>> {
  const team = { id: 7, name: text, plan: "free", createdAt: at, role: 0, hasCredentials: true } as const;
  const ofTeam = { ...frame, timeZone, team };
  const member = { userId: 3, username: text, nickname: text, role: 2, disabled: true } as const;
  const account = {
    userId: 4,
    openid: text,
    nickname: text,
    avatar: "",
    username: text,
    disabled: true,
    createdAt: at,
  } as const;
  const invitation = {
    hash: text,
    kind: "team",
    note: text,
    team: { id: 7, name: text, role: 4 },
    invitedBy: text,
    createdAt: at,
    expiresAt: at,
  } as const;
  const token = {
    number: 3,
    issuedAt: at,
    expiresAt: at + 1,
    isExpired: 0,
    revokedAt: null,
    address: text,
    secretNumber: 1,
    secretName: text,
  } as const;
  const tokens = [
    token,
    { ...token, number: 2, secretName: null, isExpired: 1 },
    { ...token, number: 1, revokedAt: at },
  ] as const;
  const record = {
    newest: tokens.slice(0, 2),
    tokens: tokens.map((one, index) => ({ token: one, newer: tokens[index - 1] })),
  };
  const list = { ...frame, search: text, after: text, next: text, mayCreate: true };
  const members = { ...ofTeam, userId: 4, search: text, after: text, next: text };
  const ofCredentials = {
    ...frame,
    timeZone,
    kind: "team",
    address: "/teams/7/credentials",
    Frame: (props: CredentialsFrameProps) => <TeamFrame {...props} team={team} />,
  } as const;
  const application = {
    id: 1,
    appid: text,
    kind: "team",
    name: text,
    description: text,
    homePage: text,
    logo: text,
    contact: text,
    terms: text,
    privacy: text,
    redirectUris: [],
    mayWrite: true,
    isPublic: false,
    requiresPkce: false,
    refreshRequiresSecret: false,
    allowedNetworks: [text],
    verified: false,
    disabled: true,
    frozenByOwner: true,
    createdAt: at,
  } as const;
  return {
    teams: <TeamListPage {...list} teams={[team, { ...team, plan: "premium" }]} notice="left" />,
    "teams, none found": <TeamListPage {...list} teams={[]} />,
    "new team, with a problem": (
      <TeamNamePage {...frame} purpose="create" name={text} problem={text} cancelPath="/teams" />
    ),
    team: (
      <TeamOverviewPage
        {...ofTeam}
        counts={{ members: 2, surveys: 3, answers: 4, applications: 1, thirdPartyAccounts: 5 }}
        notice="created"
      />
    ),
    "third-party accounts": (
      <AccountsPage
        {...members}
        accounts={[account, { ...account, userId: 5, disabled: false }]}
        notice="disabled"
      />
    ),
    "third-party accounts, none": <AccountsPage {...members} accounts={[]} />,
    "members, with invitations": (
      <MembersPage
        {...members}
        members={[member, { ...member, userId: 4 }]}
        invitations={[invitation, { ...invitation, note: "", invitedBy: undefined }]}
        notice="repeated"
      />
    ),
    "members, none found": <MembersPage {...members} members={[]} invitations={undefined} />,
    invitation: (
      <InvitePage
        {...ofTeam}
        note={text}
        email={text}
        role="4"
        requestId={text}
        sendsMail
        problems={{ note: text, email: text }}
      />
    ),
    "invitation link, shown once": <InvitationShownPage {...ofTeam} role={4} link={text} sentTo={text} />,
    "changing a member": <ChangeMemberPage {...ofTeam} member={member} isLast webhooks={2} />,
    "credentials of a team": (
      <CredentialsPage {...ofTeam} application={application} tokens={tokens} notice="frozen" />
    ),
    "no credentials of a team": <CredentialsPage {...ofTeam} application={undefined} tokens={[]} />,
    "secrets of a team": <SecretsPage {...ofCredentials} isPublic={false} secrets={[]} search="" />,
    "networks of a team": <NetworksPage {...ofCredentials} value={text} problem={text} />,
    "tokens of a team": <TokenRecordPage {...ofTeam} {...record} search="" after={undefined} next={text} />,
    "tokens of a team, none found": (
      <TokenRecordPage {...ofTeam} {...record} tokens={[]} search={text} after={undefined} next={undefined} />
    ),
    "older tokens of a team": (
      <TokenRecordPage {...ofTeam} {...record} search={text} after={text} next={undefined} />
    ),
  };
}
