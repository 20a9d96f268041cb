import type { Child } from "hono/jsx";
import type { TextsOf } from "../../pages/texts/texts-of.ts";

/** Texts about the credentials of a team. */
const credentials = {
  title: "Credentials",
  lead: "Servers of the team get a team token with the appid and a secret, and call the interface with it.",
  noneTitle: "No credentials yet",
  noneText: "Make them to get an appid and a first secret. Your program needs both to request a team token.",
  freePlan: "The team has the free plan: token requests are refused until it is premium.",
  make: "Make the credentials",
  makeHeading: (team: Child): Child => ["Make credentials for ", team, "?"],
  makeConsequences: {
    appid: "The team gets an appid and a first secret. The secret is shown once.",
    writing: "The team token may read and write. You can limit it to reading later.",
    managers: "Creators and administrators of the team can replace secrets and freeze the credentials.",
  },
  appid: "appid",
  teamId: "Team id",
  state: "State",
  networks: "Allowed networks",
  anywhere: "Anywhere",
  editNetworks: "Change the networks",
  networksTitle: "Allowed networks",
  save: "Save",
  frozenTitle: "The credentials are frozen",
  frozenText: "All calls are refused. When they are unfrozen, your servers have to get a new token.",
  disabledTitle: "The operator disabled the credentials",
  disabledText: "All calls are refused. Ask the operator of this platform for the reason.",
  danger: "Freeze",
  dangerFrozen: "Unfreeze",
  dangerText: "If a secret leaked or something is wrong, freeze the credentials. They can be unfrozen later.",
  notices: {
    frozen: "The credentials are frozen. The team token has ended.",
    unfrozen: "The credentials are active again. Your servers have to get a new token.",
    networks: "Saved. The networks hold from the next call.",
    writing: "Saved. The team token may write from the next call on.",
    reading: "Saved. The team token may only read from the next call on.",
    exists: "The team has credentials already. If you did not copy the secret, make another one.",
  },
};

/** Texts about the tokens of a team. */
const tokens = {
  title: "Team token",
  none: "No token was requested yet.",
  valid: (until: Child): Child => ["The token is valid until ", until, "."],
  expired: (at: Child): Child => ["The token expired ", at, ". The next request gets a new one."],
  revoked: (at: Child): Child => [
    "The token was revoked ",
    at,
    ", because the credentials were frozen, a secret was replaced or the operator asked for it.",
  ],
  issued: (at: Child, address: Child, secret: Child): Child => [
    "It was issued ",
    at,
    " to ",
    address,
    ", with the secret “",
    secret,
    "”.",
  ],
  replaced: (earlier: Child): Child => ["It replaced the token that was issued ", earlier, "."],
  whyTitle: "Why a token stops working early",
  why: "A team has one valid token. A program that requests a new one ends the one before at once, on every server. When several programs request their own, each ends the tokens of the others, and their calls fail with invalid_token although nothing else is wrong.",
  wayOut:
    "Let one program request the token and give it to the others. The token hub, which comes with this platform, does that: it keeps one token for all of them and renews it in time.",
  more: "The last 100 tokens",
  caption: "Tokens, the newest first",
  search: "Address or secret",
  noMatchTitle: "No token found",
  noMatchText: "None of the last 100 tokens was requested from such an address, or with such a secret.",
  issuedAt: "Issued",
  from: "From",
  secret: "With",
  end: "Ended",
  isValid: "valid until",
  replacedAt: (at: Child, address: Child): Child => ["replaced ", at, " from ", address],
  expiredAt: (at: Child): Child => ["expired ", at],
  revokedAt: (at: Child): Child => ["revoked ", at],
  recordText: "The last 100 tokens are listed. The record has neither a token nor a secret.",
};

/** Texts about the permission to write. */
const writing = {
  term: "Team token",
  on: "reads and writes",
  off: "only reads",
  switchOn: {
    title: "Allow writing",
    heading: "Let the team token write?",
    consequences: {
      who: "Every program that has the team token or a secret of these credentials can create and change surveys of the team, and add and change answers.",
      when: "It holds from the next call on, also for the present token. You can limit it to reading again at any time.",
    },
  },
  switchOff: {
    title: "Limit to reading",
    heading: "Limit the team token to reading?",
    consequences: {
      what: "Calls that write are refused with permission_denied from the next call on, also with the present token.",
      reading: "Calls that read go on working.",
    },
  },
};

const list = {
  title: "Teams",
  lead: "The surveys of a team belong to all its members. What each of them may do depends on the role.",
  create: "Create a team",
  search: "Search by name",
  caption: "Your teams",
  name: "Name",
  role: "Your role",
  plan: "Plan",
  id: "Team id",
  emptyTitle: "You are in no team",
  emptyText: {
    users: "Create a team, or ask a member of one to send you an invitation link.",
    administrators: "Ask a member of a team to send you an invitation link.",
  },
  noMatchTitle: "No team found",
  noMatchText: "No team of yours has this text in its name.",
  notices: {
    left: "You left the team. You can no longer see it.",
    deleted: "The team was deleted, with its surveys and credentials.",
  },
};

