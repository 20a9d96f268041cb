import type { Child } from "hono/jsx";
import type { GrantedAccess } from "../../../store/tokens/authorized-application-list.ts";

function endedTokens({ accessTokens, refreshTokens, webhooks }: GrantedAccess): string {
  return `Access tokens that stop working: ${accessTokens}; refresh tokens: ${refreshTokens}; webhooks: ${webhooks}.`;
}

/** Changes by their names in the audit log; others are shown by those. */
const actions: Readonly<Partial<Record<string, string>>> = {
  "survey.created": "made a draft",
  "survey.draft_changed": "changed the draft",
  "survey.settings_changed": "changed the settings",
  "survey.publish_asked": "asked to publish",
  "survey.pause_asked": "asked to pause",
  "survey.delete_asked": "asked to delete",
};

/** What the pages about authorized applications say, in English. */
export const authorizedApplicationsEn = {
  title: "Authorized applications",
  lead: "These applications can use your survey data. When you revoke access, it ends immediately.",
  emptyTitle: "No authorized applications",
  emptyText:
    "Applications that you allow to use your survey data are listed here. You can revoke their access at any time.",
  count: (count: number): string => (count === 1 ? "1 application" : `${count} applications`),
  permissions: "Permissions",
  readingText: "See your nickname and avatar, your own surveys and their answers",
  writingText: "Create and change your own surveys, and add and change answers",
  surveys: "Surveys",
  allSurveys: (total: number): string => `all your surveys (${total} now)`,
  chosenSurveys: (count: number, total: number): string => `${count} of ${total} surveys`,
  changeSurveys: "Choose surveys",
  changeSurveysOf: (application: Child): Child => [" for ", application],
  choice: {
    title: (application: string): string => `Surveys for ${application}`,
    heading: (application: Child): Child => ["Surveys for ", application],
    lead: "A change takes effect immediately, also for access that the application has already.",
    submit: "Save",
    cancel: "Cancel",
  },
  firstGranted: "Authorized since",
  lastUsed: "Last used",
  never: "never",
  network: "From",
  changes: "Latest changes",
  survey: (id: string): string => `survey ${id}`,
  actions,
  timeZone: (zone: string): string => `Times are in ${zone}.`,
  revoke: "Revoke access",
  revokeOf: (application: Child): Child => [" for ", application],
  search: "Name, appid or developer",
  noMatchTitle: "No application found",
  noMatchText: "No application here has this text in its name, its appid or the name of its developer.",
  revokeAll: "Revoke all access",
  revocation: {
    title: (application: string): string => `Revoke access for ${application}`,
    heading: (application: Child): Child => ["Revoke access for ", application],
    consequences: (access: GrantedAccess & { readonly mayWrite: boolean }): readonly string[] => [
      `The application loses access to your surveys (${access.surveys}) and their answers (${access.answers}) immediately.${
        access.mayWrite ? " It can no longer change them either." : ""
      }`,
      endedTokens(access),
      "It keeps what it has already read. To use your data again, it has to ask for your permission.",
    ],
    submit: "Revoke access",
  },
  revocationOfAll: {
    title: "Revoke access for all applications",
    consequences: (access: GrantedAccess): readonly string[] => [
      `${access.applications === 1 ? "1 application loses" : `${access.applications} applications lose`} access to your surveys (${access.surveys}) and their answers (${access.answers}) immediately.`,
      endedTokens(access),
      "They keep what they have already read. To use your data again, each has to ask for your permission.",
    ],
    submit: "Revoke all access",
  },
  notices: {
    surveys_changed: "Saved. The application sees exactly these surveys from now on.",
    revoked: "Access revoked. The application can no longer use your survey data.",
    revoked_all: "All access revoked. No application can use your survey data.",
  },
};

/** The texts that each language has. */
export type AuthorizedApplicationsTexts = typeof authorizedApplicationsEn;
