import { consentEn } from "./consent-en.ts";
import type { Child } from "hono/jsx";
import type { BounceReason } from "../../model/bounce.ts";
import type { TeamRole } from "../../model/team.ts";
import { enProblems } from "./en-problems.ts";

const layout = {
  productName: "Survey Open Platform",
  skipToContent: "Skip to content",
  languageLabel: "Language",
  accountLabel: "Your account",
  menu: "Menu",
  signOut: "Sign out",
  footerOfSurvey: "What you answer is seen by those who made this survey.",
  footer: "Your surveys stay yours. Applications can use them only with your permission.",
  privacy: "What is kept about people",
  opensInNewTab: " (opens in a new tab)",
};

const signIn = {
  title: "Sign in",
  continueTo: (application: Child): Child => ["Sign in to continue to ", application, "."],
  username: "Username",
  password: "Password",
  showPassword: "Show password",
  submit: "Sign in",
  problems: {
    wrong_credentials: "Incorrect username or password. Check both and try again.",
    too_many_attempts: "Too many failed attempts. Signing in is paused for a while to protect the account.",
    busy: "Too many people are signing in right now. Please try again in a moment.",
    missing: "Enter your username and password.",
    passkey_refused:
      "This passkey could not be used. It may have been removed, or too much time has passed. Try again, or use your password.",
    provider_unavailable:
      "The other service cannot be reached right now. Use your password, or try again in a moment.",
    provider_declined: "The other service did not sign you in. Try again, or use your password.",
    provider_refused: "The response of the other service was not accepted. Try again, or use your password.",
    provider_unlinked:
      "No account here is linked to the one at the other service. Sign in with your password and link it under Security, or ask an administrator for an invitation.",
  },
  retryAfter: (duration: string): string => `Try again in ${duration}.`,
  passwordNote: "Only this platform sees your password. Applications never do.",
  forgotten:
    "Password forgotten? Ask an administrator of this platform, who can give you a link to set a new one.",
  forgottenLink: "Password forgotten?",
  noAccount: "No account yet?",
  createAccount: "Create an account",
  byInvitation: "No account yet? Ask an administrator of this platform for an invitation.",
};

const switchAccount = {
  title: "Continue with another account?",
  present: (name: Child): Child => ["You are signed in as ", name, "."],
  offered: (name: Child, application: Child): Child => [
    "The link that you followed signs you in as ",
    name,
    " instead, an account of ",
    application,
    ". Your present session in this browser ends.",
  ],
  submit: "Continue with that account",
  stay: "Stay signed in as I am",
};

const stepUp = {
  title: "Confirm that it is you",
  reason: "You are about to change something important. Enter your password to continue.",
  clientReason: "The application asks you to confirm that it is you. Enter your password to continue.",
  submit: "Continue",
  problems: {
    wrong_credentials: "Incorrect password. Check it and try again.",
    too_many_attempts: signIn.problems.too_many_attempts,
    busy: signIn.problems.busy,
    missing: "Enter your password.",
    passkey_refused: signIn.problems.passkey_refused,
  },
};

const providers = {
  signIn: (provider: Child): Child => ["Sign in with ", provider],
  goingOnTitle: "Sign in elsewhere",
  goingOn: (provider: Child): Child => ["You are being redirected to ", provider, ", which signs you in."],
  goOn: "Continue",
};

const passkey = {
  signIn: "Sign in with a passkey",
  signInTitle: "Sign in with a passkey",
  confirm: "Use a passkey",
  insteadOfCode: "Use a passkey instead",
  lead: "Your device asks for your fingerprint, your face or its PIN. This platform learns none of them.",
  usePassword: "Use the password instead",
  needsScript: "Passkeys need JavaScript, which is switched off in this browser. The password works without.",
  unsupported: "This browser has no passkeys. Use your password, or another browser.",
  failed: {
    get: "The device did not give a passkey: there is none for this platform, or it was cancelled. Try again, or use your password.",
    create: "The device did not make a passkey: it has one already, or it was cancelled. Try again.",
  },
};

