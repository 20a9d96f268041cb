import type { Child } from "hono/jsx";
import type { Scope } from "../../model/scopes.ts";

const consent = {
  title: (application: string): string => `Allow ${application} to use your survey data?`,
  headline: (application: Child): Child => ["Allow ", application, " to use your survey data?"],
  application: "Application",
  developer: (developer: Child): Child => ["by ", developer],
  homePage: "Website:",
  noHomePage: "The application has no website listed.",
  verifiedMeaning: "The operator of this platform has verified the developer.",
  unverifiedTitle: "This application is not verified",
  unverifiedMeaning:
    "Its name and developer have not been checked. Allow it only if you know the application and started this yourself.",
  description: "Description by the developer:",
  account: "Your account",
  switchAccount: "Not you? Use a different account",
  may: "The application can",
  reading: "See your data",
  readingPermissions: [
    "see your nickname and your avatar",
    "see your own surveys: titles, questions and settings",
    "see the answers to your surveys, including personal details in them",
  ],
  writing: "Change your data",
  writingPermissions: [
    "create surveys for you",
    "change your own surveys and their settings, and start and stop them",
    "add answers to your surveys, and change answers",
    "have new answers, and changes of your surveys, sent to its own addresses (webhooks) until you revoke access",
  ],
  mayNot: "The application cannot",
  readingOnly: "create or change surveys or answers",
  limits: [
    "see your password or sign in as you",
    "see surveys of a team or of other people",
    "see or change your account or your other authorized applications",
  ],
  duration: "For how long",
  durationText: (access: string, total: string): string =>
    `Each access token lasts ${access}. The application can renew it for up to ${total} from now. After that it has to ask you again.`,
  revoke: (page: Child): Child => [
    "You can revoke access at any time under ",
    page,
    ". It ends immediately.",
  ],
  revokeLink: "Authorized applications",
  destination: "What happens next",
  destinationText: "Whether you allow or deny, you will be redirected to",
  terms: "Terms and privacy",
  termsLink: "Terms of service",
  privacyLink: "Privacy policy",
  noTerms: "The application has not provided terms of service or a privacy policy.",
  decisionLabel: "Your decision",
  allow: "Allow",
  deny: "Deny",
};

/** What an agent can do with some scopes: less than an application that makes calls. */
const ofAgents = (answers: string): Partial<Record<Scope, string>> => ({
  "answers:read": answers,
  "surveys:write":
    "create surveys for you and change drafts; to publish, pause or delete it has to ask you each time",
  "answers:write": "nothing more: the tools of agents change no answers",
});

/** Where the sentences stand: on the consent page, where a grant is widened, and where a grant is shown, without and with personal data. */
const agents = {
  asked: ofAgents("see the answers to your surveys; names and contact data only if you tick that below"),
  widened: ofAgents(
    "see the answers to your surveys; names and contact data only if you allow that under Authorized applications",
  ),
  granted: ofAgents("see the answers to your surveys, without names and contact data"),
  grantedPersonal: ofAgents("see the answers to your surveys, with names and contact data"),
};

/** What each scope of OAuth lets an application do, and how the consent page parts them. */
const scopeTexts = {
  openid: "know that you are the same person each time, by a name that only this application has for you",
  profile: "see your nickname, your picture, your language and your time zone",
  offline_access: "go on while you are away, until its access ends",
  "surveys:read": "see your own surveys: titles, questions and settings",
  "answers:read": "see the answers to your surveys, including personal details in them",
  "surveys:write": "create surveys for you, change them and their settings, and start and stop them",
  "answers:write": "add answers to your surveys, and change answers",
  agents,
  asked: "It asks for",
  added: "New: it asks for this besides",
  held: "You allowed this before, and it stays",
};

/** What the consent page says of clients that no one has registered, or that run on the user's own machine. */
const clientWarnings = {
  describedAt: (host: Child): Child => [
    "The application describes itself at ",
    host,
    ". Its name has not been checked by anyone: decide by this address.",
  ],
  documentHost: "The address by which the application describes itself is at",
  registeredOnDevice:
    "The application has registered itself and runs on your own device. Its name has not been checked by anyone, and any program on the device could have asked: allow it only if you have just started it yourself.",
  registeredItself:
    "The application has registered itself. Its name has not been checked by anyone: allow it only if you have just started it yourself.",
  goesElsewhere: (next: Child, own: Child): Child => [
    "Afterwards the browser goes to ",
    next,
    ", which is another host than ",
    own,
    ".",
  ],
  onOwnMachine:
    "The answer goes to a program on your own device, and any program on it could have asked. Allow it only if you have just started this one.",
};

const surveyChoice = {
  legend: "Which surveys",
  all: (total: number): string => `All my surveys (${total} now), and those I will make`,
  chosen: "Only the surveys that I choose",
  hint: "To the application, your other surveys do not exist. Surveys that it makes itself are added. You can change the choice at any time under Authorized applications.",
  problems: {
    nothing_chosen: "No survey is chosen. Tick at least one, or choose all your surveys.",
    expired: "The page was open for too long, and nothing was changed. Choose again.",
  },
  toChoice: "Go to the choice",
  personal: "Also names and contact data",
  personalHint:
    "What respondents said about who they are and how to reach them, questions that you marked as personal, and arguments of links.",
  notYet:
    "All your surveys. For an hour after an update of this platform, single surveys cannot be chosen yet.",
  chosenOf: (count: number, total: number): string => `Chosen: ${count} of ${total}`,
  more: (count: number): string => `${count} more are chosen. Search for a title to find them.`,
  yours: "Your surveys, the newest first",
  others: "Your other surveys, the newest first",
  found: "Found",
  search: "Search titles",
  next: "Show older ones",
  noOthers: "There are no other surveys.",
  noMatch: "No other title has this text.",
  answers: (count: number): string => (count === 1 ? "1 answer" : `${count} answers`),
};

const formPost = {
  title: "Back to the application",
  lead: (host: Child): Child => ["Your answer goes to ", host, "."],
  submit: "Continue",
};

/** An error that would go to the website of a client that anybody can make. */
const errorReturn = {
  title: "The application's request has an error",
  lead: "The application asked for access in a way that does not work. It sees nothing of yours, and you have done nothing wrong.",
  destination: "It wants you to go on at",
  unchecked:
    "This address has not been checked by anyone, and anybody could have made this link. Go there only if you know the application and have just started it yourself; do not enter the password of this platform there.",
  submit: "Tell the application about the error",
  developer:
    "Anybody could have made the client, and the operator has not verified it, so that its errors go to a website only after a click. On the user's own device they go back at once.",
};

const device = {
  title: "Connect a device",
  lead: "A device or program without a browser shows a code. Type it here, and decide what it may see.",
  warning:
    "Type only a code that you see on your own device, and that you have asked for yourself. Somebody who sends you a code wants to see your surveys.",
  code: "Code",
  codeHint: "Eight letters, such as WDJB-MJHT. Dashes and upper case do not matter.",
  unknown:
    "No device shows this code, or it has expired. Compare it with the device, or let the device show a new one.",
  submit: "Continue",
  destination: "The device that shows this code goes on:",
  allowedTitle: "The device is connected",
  allowedText: "Go back to the device: it goes on by itself within a few seconds. You can close this page.",
  deniedTitle: "The device is not connected",
  deniedText: "The device sees nothing of yours. You can close this page.",
  applications: "Authorized applications",
};

/** What a user reads on the way of a consent. */
export const consentEn = { consent, scopeTexts, clientWarnings, surveyChoice, formPost, errorReturn, device };
