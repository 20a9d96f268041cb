import type { Child } from "hono/jsx";
import type { GrantedAccess } from "../../../store/tokens/authorized-application-list.ts";
import { securityEn } from "./security-en.ts";

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

const profile = {
  email: "Mail address",
  noEmail: "none",
  changeEmail: "Change the address",
  title: "Profile",
  username: "Username",
  nickname: "Nickname",
  nicknameHint: "What others see.",
  language: "Language",
  languageOfBrowser: "As set in the browser",
  timeZone: "Time zone",
  timeZoneOfPlatform: (zone: string): string => `That of the platform (${zone})`,
  submit: "Save",
  deleteLink: "Delete my account",
  dataLink: "My data",
  changePicture: "Change the picture",
};

const picture = {
  title: "Picture",
  lead: "It is shown with your name, and to applications that you allow. It is stored here and never loaded from elsewhere.",
  remove: "Remove the picture",
};

const email = {
  title: "Mail address",
  lead: "The platform writes to this address when something happens to your account, and when you have forgotten your password. It signs no one in.",
  off: "This platform sends no mail.",
  none: "You have no address.",
  present: (address: Child): Child => ["Your address: ", address],
  waiting: (address: Child): Child => ["Not confirmed yet: ", address],
  bounced: (why: string): string =>
    `A mail to your address came back. ${why} Notices are paused. Enter the address once more, or another one; they come again when you have confirmed it.`,
  field: "New address",
  hint: "A mail with a link is sent there.",
  problem: "Enter one mail address, such as name@survey.example.",
  submit: "Send the link",
  remove: "Remove the address",
  confirmTitle: "Confirm the address",
  confirmText: (address: Child): Child => ["The platform will write to you at ", address, "."],
  confirm: "Confirm",
};

const mailNotices = {
  title: "Notices",
  lead: "Mails about the security of your account always come. Of everything else you hear only what you choose.",
  noAddress: "You have no confirmed mail address, so nothing is sent.",
  to: (address: Child): Child => ["Mails go to ", address, "."],
  changeAddress: "Change the address",
  surveys: "Surveys that you watch",
  none: "None. On the page Notices of a survey you choose when you hear of new answers.",
  surveysText:
    "You also hear when one of them ends within a day, when it has as many answers as it accepts, and when an export of yours is ready.",
  frequencies: {
    never: "never",
    each: "with each new answer",
    hourly: "at most once an hour",
    daily: "at most once a day",
  },
  frequencyOf: (survey: string) => `When you hear of ${survey}`,
  change: "Change",
  changeOf: (survey: string) => `Change when you hear of ${survey}`,
  conditions: { all: "All answers", some: "Only answers with a choice" },
  topics: {
    webhooks: {
      title: "Webhooks",
      on: "You get a mail when a webhook of yours is switched off.",
      off: "You get no mail when a webhook of yours is switched off.",
    },
    sharing: {
      title: "Shared surveys",
      on: "You get a mail when a survey is shared with you or offered to you.",
      off: "You get no mail when a survey is shared with you or offered to you.",
    },
    mentions: {
      title: "Comments",
      on: "You get a mail when a comment mentions you.",
      off: "You get no mail when a comment mentions you.",
    },
  },
  stopOf: (topic: string) => `${topic}: send no more`,
  resumeOf: (topic: string) => `${topic}: send them again`,
  stop: "Send no more",
  resume: "Send them again",
};

const ownData = {
  title: "My data",
  lead: "You get a zip file with everything that this platform has about you:",
  contents: [
    "person.json: your profile, sessions, consents, memberships, mails, and what the audit log has of what you did",
    "the answers that you gave while you were signed in, or by an invitation to your confirmed address, with their files",
    "Surveys of your own are listed in it. Their answers are exported on the page of each survey.",
  ],
  submit: "Download",
  tooOften: "You have downloaded your data several times just now. Try again in ten minutes.",
  kept: "What is kept, and for how long",
  delete: "Delete my account",
};

const deletion = {
  title: "Delete my account",
  applications: (applications: number, people: number): string =>
    `Your applications are deleted: ${applications}. ${people} authorizations by users end.`,
  teams: (teams: number): string => `You leave your teams: ${teams}. Their surveys stay with them.`,
  grants: (applications: number): string => `${applications} applications lose access to your data.`,
  webhooks: (webhooks: number): string => `Webhooks that you added and that send nothing more: ${webhooks}.`,
  stays:
    "Answers that you gave to other people’s surveys stay with those surveys, without your name, your id and your network address.",
  permanent: "This cannot be undone.",
  username: (username: string): string => `To confirm, type your username: ${username}`,
  usernameProblem: "This is not your username.",
  submit: "Delete my account",
  obstacleTitle: "Your account cannot be deleted yet",
  ownsSurveys: (surveys: number): string =>
    `You own ${surveys} ${surveys === 1 ? "survey" : "surveys"}, with the answers of other people. Hand them over or delete them first.`,
  toSurveys: "To your surveys",
  lastCreator: "You are the only creator of these teams. Hand them over first:",
  lastAdministrator:
    "You are the only administrator of this platform. Make someone else an administrator first.",
  back: "Back to the profile",
};

