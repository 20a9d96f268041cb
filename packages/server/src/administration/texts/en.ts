import type { TextsOf } from "../../pages/texts/texts-of.ts";

const common = {
  sections: "Administration",
  users: "Users",
  applications: "Applications",
  teams: "Teams",
  invitations: "Invitations",
  audit: "Audit log",
  name: "Name",
  state: "State",
  created: "Created",
  owner: "Owner",
  active: "active",
  disabled: "disabled",
  noMatch: "Nothing found",
  noMatchText: "Nothing contains this text. Search for less of it.",
  done: "The change is in force, and in the audit log.",
};

const users = {
  search: "Search by username or nickname",
  username: "Username",
  nickname: "Nickname",
  administrator: "administrator",
  empty: "No users yet",
  emptyText: "Invite someone to the platform first.",
  disable: "Disable the user",
  enable: "Enable the user",
  resetSecondFactor: "Turn off the second factor",
  passwordLink: "Make a one-time password link",
  lastAdministrator: "This is the only administrator who is enabled. Make another one first.",
  sessions: (count: number) => `${count} sessions end.`,
  grants: (count: number) => `${count} consents are revoked, with all their tokens.`,
  refused: "The user can no longer sign in.",
  notRevived: "Enabling the user later brings none of this back.",
  enabled: "The user can sign in again. Sessions, consents and tokens that were revoked do not return.",
  factorOff:
    "The user signs in with the password alone until they set up a second factor again. Recovery codes no longer work.",
  linkOnce: "The link works once, for one hour, and is shown once. Give it only to the user.",
  linkEnds: "With the new password, the user's sessions end. An earlier link no longer works.",
  linkTitle: "The one-time password link",
  linkCopy: "Copy the link now. It is not shown again.",
};

const applications = {
  search: "Search by name, appid or owner",
  empty: "No applications yet",
  emptyText: "Developers register applications in the console.",
  verified: "verified",
  unverified: "not verified",
  verify: "Verify the application",
  unverify: "Withdraw the verification",
  freeze: "Freeze the application",
  unfreeze: "Unfreeze the application",
  homePage: "Home page",
  verifyText: "Users see on the consent page that the operator knows the developer.",
  unverifyText: "Users see a warning before they consent.",
  consents: (count: number) => `${count} users lose their consent and have to give it again.`,
  tokens: (count: number) => `${count} tokens end at once.`,
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
  free: "free",
  premium: "premium",
  toFree: "Give the team the free plan",
  toPremium: "Give the team the premium plan",
  toFreeText: "The next token request of the team's servers is refused with invalid_org_subscription.",
  toPremiumText: "The team's servers can request a token at once.",
};

const invitations = {
  lead: "An invitation creates one account. It works once, for seven days, and is copied by hand.",
  note: "For whom",
  noteHint: "Only administrators and the invited person see this.",
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
  search: "Search for a whole username, action, target or address",
  when: "When",
  who: "Who",
  what: "What",
  target: "On what",
  values: "Before and after",
  address: "Address",
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
export const administrationEn = { common, users, applications, teams, invitations, audit, reset };

/** The texts that each language has. */
export type AdministrationTexts = TextsOf<typeof administrationEn>;
