import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import { installationEn } from "./installation-en.ts";

/** Texts about clients that describe themselves. */
const clients = {
  lead: "Programs that no one has registered here: they describe themselves at an address of their own, or have registered themselves. They are listed from the first consent on.",
  search: "Search by name, appid or host",
  empty: "No such clients yet",
  emptyText: "AI agents and other programs appear here once a user has allowed one.",
  hosts: "Hosts",
  onDevice: "only its users’ own machines",
  selfMade: "describes itself",
  origin: "Known by",
  origins: { document: "its metadata document", registered: "its own registration" },
  hostsTitle: "Disabled hosts",
  hostsLead:
    "Clients whose description or redirect addresses are at one of these hosts, or below it, are refused.",
  noHosts: "No host is disabled.",
  host: "Host",
  since: "Disabled",
  action: "Action",
  enableHost: "Enable",
  enable: (host: string): string => `Enable ${host}`,
  hostHint: "Such as agent.example. Every host below it is disabled, too.",
  hostMalformed: "Enter a host, such as agent.example, without https:// and path.",
  disableHost: "Disable this host",
  disable: (host: string): string => `Disable ${host}`,
  frozen: (count: number): string =>
    count === 1
      ? "One client is frozen: its consents and tokens end at once."
      : `${count} clients are frozen: their consents and tokens end at once.`,
  disableText: "No other client of this host, or of one below it, is let in.",
  enableText:
    "Clients of this host can ask for access again. Those that were frozen stay frozen, until you unfreeze each of them.",
};

const common = {
  sections: "Administration",
  users: "Users",
  applications: "Applications",
  clients: "Clients",
  teams: "Teams",
  invitations: "Invitations",
  audit: "Audit log",
  settings: "Settings",
  health: "Health",
  name: "Name",
  state: "State",
  created: "Created",
  owner: "Owner",
  active: "Active",
  disabled: "Disabled",
  decisionAbout: (decision: string, name: string): string => `${decision}: ${name}`,
  person: (username: string, nickname: string): string => `${username} (${nickname})`,
  noMatch: "Nothing found",
  noMatchText: "Nothing contains this text. Search for less of it.",
  done: "The change is in force, and in the audit log.",
  next: "I have copied it",
};

const users = {
  search: "Search by username or nickname",
  username: "Username",
  nickname: "Nickname",
  administrator: "administrator",
  origin: "Third-party account",
  openid: "openid",
  application: "Application",
  ofApplication: (openid: string, appid: string) => `${openid} of ${appid}`,
  noPassword: "This account has no password: its application signs its user in. Disable the account instead.",
  empty: "No users yet",
  emptyText: "Invite someone to the platform first.",
  secondFactor: "Second factor",
  on: "on",
  off: "off",
  passkeys: "Passkeys",
  openSessions: "Sessions",
  openGrants: "Consents",
  disable: "Disable the user",
  enable: "Enable the user",
  resetSecondFactor: "Turn off the second factor",
  passwordLink: "Make a one-time password link",
  makeAdministrator: "Make an administrator",
  withdrawAdministration: "Withdraw the administration",
  administers:
    "From the next request on the user administers the platform: all users, applications and teams, the plan of each team, invitations and the audit log. Administrators can also disable you, or withdraw your administration.",
  noLonger:
    "Every page of the administration is refused to the user from the next request on. Invitations and password links that the user made as an administrator are withdrawn. The account itself stays as it is.",
  administrators: (count: number) => `Administrators who are enabled now: ${count}.`,
  lastAdministrator: "This is the only administrator who is enabled. Make another one first.",
  sessions: (count: number) => (count === 1 ? "One session ends." : `${count} sessions end.`),
  grants: (count: number) =>
    count === 1
      ? "One consent is revoked, with all its tokens."
      : `${count} consents are revoked, with all their tokens.`,
  webhooks: (count: number) =>
    count === 1
      ? "One webhook that the user added is switched off."
      : `${count} webhooks that the user added are switched off.`,
  applications: (count: number) =>
    count === 1
      ? "One application that the user registered is frozen, and what people allowed it ends."
      : `${count} applications that the user registered are frozen, and what people allowed them ends.`,
  refused: "The user can no longer sign in.",
  notRevived: "Enabling the user later brings none of this back.",
  enabled: "The user can sign in again. Sessions, consents and tokens that were revoked do not return.",
  factorOff:
    "The user signs in with the password alone until they set up a second factor again. The authenticator app, the recovery codes and all passkeys no longer work.",
  linkOnce: "The link works once, for one hour, and is shown once. Give it only to the user.",
  linkEnds: "With the new password, the user's sessions end. An earlier link no longer works.",
  linkTitle: "The one-time password link",
  linkCopy: "Copy the link now. It is not shown again.",
};