/** Texts about the data of an account, in English. */
export const profileEn = { profile, picture, email, mailNotices, ownData, deletion };

/** The texts that each language has. */
export type ProfileTexts = typeof profileEn;

const signUp = {
  welcomeTitle: "Set up this platform",
  welcomeLead: "There are no users yet. Create the first account; it becomes the administrator.",
  title: "Create an account",
  lead: "With an account you manage your applications, teams and authorizations.",
  operator: "The operator of this platform",
  invitedBy: (person: Child): Child => [person, " has invited you to this platform."],
  invitedToTeam: (person: Child, team: Child, role: string): Child => [
    person,
    " has invited you to the team ",
    team,
    ` as ${role}.`,
  ],
  expires: (moment: Child): Child => ["The invitation works once, until ", moment, "."],
  username: "Username",
  usernameHint: "You sign in with it. Letters, digits and . _ @ + - ; it cannot be changed later.",
  nickname: "Nickname",
  nicknameHint: "What others see. You can change it at any time.",
  password: "Password",
  passwordHint: "At least 8 characters. A sentence is easier to remember than a short word.",
  submit: "Create account",
  haveAccount: "You already have an account?",
  signIn: "Sign in",
  signInToAccept: "Sign in to accept",
  signedInAs: (person: Child): Child => ["You are signed in as ", person, "."],
  accept: "Join the team",
  notForMembers:
    "You have an account already. Pass the link on to the person it is meant for; it still works.",
  alreadyMember: "You are a member of this team already. The invitation still works for someone else.",
  home: "Go to my account",
  problems: {
    username_missing: "Enter a username.",
    username_malformed:
      "The username may have up to 64 letters, digits and . _ @ + - and begins with a letter or digit.",
    username_taken: "This username is taken. Choose another one.",
    nickname_missing: "Enter a nickname.",
    nickname_malformed: "The nickname may have up to 100 characters in one line.",
    password_too_short: "The password needs at least 8 characters.",
    password_too_long: "The password is too long.",
    password_is_username: "The password must not be the username.",
  },
};

const forgotten = {
  title: "Password forgotten",
  identifier: "Username or mail address",
  hint: "If an account has a confirmed address, it gets a link to set a new password.",
  missing: "Enter your username or your mail address.",
  submit: "Send the link",
  asked:
    "If there is such an account with a confirmed address, a mail is on its way. Its link works for one hour.",
  without: "Without a confirmed address, ask an administrator of this platform, who can give you a link.",
  back: "Back to the sign-in page",
};

/** Texts of the pages for people who are not signed in, in English. */
export const signUpEn = { signUp, forgotten };

/** The texts that each language has. */
export type SignUpTexts = typeof signUpEn;

const sections = {
  label: "Account pages",
  profile: "Profile",
  security: "Security",
  sessions: "Sessions",
};

const notices = {
  saved: "Your changes have been saved.",
  picture_saved: "Your picture was changed.",
  picture_removed: "Your picture was removed.",
  password_changed: "Password changed. All other sessions have ended.",
  session_ended: "The session has ended.",
  sessions_ended: "All other sessions have ended.",
  second_factor_off: "The second factor is off.",
  passkey_added: "The passkey was added. You can sign in with it from now on.",
  passkey_removed: "The passkey was removed and no longer signs you in.",
  identity_linked: "The account was linked. You can sign in with it from now on.",
  email_sent: "A mail with a link is on its way. The address is used once you have opened the link.",
  email_confirmed: "The address is confirmed. The platform writes to you there.",
  email_removed: "The address was removed. You get no more mails.",
  identity_unlinked: "The account was unlinked and no longer signs you in.",
};

/** Every text of the account pages in English. Its type is what the other languages have to fill. */
export const accountEn = {
  authorizedApplications: authorizedApplicationsEn,
  ...signUpEn,
  ...profileEn,
  ...securityEn,
  sections,
  notices,
};

/** The texts of the account pages that each language has. */
export type AccountTexts = typeof accountEn;
