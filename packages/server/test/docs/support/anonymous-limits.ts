import { mostDraftBytes } from "@survey-open-platform/surveys";
import { signUpsOfAddress } from "../../../src/people/account/sign-up.tsx";
import { resetsOfAddress } from "../../../src/people/administration/password-reset.tsx";
import {
  begunForms,
  readSheets,
  readsOfSheet,
  sentAnswers,
  sentFiles,
  sharedResults,
  triedPasswords,
} from "../../../src/surveys/answering/limits.ts";
import { surveyFormMaximumBytes } from "../../../src/surveys/answering/read-survey-form.ts";
import { minimumMilliseconds } from "../../../src/surveys/answering/send-answer.ts";
import { surveyGuessesPerMinute } from "../../../src/surveys/answering/survey-guess-limit.ts";
import { challengesOfAddress } from "../../../src/session/passkeys/begin-challenge.ts";
import { attemptsOfAddress, attemptsOnName } from "../../../src/session/sign-in-attempt.ts";
import { failuresOfAddressFactor } from "../../../src/grants/token/client-checks.ts";
import { config, count, kilobytes, type Limit, megabytes, rate, tooMany } from "./limit.ts";

/** What anyone can do without an account: each of these is reached in a test. */
export const anonymousLimits = {
  formsBegun: {
    what: "half-filled forms begun",
    amount: rate(begunForms),
    whom: "an address, over all surveys",
    beyond: tooMany,
  },
  answersSent: {
    what: "answers sent",
    amount: rate(sentAnswers),
    whom: "an address and a survey",
    beyond: tooMany,
  },
  filesSent: { what: "files sent", amount: rate(sentFiles), whom: "an address", beyond: tooMany },
  bytesStored: {
    what: "stored by answering: forms, answers, files and events of webhooks",
    amount: `${config.addressMegabytesPerHour / 2} MB at once, then as much in an hour`,
    whom: "an address",
    beyond: `${tooMany}; the page keeps what was given`,
    setting: "addressMegabytesPerHour",
  },
  surveyPasswords: {
    what: "passwords of a survey tried",
    amount: rate(triedPasswords),
    whom: "an address and a survey",
    beyond: tooMany,
  },
  linkPasswords: {
    what: "passwords of a link to results tried",
    amount: rate(triedPasswords),
    whom: "an address and a link",
    beyond: tooMany,
  },
  readSheets: { what: "reads of sheets", amount: rate(readSheets), whom: "an address", beyond: tooMany },
  readsOfSheet: {
    what: "reads of one sheet",
    amount: rate(readsOfSheet),
    whom: "the sheet, wherever they come from",
    beyond: tooMany,
  },
  sharedResults: {
    what: "looks at results by a link",
    amount: rate(sharedResults),
    whom: "an address",
    beyond: tooMany,
  },
  guessLimit: {
    what: "wrong addresses of surveys, of those with 8 digits",
    amount: `${surveyGuessesPerMinute} a minute in each process`,
    whom: "an address or a user",
    beyond: "right ones are refused too, with status 429, but those that the browser opened before",
  },
  formBytes: {
    what: "one form of a survey, without its files",
    amount: megabytes(surveyFormMaximumBytes),
    whom: "each form",
    beyond: "status 413",
  },
  draftBytes: {
    what: "one half-filled form, over all its pages",
    amount: kilobytes(mostDraftBytes),
    whom: "each form",
    beyond: "the page is not stored, keeps what was given and says so",
  },
  quickest: {
    what: "shortest time from the first page to the last button",
    amount: `${minimumMilliseconds / 1000} seconds`,
    whom: "each answer",
    beyond: "the page is shown again",
  },
  signIns: {
    what: "attempts to sign in",
    amount: rate(attemptsOfAddress),
    whom: "an address",
    beyond: tooMany,
  },
  signInsOnName: {
    what: "attempts to sign in with one username",
    amount: rate(attemptsOnName),
    whom: "an address and a username",
    beyond: tooMany,
  },
  signUps: {
    what: "attempts to sign up, with or without an invitation",
    amount: rate(signUpsOfAddress),
    whom: "an address",
    beyond: tooMany,
  },
  passwordLinks: {
    what: "links for a new password tried",
    amount: rate(resetsOfAddress),
    whom: "an address",
    beyond: tooMany,
  },
  passkeyChallenges: {
    what: "sign-ins with a passkey begun",
    amount: rate(challengesOfAddress),
    whom: "an address",
    beyond: tooMany,
  },
  wrongSecrets: {
    what: "wrong secrets, and apart from them unknown codes and refresh tokens",
    amount: `${config.failedSecretsPerMinute} a minute`,
    whom: "an address and an appid",
    beyond: "`request_rate_limited`",
    setting: "failedSecretsPerMinute",
  },
  wrongSecretsOfAddress: {
    what: "the same, with whatever appid",
    amount: `${count(config.failedSecretsPerMinute * failuresOfAddressFactor)} a minute`,
    whom: "an address",
    beyond: "`request_rate_limited`; each further refusal a second late",
    setting: "failedSecretsPerMinute",
  },
} satisfies Readonly<Record<string, Limit>>;
