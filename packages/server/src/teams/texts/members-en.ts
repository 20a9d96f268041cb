import type { Child } from "hono/jsx";
import type { TextsOf } from "../../pages/texts/texts-of.ts";

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
