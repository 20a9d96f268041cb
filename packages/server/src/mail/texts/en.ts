import type { FactorChange, MailContent } from "../../model/mail.ts";
import { userAgentName } from "../../model/user-agent-name.ts";
import { givenName, type MailWords, timeOf } from "./mail-words.ts";

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

/** The words of a mail in English. */
export function wordsEn(content: MailContent): MailWords {
  switch (content.kind) {
    case "platform_invitation":
      return {
        subject: "You are invited to a survey platform",
        lines: [
          `${givenName(content.facts.invitedBy)} invites you to create an account. The link works once, for seven days.`,
        ],
        action: { label: "Create your account", path: `/invitations/${content.facts.token}` },
        reason:
          "You get this mail because somebody entered your address. If you do not know them, do nothing.",
      };
    case "team_invitation":
      return {
        subject: "You are invited to a team",
        lines: [
          `${givenName(content.facts.invitedBy)} invites you to the team ${givenName(content.facts.team)}. The link works once, for seven days.`,
        ],
        action: { label: "Join the team", path: `/invitations/${content.facts.token}` },
        reason:
          "You get this mail because somebody entered your address. If you do not know them, do nothing.",
      };
    case "password_reset":
      return {
        subject: "Set a new password",
        lines: [
          `Somebody asked for a new password for the account ${content.facts.identifier}.`,
          "The link works once, for one hour. Your second factor stays as it is.",
        ],
        action: { label: "Set a new password", path: `/reset/${content.facts.token ?? ""}` },
        reason: "If it was not you, do nothing: your password stays as it is.",
      };
    case "address_confirmation":
      return {
        subject: "Confirm your address",
        lines: [
          `The account ${content.facts.username} wants to get its mails at this address. The link works for one hour, in a browser in which that account is signed in.`,
        ],
        action: { label: "Confirm the address", path: `/account/email/${content.facts.token}` },
        reason: "If it was not you, do nothing: the address is not used.",
      };
    case "address_changed":
      return {
        subject: "Your address was changed",
        lines: [`The account ${content.facts.username} no longer gets its mails at this address.`, notYou],
        action: securityPage,
        reason: security,
      };
    case "password_changed":
      return {
        subject: "Your password was changed",
        lines: [
          `The password of the account ${content.facts.username} was changed. All other sessions have ended.`,
          notYou,
        ],
        action: securityPage,
        reason: security,
      };
    case "new_browser":
      return {
        subject: "Sign-in from a new browser",
        lines: [
          `Somebody signed in to the account ${content.facts.username} from a browser that was not used before: ${browserOf(content.facts.userAgent)}, from the network ${content.facts.network}.`,
          notYou,
        ],
        action: securityPage,
        reason: security,
      };
    case "second_factor":
      return {
        subject: "What you sign in with has changed",
        lines: [`Account ${content.facts.username}: ${factorChanges[content.facts.change]}`, notYou],
        action: securityPage,
        reason: security,
      };
    default:
      return wordsOfThingsEn(content);
  }
}

const webhookReasons: Readonly<Record<string, string>> = {
  gone: "The receiver says that it wants no more events.",
  failing: "For five days no event could be delivered.",
  revoked: "The access of the application that added it has ended.",
  owner_gone: "The person who added it may no longer read what it sends.",
};

type AboutThings = Extract<
  MailContent,
  { readonly kind: "secret_made" | "secret_ending" | "application_disabled" | "webhook_off" | "new_answers" }
>;

function wordsOfThingsEn(content: AboutThings): MailWords {
  switch (content.kind) {
    case "secret_made":
      return {
        subject: "An application has a new secret",
        lines: [
          `A secret was made for the application ${givenName(content.facts.application)} (${content.facts.appid}).`,
        ],
        action: { label: "Its secrets", path: `${content.facts.path}/secrets` },
        reason:
          "You get this mail because you manage the application. If no one of you made it, end the secret there.",
      };
    case "secret_ending":
      return {
        subject: "A secret ends soon",
        lines: [
          `A secret of the application ${givenName(content.facts.application)} (${content.facts.appid}) ends on ${timeOf(content.facts.endsAt)}. Programs that still use it are refused from then on.`,
        ],
        action: { label: "Its secrets", path: `${content.facts.path}/secrets` },
        reason: "You get this mail because you manage the application.",
      };
    case "application_disabled":
      return {
        subject: "An application was disabled",
        lines: [
          `An administrator disabled the application ${givenName(content.facts.application)} (${content.facts.appid}). Its consents and tokens have ended.`,
        ],
        action: { label: "The application", path: content.facts.path },
        reason: "You get this mail because you manage the application.",
      };
    case "webhook_off":
      return {
        subject: "A webhook was switched off",
        lines: [
          `The webhook to ${givenName(content.facts.host)} gets no more events. ${webhookReasons[content.facts.reason] ?? ""}`,
          "What it missed is kept for 30 days and can be sent again.",
        ],
        action: { label: "The webhook", path: content.facts.path },
        reason: "You get this mail because you added the webhook.",
      };
    case "new_answers":
      return {
        subject: `New answers: ${givenName(content.facts.title)}`,
        lines: [
          content.facts.count === 1
            ? `The survey ${givenName(content.facts.title)} has a new answer.`
            : `The survey ${givenName(content.facts.title)} has ${content.facts.count} new answers.`,
        ],
        action: { label: "Results", path: `/surveys/${content.facts.surveyId}/results` },
        reason: "You get this mail because you watch the survey.",
      };
  }
}

/** What stands below every mail in English. */
export const mailFooterEn = {
  sentBy: (origin: string): string => `Sent by the survey platform at ${origin}`,
  unsubscribe: (url: string): string => `No more mails of this kind: ${url}`,
};
