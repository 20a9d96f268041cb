import type { Child } from "hono/jsx";

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
