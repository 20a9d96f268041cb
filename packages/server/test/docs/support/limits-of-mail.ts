import { confirmationsOfUser } from "../../../src/people/account/email.tsx";
import { requestsOfAccount, requestsOfAddress } from "../../../src/people/account/forgotten.tsx";
import { invitationsOfUser } from "../../../src/session/invited-address.ts";
import { mostParticipants } from "../../../src/model/participant.ts";
import { mostWaiting } from "../../../src/store/surveys/survey-mailing-table.ts";
import type { RateLimit } from "../../../src/store/installation/policy.ts";
import { config, count, type Limit, tooMany } from "./limit.ts";

function hourly({ burst, perMinute }: RateLimit): string {
  return `${count(burst)} at once, then ${count(60 * perMinute)} an hour`;
}

/** What mails are bounded by. */
export const limitsOfMail: readonly Limit[] = [
  {
    what: "mails handed to the mail server",
    amount: `${config.mailPerMinute} a minute`,
    whom: "the installation",
    beyond: "they wait",
    setting: "mailPerMinute",
  },
  {
    what: "participants",
    amount: count(mostParticipants),
    whom: "a survey",
    beyond: "none of the table is added",
  },
  {
    what: "invitations that wait to be handed over",
    amount: count(mostWaiting),
    whom: "the installation",
    beyond: "the next ones are written later, so that other mails are never behind many",
  },
  {
    what: "links for a forgotten password asked for",
    amount: hourly(requestsOfAddress),
    whom: "an address",
    beyond: tooMany,
  },
  {
    what: "links for a forgotten password of one account",
    amount: hourly(requestsOfAccount),
    whom: "a username or mail address",
    beyond: "nothing is sent, and the page does not say so",
  },
  {
    what: "confirmations of a mail address",
    amount: hourly(confirmationsOfUser),
    whom: "a user",
    beyond: tooMany,
  },
  {
    what: "invitations sent by mail",
    amount: hourly(invitationsOfUser),
    whom: "a user",
    beyond: "the form says so; the link can be passed on by hand",
  },
];
