import type { Child } from "hono/jsx";
import type { TextsOf } from "../../pages/texts/texts-of.ts";
import { credentialsEn } from "./credentials-en.ts";
import { membersEn } from "./members-en.ts";

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
