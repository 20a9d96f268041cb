import type { ShareRole } from "@survey-open-platform/surveys";
import type { FactorChange } from "../../model/mail.ts";
import { userAgentName } from "../../model/user-agent-name.ts";
import { givenName, timeOf, type WordsOfMails } from "./mail-words.ts";

const factorChanges: Readonly<Record<FactorChange, string>> = {
  "second_factor.on": "The second factor was turned on.",
  "second_factor.off": "The second factor was turned off.",
  "second_factor.reset": "The second factor and the passkeys were removed by an administrator.",
  "recovery_codes.renewed": "New recovery codes were made; the old ones no longer work.",
  "passkey.added": "A passkey was added.",
  "passkey.removed": "A passkey was removed.",
};

function browserOf(userAgent: string): string {
  const { browser = "an unknown browser", system = "an unknown system" } = userAgentName(userAgent);
  return `${browser} on ${system}`;
}

const security = "You get this mail because it is about the security of your account.";
const notYou = "If that was not you, change your password and end all sessions on the page below.";
const securityPage = { label: "Security of your account", path: "/account/security" };

const webhookReasons: Readonly<Record<string, string>> = {
  gone: "The receiver says that it wants no more events.",
  failing: "For five days no event could be delivered.",
  revoked: "The access of the application that added it has ended.",
  owner_gone: "The person who added it may no longer read what it sends.",
};

const shareRoles: Readonly<Record<ShareRole, string>> = {
  see: "You can see its results.",
  edit: "You can see its results and edit it.",
  manage: "You can see its results, edit it, delete answers and share it.",
};