const create = {
  title: "Create a team",
  lead: "You become its creator. It begins with the free plan.",
  name: "Name",
  nameHint: "Up to 100 characters. No other team has the same name.",
  submit: "Create the team",
  problems: {
    name_missing: "Enter a name.",
    name_malformed: "The name must be one line of at most 100 characters.",
    name_taken: "There is a team of this name. Choose another one.",
    too_many: "You are the creator of 5 teams. Delete one, or hand one over, before you create another.",
  },
};

const rename = {
  title: "Rename the team",
  lead: "Members, the numeric id, credentials and tokens stay as they are.",
  submit: "Rename the team",
};

const plans = {
  free: "Free",
  premium: "Premium",
  freeText:
    "The interface is not included: every request for a team token, and every call with one, is refused with invalid_org_subscription.",
  premiumText:
    "The interface is included: servers of the team get a team token with the credentials, and read and change the team's surveys.",
  whoChanges:
    "An administrator of this platform changes the plan. The change holds from the next call, for a token that was issued before too.",
};

const overview = {
  sections: "Pages of the team",
  overview: "Overview",
  members: "Members",
  accounts: "Third-party accounts",
  credentials: "Credentials",
  secrets: "Secrets",
  tokens: "Team token",
  id: "Team id",
  idText:
    "Programs send this number as org when they create something for the team, and as user_id when they mean the team itself.",
  plan: "Plan",
  role: "Your role",
  memberCount: "Members",
  surveys: "Surveys",
  toSurveys: "Surveys of the team",
  created: "Created",
  danger: "Leave, hand over or delete",
  dangerMember: "Leave the team",
  dangerText: "A team always has a creator. The last one hands it over before leaving, or deletes it.",
  leave: "Leave",
  handOver: "Hand over",
  rename: "Rename the team",
  delete: "Delete",
  notices: {
    created: "The team was created. Invite its members, or make its credentials.",
    joined: "You are a member of the team now.",
    renamed: "The team has its new name.",
    handed_over: "The team was handed over. You are a team administrator now.",
  },
};

const roles = {
  title: "What each role includes",
  creator: "Everything: members of every role, credentials, handing over and deleting the team.",
  team_admin: "The credentials, and inviting, changing and removing survey administrators and members.",
  survey_admin: "The surveys of the team; not its credentials.",
  member: "Taking part in the team; not its credentials.",
};

const accounts = {
  title: "Third-party accounts",
  lead: "Accounts that the team’s application registered for its own users. They have no password: the application signs them in.",
  search: "Name or openid",
  noneTitle: "No accounts",
  noneText: "Programs register them with POST /api/sso/users.",
  caption: "Third-party accounts",
  name: "Name",
  id: "Id",
  created: "Created",
  action: "Action",
  disabled: "disabled",
  disable: "Disable",
  enable: "Enable",
  delete: "Delete",
  of: (name: string): string => ` the account ${name}`,
  deleteTitle: "Delete this account?",
  consequences: {
    sessions: "Its sessions end, and its login codes are void.",
    surveys:
      "Surveys of its own are deleted with their answers. Those that it created for a team stay with the team.",
    answers: "Answers that it gave stay, without its openid, nickname, id and network address.",
  },
  lastCreator: "It is the last creator of a team. Make another member a creator first, or delete that team.",
  notices: {
    disabled: "The account is disabled. Its sessions ended.",
    enabled: "The account is enabled.",
    deleted: "The account is deleted.",
  },
};

const members = {
  title: "Members",
  search: "Search by name",
  searchAll: "Search members by name, invitations by note or author",
  caption: "Members of the team",
  name: "Name",
  username: "Username",
  role: "Role",
  action: "Action",
  you: "you",
  disabled: "disabled by the operator",
  change: "Change",
  changeOf: (name: string): string => ` ${name}`,
  leave: "Leave",
  invite: "Invite someone",
  noMatchTitle: "No member found",
  noMatchText: "No member has this text in nickname or username.",
  invitations: "Open invitations",
  invitationsCaption: "Invitations that can be used",
  noInvitationFound: "No open invitation has this text in its note or the name of its author.",
  noInvitations: "None. An invitation is a link that makes one person a member.",
  note: "For whom",
  noNote: "no note",
  invitedBy: "Made by",
  operator: "the operator",
  until: "Valid until",
  withdraw: "Withdraw",
  withdrawOf: (note: string): string => ` the invitation ${note}`,
  notices: {
    role_changed: "The role was changed. It holds from the next request.",
    removed: "The member was removed. Every request from now on is refused.",
    withdrawn: "The invitation was withdrawn. Its link no longer works.",
    repeated:
      "This form was sent before: the invitation was made and its link shown then. If you did not copy it, withdraw it and make another one.",
  },
};

