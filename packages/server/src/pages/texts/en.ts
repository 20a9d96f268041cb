import type { Child } from "hono/jsx";
import type { PageProblem } from "../page-problem.ts";

/** How a problem is told: what happened, what to do now, and where it can be known, what the developer got wrong. */
export type ProblemText = {
  readonly title: string;
  readonly happened: string;
  readonly advice: string;
  readonly developer?: string;
};

const problems: Readonly<Record<PageProblem, ProblemText>> = {
  invalid_client: {
    title: "This application is not known here",
    happened: "The link that you followed names an application that is not registered on this platform. Nothing was shared, and you were not sent anywhere.",
    advice: "Go back to where you found the link and tell the people who run it.",
    developer: "appid is missing, empty, too long or not the ID of a registered application.",
  },
  redirect_uri_missing: {
    title: "The link does not say where to take you back",
    happened: "The application sent you here without an address to return to. Nothing was shared, and you were not sent anywhere.",
    advice: "Go back to the application and tell the people who run it.",
    developer: "redirect_uri is missing or empty.",
  },
  redirect_uri_mismatch: {
    title: "The return address is not a registered one",
    happened: "The link asks us to send you to an address that the application has not registered. We did not send you there, and nothing was shared.",
    advice: "If somebody sent you this link, do not trust it. Otherwise tell the people who run the application.",
    developer: "redirect_uri must equal one of the registered addresses character by character, after one URL-decoding.",
  },
  duplicated_parameter: {
    title: "The link says the same thing twice",
    happened: "One part of the link occurs more than once, so it is unclear which one is meant. Nothing was shared.",
    advice: "Go back to the application and start again. If it happens again, tell the people who run it.",
    developer: "A parameter was given more than once.",
  },
  response_type: {
    title: "The application asks in a way that we do not serve",
    happened: "The application asked for a kind of answer that does not exist here. Nothing was shared.",
    advice: "Go back to the application and tell the people who run it.",
    developer: "response_type must be exactly: code",
  },
  scope: {
    title: "The application asks for a permission that does not exist",
    happened: "The permission that the link asks for is not one that can be given here. Nothing was shared.",
    advice: "Go back to the application and tell the people who run it.",
    developer: "scope must be exactly: snsapi_user",
  },
  state: {
    title: "A part of the link is malformed",
    happened: "The application added a value that it is not allowed to add. Nothing was shared.",
    advice: "Go back to the application and start again. If it happens again, tell the people who run it.",
    developer: "state, when given, must be 1 to 128 characters of a-z, A-Z and 0-9.",
  },
  application_disabled: {
    title: "This application is switched off",
    happened: "The application has been switched off on this platform and can not ask for access at the moment. Nothing was shared.",
    advice: "Ask the people who run the application when it will be back.",
    developer: "The application is disabled.",
  },
  wrong_kind_of_application: {
    title: "This application can not ask people for access",
    happened: "The link belongs to a team’s own application. Such an application reads its team’s surveys and never asks a person. Nothing was shared.",
    advice: "Go back to where you found the link and tell the people who run it.",
    developer: "appid names a team application; the authorization page serves only applications that act for one person.",
  },
  csrf: {
    title: "This form is out of date",
    happened: "The form was opened a while ago, or it was sent from another website. To be safe we did nothing with it.",
    advice: "Go back, reload the page and send it again.",
    developer: "The form’s csrf value does not belong to this session, or the request came from another origin.",
  },
  request_expired: {
    title: "You took a little too long",
    happened: "The application’s request is no longer open. Nothing was shared.",
    advice: "Go back to the application and start again.",
  },
  already_answered: {
    title: "You have already answered this request",
    happened: "Each request is answered once, and your first answer counts.",
    advice: "Go back to the application. If it is still waiting, start again there.",
  },
  other_user: {
    title: "You have signed in as somebody else since",
    happened: "The request was opened under another account than the one you are using now. To be safe we did not count your answer.",
    advice: "Go back to the application and start again with the account that you want to use.",
  },
  not_found: {
    title: "There is no page here",
    happened: "The address does not lead to anything, or not any more.",
    advice: "Check the address, or begin at the start page.",
  },
  method_not_allowed: {
    title: "This page can not be used like that",
    happened: "The address exists, but not for this kind of request.",
    advice: "Begin at the start page and follow the links from there.",
  },
  too_many_requests: {
    title: "That was too often",
    happened: "We received more requests from you than we can answer safely.",
    advice: "Wait a little, then try again.",
  },
  busy: {
    title: "We are very busy right now",
    happened: "More people are signing in than we can serve at once. Nothing was lost.",
    advice: "Wait a few seconds, then try again.",
  },
  invalid_argument: {
    title: "Something about this request is not right",
    happened: "A part of the request is missing or malformed, so we did nothing with it.",
    advice: "Go back and try again. If you followed a link, tell the people who gave it to you.",
    developer: "A parameter is missing, empty, malformed or too long.",
  },
  internal_error: {
    title: "Something went wrong on our side",
    happened: "This is our fault, not yours. It has been recorded.",
    advice: "Try again. If it happens again, give the number below to the people who run this platform.",
  },
  storage_unavailable: {
    title: "We can not reach our data at the moment",
    happened: "A part of the platform is not answering. Nothing was changed.",
    advice: "Wait a minute, then try again.",
  },
};