const applications = {
  search: "Search by name, appid or owner",
  empty: "No applications yet",
  emptyText: "Developers register applications in the console.",
  ofTeam: "of a team",
  users: "Users with a consent",
  none: "none",
  verified: "verified",
  unverified: "not verified",
  verify: "Verify the application",
  unverify: "Withdraw the verification",
  freeze: "Freeze the application",
  unfreeze: "Unfreeze the application",
  may: "Permissions",
  reading: "reading",
  writing: "reading and writing",
  homePage: "Home page",
  contact: "Contact",
  description: "Description",
  terms: "Terms of service",
  privacy: "Privacy policy",
  redirectUris: "Redirect addresses",
  allowedNetworks: "Allowed networks",
  anywhere: "Anywhere",
  validTokens: "Valid tokens",
  changes: "What it changed",
  inAudit: "Its entries in the audit log",
  verifyText: "Users see on the consent page that the operator knows the developer.",
  unverifyText: "Users see a warning before they consent.",
  consentsStay: (count: number) =>
    count === 1
      ? "One user has given consent already, and it stays."
      : `${count} users have given consent already, and it stays.`,
  consents: (count: number) =>
    count === 1
      ? "One user loses the consent and has to give it again."
      : `${count} users lose their consent and have to give it again.`,
  tokens: (count: number) => (count === 1 ? "One token ends at once." : `${count} tokens end at once.`),
  freezeText: "Every call of the application is refused. Its owner cannot unfreeze it.",
  unfreezeText:
    "Calls of the application are served again. Consents and tokens that were revoked do not return.",
};

const teams = {
  search: "Search by name",
  empty: "No teams yet",
  emptyText: "Users create teams on their own page.",
  plan: "Plan",
  members: "Members",
  free: "Free",
  premium: "Premium",
  id: "Numeric id",
  change: "Change",
  give: { free: "Change to free", premium: "Change to premium" },
  toTeam: (team: string) => ` for ${team}`,
  toFree: "Give the team the free plan",
  toPremium: "Give the team the premium plan",
  toFreeText:
    "From the next one on, every token request and every call of the team's servers is refused with invalid_org_subscription.",
  membersOf: (count: number) =>
    count === 1
      ? "The team has one member. Pages stay as they are."
      : `The team has ${count} members. Their pages stay as they are.`,
  toPremiumText: "The team's servers can request a token at once.",
};

const invitations = {
  lead: "An invitation creates one account. It works once, for seven days, and is copied by hand.",
  note: "For whom",
  noteHint: "Only administrators see this, here and in the audit log.",
  noNote: "not named",
  operator: "the operator",
  withdrawOf: (note: string) => ` the invitation for ${note}`,
  search: "Search by whom it is for, or who made it",
  newTitle: "Invite someone",
  repeated: "This form was sent before. Its invitation is in the list; its link was shown once.",
  noteMalformed: "Write one line of at most 100 characters.",
  create: "Invite someone",
  by: "By",
  ends: "Ends",
  withdraw: "Withdraw",
  empty: "No open invitations",
  emptyText: "Invite someone with the form below.",
  shownTitle: "The invitation",
  shownText: "Copy the link now. It is not shown again.",
};

const audit = {
  search: "Exact username, action, target or address",
  when: "When",
  who: "Who",
  what: "What",
  target: "On what",
  values: "Before and after",
  empty: "No entries yet",
  emptyText: "Every change on the platform will be here.",
  export: "Export the audit log",
  exportCount: "All entries are written to a file, one JSON object per line, with the hashes that link them.",
  exportPersonal: "The file has usernames and network addresses. The export itself becomes an entry.",
};

const reset = {
  title: "Set a new password",
  lead: (username: string) => `For the user ${username}. The link works once.`,
  password: "New password",
  consequence: "All sessions of this user end. Sign in with the new password afterwards.",
  submit: "Set the password",
  problems: {
    password_too_short: "Choose a password of at least 8 characters.",
    password_too_long: "Choose a shorter password: at most 1024 bytes.",
    password_is_username: "Choose a password that is not the username.",
  },
};

/** Every text of the administration in English. */
export const administrationEn = {
  ...installationEn,
  common,
  users,
  applications,
  clients,
  teams,
  invitations,
  audit,
  reset,
};

/** The texts that each language has. */
export type AdministrationTexts = TextsOf<typeof administrationEn>;
