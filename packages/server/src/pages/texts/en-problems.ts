import type { PageProblem } from "../page-problem.ts";

/** How a problem is told: what happened, what to do now, and where it can be known, what the developer got wrong. */
export type ProblemText = {
  readonly title: string;
  readonly happened: string;
  readonly advice: string;
  readonly developer?: string;
};

/** Every problem in English. */
export const enProblems: Readonly<Record<PageProblem, ProblemText>> = {
  invalid_client: {
    title: "This application is not known here",
    happened:
      "The link that you followed names an application that is not registered on this platform. Nothing was shared, and you were not sent anywhere.",
    advice: "Go back to where you found the link and tell the people who run it.",
    developer: "appid is missing, empty, too long or not the ID of a registered application.",
  },
  redirect_uri_missing: {
    title: "The link does not say where to take you back",
    happened:
      "The application sent you here without an address to return to. Nothing was shared, and you were not sent anywhere.",
    advice: "Go back to the application and tell the people who run it.",
    developer: "redirect_uri is missing or empty.",
  },
  redirect_uri_mismatch: {
    title: "The return address is not a registered one",
    happened:
      "The link asks us to send you to an address that the application has not registered. We did not send you there, and nothing was shared.",
    advice:
      "If somebody sent you this link, do not trust it. Otherwise tell the people who run the application.",
    developer:
      "redirect_uri must equal one of the registered addresses character by character, after one URL-decoding.",
  },
  duplicated_parameter: {
    title: "The link says the same thing twice",
    happened:
      "One part of the link occurs more than once, so it is unclear which one is meant. Nothing was shared.",
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
    happened:
      "The application has been switched off on this platform and cannot ask for access at the moment. Nothing was shared.",
    advice: "Ask the people who run the application when it will be back.",
    developer: "The application is disabled.",
  },
  wrong_kind_of_application: {
    title: "This application cannot ask people for access",
    happened:
      "The link belongs to a team’s own application. Such an application reads its team’s surveys and never asks a person. Nothing was shared.",
    advice: "Go back to where you found the link and tell the people who run it.",
    developer:
      "appid names a team application; the authorization page serves only applications that act for one person.",
  },
  csrf: {
    title: "This form is out of date",
    happened:
      "The form was opened a while ago, or it was sent from another website. To be safe we did nothing with it.",
    advice: "Go back, reload the page and send it again. If it happens again, allow cookies for this site.",
    developer:
      "The form’s csrf value does not belong to this session, or the request came from another origin.",
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
    happened:
      "The request was opened under another account than the one you are using now. To be safe we did not count your answer.",
    advice: "Go back to the application and start again with the account that you want to use.",
  },
  not_found: {
    title: "There is no page here",
    happened: "The address does not lead to anything, or not any more.",
    advice: "Check the address, or begin at the start page.",
  },
  method_not_allowed: {
    title: "This page cannot be used like that",
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
    title: "We cannot reach our data at the moment",
    happened: "A part of the platform is not answering. Nothing was changed.",
    advice: "Wait a minute, then try again.",
  },
};
