import type { Child } from "hono/jsx";
import { enProblems } from "./en-problems.ts";

const layout = {
  productName: "Survey Open Platform",
  skipToContent: "Skip to the content",
  languageLabel: "Language",
  accountLabel: "Your account",
  signOut: "Sign out",
  footer: "Your surveys stay yours. No application sees them unless you allow it.",
  opensInNewTab: " (opens in a new tab)",
};

const signIn = {
  title: "Sign in",
  continueTo: (application: Child): Child => [
    "You are signing in to answer a request from ",
    application,
    ".",
  ],
  username: "Login name",
  password: "Password",
  showPassword: "Show password",
  submit: "Sign in",
  problems: {
    wrong_credentials: "The login name or the password is not right. Check both and try again.",
    too_many_attempts:
      "There have been too many attempts. To protect the account we are pausing for a while.",
    busy: "More people are signing in than we can serve at once. Please try again in a moment.",
    missing: "Fill in your login name and your password.",
  },
  retryAfter: (duration: string): string => `Try again in ${duration}.`,
  passwordNote: "Your password stays here. No application ever gets to see it.",
};

const verification = { verified: "Verified", unverified: "Not verified" };

const webHost = { shownAs: (unicode: Child): Child => ["(shown as ", unicode, ")"] };

const consent = {
  title: (application: string): string => `May ${application} use your survey data?`,
  headline: (application: Child): Child => ["May ", application, " use your survey data?"],
  application: "Application",
  developer: (developer: Child): Child => ["by ", developer],
  homePage: "Home page:",
  noHomePage: "It has not given a home page.",
  verifiedMeaning: "The people who run this platform have checked who is behind it.",
  unverifiedTitle: "Nobody has checked this application",
  unverifiedMeaning:
    "Its name and its developer are what it says about itself. Allow it only if you know it and started this yourself.",
  description: "In its own words:",
  account: "You",
  switchAccount: "Not you? Use another account",
  may: "It may",
  permissions: [
    "see your nickname and your avatar",
    "see your own surveys: titles, questions and settings",
    "see the answers that people gave to them, with everything personal that they wrote",
    "create surveys for you, change your own ones and add answers to them",
  ],
  mayNot: "It cannot",
  limits: [
    "learn your password or sign in as you",
    "see surveys that belong to a team or to anybody else",
    "see or change your account, or the other applications that you allowed",
  ],
  duration: "For how long",
  durationText: (access: string, total: string): string =>
    `Access lasts ${access} at a time, and the application can renew it by itself until ${total} from now. After that it has to ask you again.`,
  takeBack: (page: Child): Child => [
    "You can take it back at any moment under ",
    page,
    ". It then ends at once.",
  ],
  takeBackLink: "authorized applications",
  destination: "Where you go next",
  destinationText: "Whatever you choose, your browser then goes to",
  terms: "Its rules",
  termsLink: "Terms of service",
  privacyLink: "Privacy policy",
  noTerms: "The application has given neither terms of service nor a privacy policy.",
  decisionLabel: "Your decision",
  allow: "Allow",
  deny: "Deny",
};

const authorizedApplications = {
  title: "Authorized applications",
  lead: "These applications may use your survey data. What you take back ends at once, everywhere.",
  emptyTitle: "No application can use your survey data",
  emptyText: "When you allow one, it is listed here, and you can take it back here.",
  count: (count: number): string => (count === 1 ? "1 application" : `${count} applications`),
  permissions: "It may",
  permissionsText: "see your nickname and avatar; see and change your own surveys; see their answers",
  firstGranted: "First allowed",
  lastUsed: "Last used",
  never: "never",
  timeZone: (zone: string): string => `Times are those of ${zone}.`,
  revoke: "Take back access",
  revokeOf: (application: Child): Child => [" of ", application],
  revokeAllSummary: "Take back access from all applications",
  revokeAllText: "Every application above stops working for you at once. Each has to ask you again.",
  revokeAll: "Yes, take back all access",
  notices: {
    revoked: "Access taken back. The application can no longer use your survey data.",
    revoked_all: "All access taken back. No application can use your survey data now.",
  },
};

const home = {
  title: "Your surveys, used only where you allow it",
  lead: "This server stands in front of a survey system. Applications ask here before they use somebody’s survey data, and people decide.",
  signedInAs: (person: Child): Child => ["You are signed in as ", person, "."],
  steps: [
    { title: "An application asks", text: "It sends you here when it wants to use your survey data." },
    {
      title: "You decide",
      text: "You see who asks, what they would see and for how long, and allow or deny it.",
    },
    { title: "You can take it back", text: "From then on, the application’s very next call is refused." },
  ],
  forPeople: "For people",
  signIn: "Sign in",
  signInText: "See and take back what you have allowed.",
  applications: "Authorized applications",
  applicationsText: "What you have allowed so far, and how to take it back.",
  forDevelopers: "For developers",
  reference: "API reference",
  referenceText: "Every call, field and error, with examples.",
  openApi: "openapi.json",
  openApiText: "The same for programs, as an OpenAPI 3.1 document.",
};

const errorPage = {
  whatToDo: "What to do",
  forDevelopers: "For the developer of the application",
  requestId: "Request ID",
  requestIdHelp: "Name this number when you ask for help.",
  retryAfter: (duration: string): string => `Try again in ${duration}.`,
  home: "Go to the start page",
};

/** Every text of every page in English. Its type is what the other languages have to fill. */
export const en = {
  layout,
  signIn,
  verification,
  webHost,
  consent,
  authorizedApplications,
  home,
  errorPage,
  problems: enProblems,
};

/** What a language has to say. */
export type Texts = typeof en;