const layout = {
  productName: "Survey Open Platform",
  skipToContent: "Skip to the content",
  languageLabel: "Language",
  accountLabel: "Your account",
  signOut: "Sign out",
  footer: "Your surveys stay yours. No application sees them unless you allow it.",
  opensInNewTab: "(opens in a new tab)",
};

const signIn = {
  title: "Sign in",
  continueTo: (application: Child): Child => ["You are signing in to answer a request from ", application, "."],
  username: "Login name",
  password: "Password",
  showPassword: "Show password",
  submit: "Sign in",
  problems: {
    wrong_credentials: "The login name or the password is not right. Check both and try again.",
    too_many_attempts: "There have been too many attempts. To protect the account we are pausing for a while.",
    busy: "More people are signing in than we can serve at once. Please try again in a moment.",
    missing: "Fill in your login name and your password.",
  },
  retryAfter: (duration: string): string => `Try again in ${duration}.`,
  passwordNote: "Your password stays here. No application ever gets to see it.",
};

const consent = {
  title: (application: string): string => `May ${application} use your survey data?`,
  headline: (application: Child): Child => ["May ", application, " use your survey data?"],
  application: "Application",
  developer: (developer: Child): Child => ["by ", developer],
  homePage: "Home page:",
  noHomePage: "It has not given a home page.",
  writtenAs: (unicode: Child): Child => ["written as ", unicode],
  verified: "Verified",
  verifiedMeaning: "The people who run this platform have checked who is behind it.",
  unverified: "Not verified",
  unverifiedTitle: "Nobody has checked this application",
  unverifiedMeaning: "Its name and its developer are what it says about itself. Allow it only if you know it and started this yourself.",
  description: "In its own words:",
  account: "You",
  switchAccount: "Not you? Use another account",
  may: "It may",
  permissions: [
    "see your nickname and your avatar",
    "see your own surveys: titles, questions and settings",
    "see the answers that people gave to them, with everything personal that they wrote",
    "create surveys for you and change the ones you own",
  ],
  mayNot: "It can not",
  limits: [
    "learn your password or sign in as you",
    "see surveys that belong to a team or to anybody else",
    "see or change your account, or the other applications that you allowed",
  ],
  duration: "For how long",
  durationText: (access: string, total: string): string =>
    `Access lasts ${access} at a time, and the application can renew it by itself until ${total} from now. After that it has to ask you again.`,
  takeBack: (page: Child): Child => ["You can take it back at any moment under ", page, ". It then ends at once."],
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
  forPeople: "For people",
  signIn: "Sign in",
  signInText: "to see and take back what you have allowed.",
  applications: "Authorized applications",
  applicationsText: "what you have allowed so far, and how to take it back.",
  forDevelopers: "For developers",
  reference: "API reference",
  referenceText: "every call, field and error, with examples.",
  openApi: "openapi.json",
  openApiText: "the same as an OpenAPI 3.1 document.",
};

const errorPage = {
  label: "Problem",
  whatToDo: "What to do",
  forDevelopers: "For the developer of the application",
  requestId: "Request ID",
  requestIdHelp: "Name this number when you ask for help.",
  retryAfter: (duration: string): string => `Try again in ${duration}.`,
  home: "Go to the start page",
};

/** Every text of every page in English. Its type is what the other languages have to fill. */
export const en = { layout, signIn, consent, authorizedApplications, home, errorPage, problems };

/** What a language has to say. */
export type Texts = typeof en;
