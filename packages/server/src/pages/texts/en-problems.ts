import type { PageProblem } from "../page-problem.ts";

/** The texts of a problem: what happened, what the user can do and, where it applies, what the developer must correct. */
export type ProblemText = {
  readonly title: string;
  readonly happened: string;
  readonly advice: string;
  readonly developer?: string;
};

/** Every problem in English. */
export const enProblems: Readonly<Record<PageProblem, ProblemText>> = {
  invalid_client: {
    title: "Unknown application",
    happened:
      "The link names an application that is not registered on this platform. No data was shared, and you were not redirected.",
    advice: "Go back to where you found the link and report the problem there.",
    developer: "appid is missing, empty, too long or not the ID of a registered application.",
  },
  provider_failed: {
    title: "Signing in elsewhere did not work",
    happened:
      "The other service did not respond, its response was refused, or it belongs to a sign-in that was begun in another browser or too long ago.",
    advice: "Go back to the sign-in page and start again there.",
  },
  identity_of_another_user: {
    title: "This account is linked already",
    happened: "The account at the other service signs in another user of this platform.",
    advice: "Sign in there with another account, or have the other user unlink it first.",
  },
  redirect_uri_missing: {
    title: "The link has no redirect address",
    happened:
      "The application did not say where to send you afterwards. No data was shared, and you were not redirected.",
    advice: "Go back to the application and report the problem to its developer.",
    developer: "redirect_uri is missing or empty.",
  },
  redirect_uri_mismatch: {
    title: "The redirect address is not registered",
    happened:
      "The link would send you to an address that the application has not registered. You were not redirected, and no data was shared.",
    advice:
      "If someone sent you this link, do not trust it. Otherwise report the problem to the developer of the application.",
    developer: "redirect_uri must match one of the registered addresses exactly, after one URL-decoding.",
  },
  duplicated_parameter: {
    title: "The link repeats a parameter",
    happened:
      "One part of the link occurs more than once, so it is unclear which one is meant. No data was shared.",
    advice:
      "Go back to the application and start again. If it happens again, report the problem to its developer.",
    developer: "A parameter was given more than once.",
  },
  response_type: {
    title: "Unsupported request",
    happened:
      "The application asked for a response type that this platform does not support. No data was shared.",
    advice: "Go back to the application and report the problem to its developer.",
    developer: "response_type must be exactly: code",
  },
  scope: {
    title: "Unknown permission",
    happened:
      "The application asked for a permission that does not exist on this platform. No data was shared.",
    advice: "Go back to the application and report the problem to its developer.",
    developer: "scope must be exactly: snsapi_user",
  },
  state: {
    title: "Part of the link is malformed",
    happened: "The application added a value in a form that is not allowed. No data was shared.",
    advice:
      "Go back to the application and start again. If it happens again, report the problem to its developer.",
    developer: "state, when given, must be 1 to 128 characters of a-z, A-Z and 0-9.",
  },
  application_disabled: {
    title: "This application is disabled",
    happened:
      "The application has been disabled on this platform and cannot ask for access. No data was shared.",
    advice: "Ask the developer of the application when it will be available again.",
    developer: "The application is disabled.",
  },
  wrong_kind_of_application: {
    title: "This application cannot ask users for access",
    happened:
      "The link belongs to a team’s application. Such an application reads its team’s surveys and does not ask users for access. No data was shared.",
    advice: "Go back to where you found the link and report the problem there.",
    developer:
      "appid names a team application; the authorization page is only for applications that act for a user.",
  },
  client_unregistered: {
    title: "Unknown application",
    happened:
      "The application describes itself, and this platform only serves applications that its users or its operator have registered. No data was shared, and you were not redirected.",
    advice: "Ask the operator of this platform whether the application can be allowed.",
    developer: "The setting client-registration does not allow this kind of client_id.",
  },
  client_address: {
    title: "The application’s address cannot be used",
    happened:
      "The application names an address that describes it, and the address is not written as it must be. No data was shared, and you were not redirected.",
    advice: "Go back to the application and report the problem to its developer.",
    developer:
      "A client_id that is an address must be https with a public host name and a path, as a URL parser writes it: without port, user name, fragment and trailing dot, and no IP address.",
  },
  client_document_unreachable: {
    title: "The application’s description could not be fetched",
    happened:
      "The application names an address that describes it, and that address did not respond in time. No data was shared, and you were not redirected.",
    advice: "Wait a minute, then start again in the application.",
    developer:
      "The address in client_id must respond within 5 seconds, and its host name must resolve to public addresses only.",
  },
  client_document_refused: {
    title: "The application’s description could not be read",
    happened:
      "What was found at the address that describes the application is no such description. No data was shared, and you were not redirected.",
    advice: "Go back to the application and report the problem to its developer.",
    developer:
      "The address in client_id must respond with status 200 and application/json in UTF-8, at most 64 KB, without a redirect and without a content coding.",
  },
  client_document_content: {
    title: "The application’s description is not right",
    happened:
      "The description of the application lacks something or contradicts itself. No data was shared, and you were not redirected.",
    advice: "Go back to the application and report the problem to its developer.",
    developer:
      "A metadata document must name its own address as client_id, a client_name, and 1 to 20 redirect_uris; token_endpoint_auth_method, when given, must be none.",
  },
  client_document_busy: {
    title: "Too many descriptions at once",
    happened:
      "The platform is fetching the descriptions of several applications at the moment. No data was shared.",
    advice: "Wait a few seconds, then start again in the application.",
  },
  client_registration_invalid: {
    title: "Unknown application",
    happened:
      "The application has registered itself, but not on this platform, or its registration was changed. No data was shared, and you were not redirected.",
    advice:
      "Start again in the application. If it happens again, remove this platform there and add it again.",
    developer: "client_id is not one that this platform has returned. Register again.",
  },
  client_registration_old: {
    title: "The application’s registration has expired",
    happened:
      "The application registered itself more than 60 days ago, and no one has allowed it since. No data was shared, and you were not redirected.",
    advice:
      "Start again in the application. If it happens again, remove this platform there and add it again.",
    developer:
      "A client_id ends 60 to 90 days after its registration, unless somebody has consented. Register again.",
  },
  csrf: {
    title: "This form is out of date",
    happened:
      "The form was opened too long ago, or it was sent from another website. For your security, nothing was changed.",
    advice:
      "Allow cookies for this site, if your browser blocks them. Then go back, reload the page and send it again.",
    developer:
      "The form’s csrf value does not belong to this session, or the request came from another origin.",
  },
  forbidden: {
    title: "You may not open this page",
    happened: "This page is only for administrators of this platform. Nothing was changed.",
    advice: "Ask an administrator, or sign in with another account.",
  },
  team_forbidden: {
    title: "Your role in the team does not include this",
    happened: "Creators and administrators of a team may do this. Nothing was changed.",
    advice: "Ask a creator of the team, who can do it or change your role.",
  },
  survey_forbidden: {
    title: "You may not do this with this survey",
    happened:
      "Your role in the team lets you see this survey, but does not include this. Nothing was changed.",
    advice: "Ask a creator or an administrator of the team, who can do it or change your role.",
  },
  survey_too_large: {
    title: "This survey is too large",
    happened:
      "A survey may have about as much as 800 questions with five choices each: 1,000,000 characters as it is stored, and 20,000,000 in all versions that were published. A question may have 2,000 options or rows, a page 8,000 choices and a survey 10,000; of a matrix each field is one, of a ranking each place of each option. Nothing was changed.",
    advice:
      "Divide it into several surveys, or shorten its longest lists of choices. A survey that was published very often goes on as a copy.",
  },
  invitation_invalid: {
    title: "This invitation cannot be used",
    happened:
      "It was used already, has expired or was withdrawn. Each invitation works once, for seven days.",
    advice: "Ask the person who sent it for a new one. If you have an account already, sign in.",
  },
  first_start_link_invalid: {
    title: "This link has been used or replaced",
    happened:
      "It creates the first administrator, once. Each start of a platform without users makes a new link and ends the old one.",
    advice:
      "Use the newest link that the platform printed at its start. If there is an administrator already, sign in.",
  },
  login_code_invalid: {
    title: "This link has expired",
    happened: "Links that sign you in work once, for one minute, and only for what they were made for.",
    advice: "Go back to the application that sent you here and open the survey from there again.",
  },
  password_link_invalid: {
    title: "This password link cannot be used",
    happened:
      "It was used already, is older than an hour, or was replaced by a newer one. It also ends when the password is changed in another way. Your password was not changed.",
    advice: "Ask an administrator for a new link. If you know your password, sign in.",
  },
  email_link_invalid: {
    title: "This link does not confirm an address",
    happened:
      "It was used already, is older than an hour, was replaced by a newer one, or belongs to another account. Nothing was changed.",
    advice: "Check that you are signed in to the account that the mail names, or enter the address again.",
  },
  sign_up_closed: {
    title: "You cannot create an account here",
    happened: "Accounts on this platform are created by invitation or by its operator.",
    advice: "Ask an administrator for an invitation. If you have an account already, sign in.",
  },
  request_expired: {
    title: "This request has expired",
    happened: "The application’s request is no longer valid. No data was shared.",
    advice: "Go back to the application and start again.",
  },
  already_answered: {
    title: "You have already decided on this request",
    happened: "You can decide on each request once. Your first decision counts.",
    advice: "Go back to the application. If it is still waiting, start again there.",
  },
  other_user: {
    title: "You are signed in with a different account",
    happened:
      "The request was opened with a different account. For your security, your decision was not accepted.",
    advice: "Go back to the application and start again with the account that you want to use.",
  },
  not_found: {
    title: "Page not found",
    happened: "There is no page at this address.",
    advice: "Check the address, or go to the home page.",
  },
  method_not_allowed: {
    title: "This request is not supported",
    happened: "The address exists, but does not accept this kind of request.",
    advice: "Go to the home page and follow the links there.",
  },
  too_many_requests: {
    title: "Too many requests",
    happened: "We received too many requests from you.",
    advice: "Wait a while, then try again.",
  },
  busy: {
    title: "The server is busy",
    happened: "Too many people are signing in right now. Nothing was lost.",
    advice: "Wait a few seconds, then try again.",
  },
  invalid_argument: {
    title: "Invalid request",
    happened: "Part of the request is missing or malformed. Nothing was changed.",
    advice: "Go back and try again. If you followed a link, report the problem where you found it.",
    developer: "A parameter is missing, empty, malformed or too long.",
  },
  internal_error: {
    title: "Something went wrong",
    happened: "An error occurred on our side. It has been recorded.",
    advice: "Try again. If it happens again, give the request ID below to the operator of this platform.",
  },
  storage_unavailable: {
    title: "Service temporarily unavailable",
    happened: "Part of the platform is not responding. Nothing was changed.",
    advice: "Wait a minute, then try again.",
  },
};
