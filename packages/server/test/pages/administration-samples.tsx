import type { JSX } from "hono/jsx/jsx-runtime";
import { ClientListPage } from "../../src/people/administration/clients-page.tsx";
import { ApplicationListPage, ApplicationPage } from "../../src/people/administration/applications-page.tsx";
import { AuditPage } from "../../src/people/administration/audit-page.tsx";
import { HealthPage, type HealthReport } from "../../src/people/administration/health-page.tsx";
import { InvitationListPage } from "../../src/people/administration/invitations-page.tsx";
import { LinkPage } from "../../src/people/administration/link-page.tsx";
import { PasswordResetPage } from "../../src/people/administration/password-reset-page.tsx";
import { SettingsPage } from "../../src/people/administration/settings-page.tsx";
import { TeamListPage } from "../../src/people/administration/teams-page.tsx";
import { UserListPage, UserPage } from "../../src/people/administration/users-page.tsx";
import { healthLevels, type HealthOutcome } from "../../src/health/check-health.ts";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";

type Frame = PageProps & { readonly signedIn: SignedIn };

const at = 1_790_000_000_000;

function healthReport(text: string): HealthReport {
  return {
    release: text,
    runtime: text,
    place: text,
    milliseconds: 0.25,
    database: {
      engine: "postgres",
      version: text,
      bytes: 4096,
      schema: "current",
      unsafeSettings: [text],
      connectionLimit: 97,
      connections: 12,
    },
    freeSpace: { bytes: 5_000_000_000, level: "ok" },
    requestLog: { isOn: true, isFailing: false, written: 3, dropped: 1 },
    nodes: [true, false].map((isServing) => ({
      id: text,
      host: text,
      pid: 1,
      release: text,
      runtime: text,
      clockAhead: -4,
      linesDropped: 0,
      startedAt: at,
      seenAt: at,
      isServing,
    })),
    // The keys of the table are the outcomes.
    outcomes: Object.keys(healthLevels) as readonly HealthOutcome[],
  };
}

/** The pages of the administration, with the same text in every place that somebody else may fill. */
export function administrationSamples(frame: Frame, text: string): Readonly<Record<string, JSX.Element>> {
  const page = { ...frame, timeZone: "Asia/Shanghai" };
  const list = { ...page, search: text, after: text, next: text };
  const user = { id: 1, username: text, nickname: text, createdAt: at } as const;
  const shownUser = { ...user, avatar: text, language: null, timeZone: null, sessions: 2, grants: 3 };
  const application = {
    id: 1,
    appid: text,
    kind: "web",
    name: text,
    description: text,
    homePage: text,
    logo: text,
    terms: text,
    privacy: text,
    developer: text,
    ownerId: 1,
    verified: false,
    disabled: true,
    refreshRequiresSecret: true,
    allowedNetworks: [text],
    redirectUris: [text],
    mayWrite: true,
    requiresPkce: true,
    frozenByOwner: true,
    isPublic: false,
    origin: "console",
    clientId: null,
  } as const;
  const listed = { id: 1, appid: text, name: text, owner: text, createdAt: at } as const;
  const invitation = {
    hash: text,
    kind: "platform",
    note: text,
    team: undefined,
    invitedBy: text,
    createdAt: at,
    expiresAt: at,
  } as const;
  const form = { note: text, requestId: "r".repeat(32), email: text, problems: {} };
  const entry = {
    id: 1,
    at,
    actor_id: 1,
    actor: text,
    action: "survey.settings_changed",
    target_kind: "user",
    target: text,
    before: text,
    after: text,
    address: text,
    previous_hash: text,
    hash: text,
  } as const;
  const setting = { name: "database", flag: "database", variable: "SOP_DATABASE", text } as const;
  return {
    "administration, users": (
      <UserListPage
        {...list}
        rows={[
          { ...user, administrator: 1, disabled: 0, openid: null, appid: null },
          { ...user, administrator: 0, disabled: 1, openid: text, appid: text },
        ]}
      />
    ),
    "administration, no users": (
      <UserListPage {...page} search="" after={undefined} next={undefined} rows={[]} />
    ),
    "administration, a user": (
      <UserPage
        {...page}
        isDone
        user={{
          ...shownUser,
          administrator: true,
          disabled: false,
          hasSecondFactor: true,
          passkeys: 2,
          origin: undefined,
        }}
      />
    ),
    "administration, a third-party account": (
      <UserPage
        {...page}
        user={{
          ...shownUser,
          administrator: false,
          disabled: false,
          hasSecondFactor: false,
          passkeys: 0,
          origin: { openid: text, appid: text },
        }}
      />
    ),
    "administration, applications": (
      <ApplicationListPage
        {...list}
        rows={[
          { ...listed, kind: "web", isPublic: 0, verified: 1, disabled: 0 },
          { ...listed, kind: "team", isPublic: 0, verified: 0, disabled: 1 },
        ]}
      />
    ),
    "administration, an application": (
      <ApplicationPage
        {...page}
        application={application}
        details={{ ...application, contact: text, createdAt: at }}
        impact={{ users: 3, tokens: 9 }}
      />
    ),
    "administration, clients": (
      <ClientListPage
        {...list}
        rows={[
          { id: 1, appid: text, name: text, origin: "document", hosts: [text], disabled: 0, createdAt: at },
          { id: 2, appid: text, name: text, origin: "registered", hosts: [], disabled: 1, createdAt: at },
        ]}
        hosts={[{ host: text, disabledAt: at }]}
        wrongHost={text}
      />
    ),
    "administration, no clients": <ClientListPage {...list} rows={[]} hosts={[]} />,
    "administration, a client": (
      <ApplicationPage
        {...page}
        application={{ ...application, origin: "document", clientId: text }}
        details={{ ...application, contact: text, createdAt: at }}
        impact={{ users: 3, tokens: 9 }}
      />
    ),
    "administration, teams": (
      <TeamListPage {...list} rows={[{ id: 7, name: text, plan: "free", members: 3, createdAt: at }]} />
    ),
    "administration, invitations": (
      <InvitationListPage
        {...list}
        rows={[invitation, { ...invitation, note: "", invitedBy: undefined }]}
        isRepeated={false}
        sendsMail
        form={{ ...form, problems: { note: text, email: text } }}
      />
    ),
    "administration, repeated invitation": (
      <InvitationListPage {...list} rows={[]} isRepeated sendsMail={false} form={form} />
    ),
    "administration, audit log": (
      <AuditPage {...list} rows={[entry, { ...entry, before: null, after: null }]} />
    ),
    "administration, settings": (
      <SettingsPage
        {...page}
        settings={(["flag", "variable", "command", "default"] as const).map((source) => ({
          ...setting,
          source,
        }))}
      />
    ),
    "administration, health": <HealthPage {...page} report={healthReport(text)} />,
    "administration, a link": <LinkPage {...page} title={text} text={text} link={text} next="/admin/users" />,
    "password link": (
      <PasswordResetPage
        language={frame.language}
        path={frame.path}
        csrf={text}
        username={text}
        problem="password_too_short"
      />
    ),
  };
}