const secondFactor = {
  title: "Enter a code",
  lead: "Your password is correct. Your account also asks for a code from your authenticator app.",
  code: "Code",
  codeHint: "Six digits, or one of your recovery codes.",
  problems: {
    wrong_code: "This code is not correct, or was used already. Wait for the next one and try again.",
    too_many_attempts: signIn.problems.too_many_attempts,
  },
};

const navigation = {
  label: "Sections",
  surveys: "Surveys",
  account: "Account",
  console: "Applications",
  teams: "Teams",
  admin: "Admin",
  more: "More",
  moreWith: (page: Child): Child => ["More: ", page],
};

const survey = {
  sections: "Pages of the survey",
  untitled: "Untitled survey",
  own: "My surveys",
  shared: "Shared with me",
  ofTeam: (team: Child): Child => ["Surveys of ", team],
  states: { draft: "Draft", collecting: "Collecting answers", paused: "Paused" },
  overview: "Overview",
  edit: "Edit",
  preview: "Preview",
  settings: "Settings",
  share: "Share",
  participants: "Participants",
  results: "Results",
  answers: "Answers",
  export: "Export",
  notices: "Notices",
  webhooks: "Webhooks",
  comments: "Comments",
  log: "Log",
};

const kit = {
  errorSummary: "Please correct the following:",
  cancel: "Cancel",
  copy: "Copy",
  copied: "Copied",
  selected: "Selected. Copy it with Ctrl+C or ⌘C.",
  search: "Search",
  clearSearch: "Clear search",
  pages: "Pages",
  firstPage: "First page",
  nextPage: "Next page",
  invitation: "Invitation",
};

const teamRoles: Readonly<Record<TeamRole, string>> = {
  creator: "creator",
  team_admin: "team administrator",
  survey_admin: "survey administrator",
  member: "member",
};

/** Why an address takes no mail. */
const bounceReasons: Readonly<Record<BounceReason, string>> = {
  no_mailbox: "There is no such mailbox.",
  mailbox_full: "The mailbox is full.",
  mailbox_closed: "The mailbox takes no mails.",
  unreachable: "Its mail server could not be reached.",
  refused: "Its mail server refuses mails of this platform.",
  other: "Its mail server gave no reason.",
};

const verification = { verified: "Verified", unverified: "Not verified" };

const webHost = { shownAs: (unicode: Child): Child => ["(shown as ", unicode, ")"] };

const picture = {
  file: "PNG file",
  fileHint:
    "At most 512 × 512 pixels and 512 KB. It is stored with at most 256 × 256 pixels, and without anything but its pixels.",
  upload: "Upload",
  problems: {
    missing: "Choose a file.",
    not_png: "This is not a PNG file.",
    too_large: "The file has more than 512 KB.",
    too_many_pixels: "The picture has more than 512 × 512 pixels.",
    broken: "The picture cannot be read. Save it again as PNG with colours, and try again.",
  },
};