/** The words of each mail in English. */
export const wordsEn: WordsOfMails = {
  platform_invitation: (facts) => ({
    subject: "You are invited to a survey platform",
    lines: [
      `${givenName(facts.invitedBy)} invites you to create an account. The link works once, for seven days.`,
    ],
    action: { label: "Create your account", path: `/invitations/${facts.token}` },
    reason: "You get this mail because somebody entered your address. If you do not know them, do nothing.",
  }),
  team_invitation: (facts) => ({
    subject: "You are invited to a team",
    lines: [
      `${givenName(facts.invitedBy)} invites you to the team ${givenName(facts.team)}. The link works once, for seven days.`,
    ],
    action: { label: "Join the team", path: `/invitations/${facts.token}` },
    reason: "You get this mail because somebody entered your address. If you do not know them, do nothing.",
  }),
  password_reset: (facts) => ({
    subject: "Set a new password",
    lines: [
      `Somebody asked for a new password for the account ${facts.identifier}.`,
      "The link works once, for one hour. Your second factor stays as it is.",
    ],
    action: { label: "Set a new password", path: `/reset/${facts.token ?? ""}` },
    reason: "If it was not you, do nothing: your password stays as it is.",
  }),
  address_confirmation: (facts) => ({
    subject: "Confirm your address",
    lines: [
      `The account ${facts.username} wants to get its mails at this address. The link works for one hour, in a browser in which that account is signed in.`,
    ],
    action: { label: "Confirm the address", path: `/account/email/confirm/${facts.token}` },
    reason: "If it was not you, do nothing: the address is not used.",
  }),
  address_changed: (facts) => ({
    subject: "Your address was changed",
    lines: [`The account ${facts.username} no longer gets its mails at this address.`, notYou],
    action: securityPage,
    reason: security,
  }),
  password_changed: (facts) => ({
    subject: "Your password was changed",
    lines: [
      `The password of the account ${facts.username} was changed. All other sessions have ended.`,
      notYou,
    ],
    action: securityPage,
    reason: security,
  }),
  new_browser: (facts) => ({
    subject: "Sign-in from a new browser",
    lines: [
      `Somebody signed in to the account ${facts.username} from a browser that was not used before: ${browserOf(facts.userAgent)}, from the network ${facts.network}.`,
      notYou,
    ],
    action: securityPage,
    reason: security,
  }),
  second_factor: (facts) => ({
    subject: "What you sign in with has changed",
    lines: [`Account ${facts.username}: ${factorChanges[facts.change]}`, notYou],
    action: securityPage,
    reason: security,
  }),
  secret_made: (facts) => ({
    subject: "An application has a new secret",
    lines: [`A secret was made for the application ${givenName(facts.application)} (${facts.appid}).`],
    action: { label: "Its secrets", path: `${facts.path}/secrets` },
    reason:
      "You get this mail because you manage the application. If no one of you made it, end the secret there.",
  }),
  secret_ending: (facts) => ({
    subject: "A secret ends soon",
    lines: [
      `A secret of the application ${givenName(facts.application)} (${facts.appid}) ends on ${timeOf(facts.endsAt)}. Programs that still use it are refused from then on.`,
    ],
    action: { label: "Its secrets", path: `${facts.path}/secrets` },
    reason: "You get this mail because you manage the application.",
  }),
  application_disabled: (facts) => ({
    subject: "An application was disabled",
    lines: [
      `An administrator disabled the application ${givenName(facts.application)} (${facts.appid}). Its consents and tokens have ended.`,
    ],
    action: { label: "The application", path: facts.path },
    reason: "You get this mail because you manage the application.",
  }),
  webhook_off: (facts) => ({
    subject: "A webhook was switched off",
    lines: [
      `The webhook to ${givenName(facts.host)} gets no more events. ${webhookReasons[facts.reason] ?? ""}`,
      "What it missed is kept for 30 days and can be sent again.",
    ],
    action: { label: "The webhook", path: facts.path },
    reason: "You get this mail because you added the webhook.",
  }),
  survey_invitation: (facts) => ({
    subject: facts.subject,
    lines: [
      ...facts.body.split(/\n{2,}/),
      ...(facts.endAt === undefined ? [] : [`Your link is open until ${timeOf(facts.endAt)}.`]),
    ],
    action: { label: "Answer the survey", path: facts.path ?? "/" },
    ...(facts.refusePath !== undefined && {
      otherAction: { label: "I do not want to take part", path: facts.refusePath },
    }),
    reason: `You get this mail because you were invited to the survey “${givenName(facts.title)}”. The link is yours alone.`,
  }),
  survey_shared: (facts) => ({
    subject: `A survey is shared with you: ${givenName(facts.title)}`,
    lines: [
      `${givenName(facts.sharedBy)} shares the survey “${givenName(facts.title)}” with you. ${shareRoles[facts.role]}`,
    ],
    action: { label: "The survey", path: `/surveys/${facts.surveyId}` },
    reason: "You get this mail because somebody shares a survey with your account.",
  }),
  survey_offered: (facts) => ({
    subject: `A survey is offered to you: ${givenName(facts.title)}`,
    lines: [
      `${givenName(facts.offeredBy)} wants to hand the survey “${givenName(facts.title)}” over to you, with its answers. It is yours once you accept; the offer holds for 30 days.`,
    ],
    action: { label: "Look at the offer", path: `/surveys/offers/${facts.surveyId}` },
    reason:
      "You get this mail because somebody offers a survey to your account. If you do not want it, do nothing.",
  }),
  comment_mention: (facts) => ({
    subject: `You are mentioned in a comment: ${givenName(facts.title)}`,
    lines: [
      `${givenName(facts.author)} mentions you in a comment on the survey “${givenName(facts.title)}”.`,
    ],
    action: {
      label: "The comments",
      path: `/surveys/${facts.surveyId}/comments#comment-${facts.commentId}`,
    },
    reason: "You get this mail because you can see the survey.",
  }),
  survey_ends: (facts) => ({
    subject: `A survey ends soon: ${givenName(facts.title)}`,
    lines: [`The survey “${givenName(facts.title)}” accepts answers until ${timeOf(facts.endAt)}.`],
    action: { label: "The survey", path: `/surveys/${facts.surveyId}` },
    reason: "You get this mail because you watch the survey.",
  }),
  limit_reached: (facts) => ({
    subject: `A survey is full: ${givenName(facts.title)}`,
    lines: [`The survey “${givenName(facts.title)}” has its ${facts.limit} answers, and accepts no more.`],
    action: { label: "Results", path: `/surveys/${facts.surveyId}/results` },
    reason: "You get this mail because you watch the survey.",
  }),
  export_ready: (facts) => ({
    subject: `An export is ready: ${givenName(facts.title)}`,
    lines: [
      `Your export of the survey “${givenName(facts.title)}” can be downloaded for a day, once you are signed in.`,
    ],
    action: { label: "The export", path: `/surveys/${facts.surveyId}/export` },
    reason: "You get this mail because you watch the survey.",
  }),
  survey_thanks: (facts) => ({
    subject: `Thank you: ${givenName(facts.title)}`,
    lines: [
      `Thank you for answering the survey “${givenName(facts.title)}”. This is a copy of your answer:`,
      ...(facts.lines ?? []),
    ],
    action: { label: "The survey", path: facts.path ?? "/" },
    reason:
      "You get this mail because you were invited to the survey and have answered it. The link is yours alone.",
  }),
  new_answers: (facts) => ({
    subject: `New answers: ${givenName(facts.title)}`,
    lines: [
      facts.count === 1
        ? `The survey “${givenName(facts.title)}” has a new answer.`
        : `The survey “${givenName(facts.title)}” has ${facts.count} new answers.`,
      ...(facts.isFiltered ? ["Only answers with the choice that you watch are counted."] : []),
    ],
    action: { label: "Results", path: `/surveys/${facts.surveyId}/results` },
    reason: "You get this mail because you watch the survey.",
  }),
};

/** What stands below every mail in English. */
export const mailFooterEn = {
  sentBy: (origin: string): string => `Sent by the survey platform at ${origin}`,
  unsubscribe: "No more mails of this kind",
  /** Before an address. */
  before: (label: string): string => `${label}: `,
};

/** The page on which a receiver unsubscribes, in English. */
export const unsubscribePageEn = {
  title: "No more mails of this kind",
  topics: {
    invitations: "This address gets no more invitations to this platform and its teams.",
    webhooks: "This address is not told any more when a webhook is switched off.",
    mentions: "This address is not told any more when a comment mentions its account.",
    sharing: "This address is not told any more when a survey is shared with its account, or offered to it.",
    survey: "This address is not told any more of new answers to the survey.",
    participant: "You do not take part in this survey, and this address gets no more invitations to it.",
  },
  security: "Mails about the security of an account still come.",
  submit: "Send no more",
  done: "No more mails of this kind are sent to this address.",
};
