import type { Child } from "hono/jsx";
import type { TextsOf } from "../../pages/texts/texts-of.ts";
import { credentialsEn } from "./credentials-en.ts";

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

/** Texts about the members of a team, in English. */
export const membersEn = { members, invite, member, leave, handOver };

/** The texts that each language has. */
export type MembersTexts = TextsOf<typeof membersEn>;

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
  ...credentialsEn,
  ...membersEn,
  list,
  create,
  rename,
  plans,
  overview,
  roles,
  accounts,
  deletion,
};

/** The texts that each language has. */
export type TeamTexts = TextsOf<typeof teamEn>;