const invite = {
  title: "Invite someone",
  lead: "You get a link to pass on. It works once, for seven days, and can be withdrawn.",
  role: "Role",
  note: "For whom (optional)",
  noteHint: "Only creators and administrators of the team see it.",
  submit: "Make the link",
  problems: {
    note_malformed: "The note must be one line of at most 100 characters.",
    too_many: "There are 50 open invitations. Withdraw one before you make another.",
  },
  shownTitle: "Invitation link",
  once: "Copy the link now: it is shown only once. The first person who opens it can join the team.",
  link: "Link",
  asRole: (role: string): string => `Role in the team: ${role}.`,
  next: "Go to the members",
};

const member = {
  changeTitle: (name: string): string => `Change ${name}`,
  changeHeading: (name: Child): Child => ["Change ", name],
  role: "Role",
  lower:
    "With a lower role, invitations and webhooks end that the member made and the new role does not include. Others can switch the webhooks on again.",
  webhooks: (active: number): string => `Active webhooks that the member added: ${active}.`,
  submit: "Change the role",
  remove: "Remove from the team",
  removeText: "A member who is removed can no longer open a page of the team, from the next request on.",
  removeTitle: (name: string): string => `Remove ${name}?`,
  removeHeading: (name: Child): Child => ["Remove ", name, " from the team?"],
  consequences: {
    pages: (surveys: number): string =>
      `Every page of the team is refused to this user from now on, on every node. Surveys that the user loses: ${surveys}.`,
    surveys: (created: number): string =>
      `Surveys that the user created for the team, and that stay with it: ${created}.`,
    invitations: (open: number): string => `Open invitations of the user that are withdrawn: ${open}.`,
    webhooks: (active: number): string =>
      `Webhooks that the user added and that are switched off: ${active}.`,
    secrets:
      "The user may have copied secrets of the team. If that is a risk, replace the secrets and end the old ones.",
  },
  removeSubmit: "Remove the member",
  lastCreator:
    "This is the last creator of the team. Make another member a creator first, or delete the team.",
};

const leave = {
  title: "Leave the team?",
  heading: (team: Child): Child => ["Leave ", team, "?"],
  consequences: {
    pages: (surveys: number): string =>
      `You can no longer open its pages. Surveys of the team that you no longer see: ${surveys}.`,
    surveys: (created: number): string =>
      `Surveys that you created for the team, and that stay with it: ${created}.`,
    invitations: (open: number): string => `Open invitations of yours that are withdrawn: ${open}.`,
    webhooks: (active: number): string => `Webhooks that you added and that are switched off: ${active}.`,
    back: "To come back you need another invitation.",
  },
  submit: "Leave the team",
  lastCreator: "You are the last creator. Hand the team over to another member first, or delete it.",
};

const handOver = {
  title: "Hand over the team?",
  heading: (team: Child): Child => ["Hand over ", team, "?"],
  consequences: {
    theirs: "The member you choose becomes a creator, and may do everything, also remove you.",
    team: (others: number, surveys: number, answers: number): string =>
      `What the new creator may remove or delete: members: ${others}, surveys: ${surveys}, with ${answers} answers.`,
    yours: "You become a team administrator.",
    credentials: "Credentials and tokens stay as they are.",
  },
  to: "New creator",
  toHint: "The username of a member of the team.",
  problems: {
    unknown: "No other member of the team who can sign in has this username.",
  },
  submit: "Hand over the team",
};

const deletion = {
  title: "Delete the team?",
  heading: (team: Child): Child => ["Delete ", team, "?"],
  consequences: {
    surveys: (surveys: number, answers: number): string =>
      `Surveys of the team that are deleted: ${surveys}, with ${answers} answers.`,
    members: (count: number): string => `Members who lose access: ${count}.`,
    thirdPartyAccounts: (count: number): string =>
      `Third-party accounts, deleted with their surveys: ${count}.`,
    credentials: (applications: number): string =>
      `Applications whose appid, secrets and token end at once: ${applications}.`,
    permanent: "It cannot be undone.",
  },
  typeName: (name: string): string => `Type the name “${name}” to confirm`,
  wrongName: "This is not the name of the team.",
  submit: "Delete the team",
};

/** Every text of the team pages in English. */
export const teamEn = {
  list,
  create,
  rename,
  plans,
  overview,
  roles,
  accounts,
  members,
  invite,
  member,
  leave,
  handOver,
  deletion,
  credentials,
  tokens,
  writing,
};

/** The texts that each language has. */
export type TeamTexts = TextsOf<typeof teamEn>;
