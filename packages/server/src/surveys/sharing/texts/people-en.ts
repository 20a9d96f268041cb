import type { Child } from "hono/jsx";

/** Texts of the page with whom a survey is shared, in English. */
export const peopleEn = {
  title: "People who work on it",
  lead: "Others reach the survey on the pages of this platform only: a token of an application reads the surveys of its own user alone.",
  owner: (name: Child): Child => ["The survey belongs to ", name, "."],
  caption: "With whom the survey is shared",
  who: "Who",
  role: "May",
  since: "Since",
  actions: "Actions",
  team: "Team",
  none: "The survey is shared with no one.",
  roles: {
    see: "See results",
    edit: "Edit",
    manage: "Manage",
  },
  rolesInWords: [
    "See results: the overview, results, single answers and exports.",
    "Edit: also the questions, settings, participants and webhooks, and publishing.",
    "Manage: also delete answers, and share the survey. Deleting it and handing it over stay with its owner.",
  ],
  roleOf: (name: string) => `What ${name} may do`,
  change: "Change",
  changeOf: (name: string) => `Change what ${name} may do`,
  end: "Remove",
  endOf: (name: string) => `Remove ${name}`,
  add: "Share with somebody",
  person: "Username or mail address",
  personHint: "Of somebody with an account here. An address counts once it is confirmed.",
  orTeam: "Or a team of yours",
  noTeam: "No team",
  submit: "Share",
  problems: {
    unknown: "There is no account with this username, or no single one with this confirmed address.",
    nothing: "Enter a person, or choose a team.",
    owner: "The survey already belongs to them.",
    many: "The survey is shared with as many as possible.",
  },
  notices: {
    shared: "Saved. It counts from now on.",
    ended: "Removed. It counts from their next request on.",
  },
};