const home = {
  title: "Make surveys, collect answers, read results",
  lead: "Write the questions, share a link, and see the answers as charts and tables. Applications use your survey data only when you allow it.",
  create: "Create a survey",
  demo: "Open the demo",
  surveys: "Your newest surveys",
  answers: (count: string): string => `${count} in the last 7 days`,
  days: (counts: string): string => `Answers by day, today last: ${counts}`,
  signedInAs: (person: Child): Child => ["You are signed in as ", person, "."],
  steps: [
    {
      title: "Make a survey",
      text: "Begin with a title, a template, or a text that you paste. Questions can depend on answers.",
    },
    { title: "Share it", text: "Send its link or QR code, or show it on your website." },
    {
      title: "Read the results",
      text: "See charts and single answers, and export them for Excel, SPSS or a program.",
    },
  ],
  forPeople: "For users",
  forDevelopers: "For developers",
  links: {
    "/demo": {
      label: "Demo",
      text: "Sign in as a sample user with one click, and see what there is to try.",
    },
    "/login": { label: "Sign in", text: "Make surveys, and manage the applications that can use your data." },
    "/sign-up": { label: "Create an account", text: "Everyone may have one on this platform." },
    "/surveys": { label: "Surveys", text: "Make surveys, share them, and see the results." },
    "/teams": { label: "Teams", text: "Members, plan, credentials and the team token." },
    "/account/applications": {
      label: "Authorized applications",
      text: "See which applications have access, and revoke it.",
    },
    "/admin/users": {
      label: "Administration",
      text: "Users, invitations, applications, plans, settings, health and audit log.",
    },
    "/console": {
      label: "Applications",
      text: "Register an application, get its appid and secret, and see its calls.",
    },
    "/docs/api": { label: "API reference", text: "Every call, field and error, with examples." },
    "/openapi.json": {
      label: "openapi.json",
      text: "The same reference for programs, as an OpenAPI 3.1 document.",
    },
  },
};

const firstSteps = {
  title: "First steps",
  done: "Done.",
  open: "To do.",
  steps: {
    address: {
      label: "Public address",
      text: "The setting auth-url, which links in mails and webhooks begin with.",
    },
    mail: {
      label: "Mail server",
      text: "The setting mail: without it, links are copied and passed on by hand.",
    },
    people: { label: "Invite people", text: "Each gets a link with which they create an account." },
    survey: { label: "Make a survey", text: "Begin with a template, and see how it is answered." },
  },
};

const errorPage = {
  whatToDo: "What to do",
  forDevelopers: "For the developer of the application",
  requestId: "Request ID",
  requestIdHelp: "Include this ID when you ask for help.",
  retryAfter: (duration: string): string => `Try again in ${duration}.`,
  home: "Go to the home page",
};

const keptForm = {
  title: "Not sent yet",
  kept: "What you entered is on this page. Nothing was changed so far.",
  reasons: {
    sign_in: {
      happened: "You are not signed in any more.",
      submit: "Continue",
    },
    step_up: {
      happened: "Your password was entered more than ten minutes ago.",
      submit: "Continue",
    },
    opening: {
      happened: "It is not known any more that you are invited.",
      submit: "Continue",
    },
    sending: {
      happened: "The form was opened before you signed in, so it has to be sent again.",
      submit: "Send the form",
    },
  },
  signInFirst: "Sign in in a new tab, then come back to this one",
  openFirst:
    "Open the survey in a new tab, by the link of your invitation or from the application that invited you, then come back to this one. If that no longer works, ask the person who invited you.",
  confirmFirst: "Confirm in a new tab that it is you, then come back to this one",
  signedInAs: (name: Child): Child => ["You are signed in as ", name, "."],
  files: "Files are not kept. Choose them again afterwards.",
  entered: "What will be sent",
};

const invitedAddress = {
  label: "Mail address (optional)",
  hint: "The link is sent there as well.",
  malformed: "Enter one mail address, such as name@survey.example.",
  too_many: "You have sent many invitations within an hour. Leave the address empty, and pass the link on.",
  off: "This platform sends no mail: pass the link on yourself.",
  sent: (address: Child): Child => ["It was sent to ", address, " as well."],
};

/** Every text of every page in English. Its type is what the other languages have to fill. */
export const en = {
  layout,
  signIn,
  stepUp,
  switchAccount,
  passkey,
  providers,
  secondFactor,
  navigation,
  survey,
  kit,
  teamRoles,
  bounceReasons,
  verification,
  webHost,
  ...consentEn,
  picture,
  home,
  firstSteps,
  errorPage,
  keptForm,
  invitedAddress,
  problems: enProblems,
};

/** The texts that each language has. */
export type Texts = typeof en;
