import {
  changeDays,
  customArgumentsMaximum,
  draftBytesOfSurvey,
  eventDays,
  exportsAtOnce,
  mostFiles,
  mostChoices,
  mostChoicesOnPage,
  mostCrossFields,
  mostParts,
  mostMergedChoices,
  mostSurveyCharacters,
  mostVersionCharacters,
} from "@survey-open-platform/surveys";
import { mostJsonValues } from "@survey-open-platform/service";
import { usualLimits } from "../../../../service/src/http/listener.ts";
import { surveyLimits } from "../../../../surveys/src/question-types/declared-text.ts";
import { logicLimits } from "../../../../surveys/src/model/logic.ts";
import { longestAnswerText } from "../../../../surveys/src/question-fields/text-rules.ts";
import { usualSizeLimit } from "../../../../surveys/src/question-fields/upload.tsx";
import { unsentMilliseconds } from "../../../../surveys/src/store/answer-file-table.ts";
import { keptRevisions } from "../../../../surveys/src/store/draft-history.ts";
import { draftMilliseconds } from "../../../../surveys/src/store/save-progress.ts";
import { fileRoom } from "../../../src/surveys/answering/receive-uploads.ts";
import { longestArgument } from "../../../src/surveys/answering/get-form.ts";
import { declarationMaximumBytes } from "../../../src/declaration/read-declaration.ts";
import { settings } from "../../../src/config/settings.ts";
import { mostFormFields } from "../../../src/http/read-body.ts";
import { longestBody } from "../../../src/http/receive-body.ts";
import { applicationLimits } from "../../../src/model/application.ts";
import { embedOriginsMaximum } from "../../../src/model/embedding.ts";
import { networkListMaximum } from "../../../src/model/network-list.ts";
import { pictureUploadMaximumBytes } from "../../../src/model/picture-upload.ts";
import { unprovenLinesPerMinute } from "../../../src/http/request-log/call-buffer.ts";
import { beginningsOfAddress } from "../../../src/session/providers/begin-at-provider.tsx";
import { usualFormBytes } from "../../../src/session/read-form.ts";
import { refusedAtOnce } from "../../../src/session/refused-sign-in.ts";
import { openRequestsPerSession } from "../../../src/store/tokens/authorization-request-table.ts";
import { groupsPerTeam } from "../../../src/store/teams/contact-group-table.ts";
import { membersPerTeam } from "../../../src/store/teams/contact-member-table.ts";
import { limitsOfMail } from "./limits-of-mail.ts";
import { passkeysPerUser } from "../../../src/store/people/passkey-table.ts";
import { liveAccessTokensPerGrant } from "../../../src/store/installation/policy.ts";
import { secretsPerApplication } from "../../../src/store/applications/rotate-secret.ts";
import { securityEvents } from "../../../src/store/audit/security-event.ts";
import { agentLimits } from "./agent-limits.ts";
import { anonymousLimits } from "./anonymous-limits.ts";
import { clientLimits } from "./client-limits.ts";
import { authoringLimits } from "./authoring-limits.ts";
import { config, count, kilobytes, type Limit, megabytes, rate, tooMany } from "./limit.ts";

const room = fileRoom(config.uploadsMegabytes);

const answering: readonly Limit[] = [
  {
    what: "half-filled forms kept",
    amount: `${draftMilliseconds / 86_400_000} days after the last change`,
    whom: "each form",
    beyond: "the form is deleted, and counted by its last page",
  },
  {
    what: "half-filled forms of one survey",
    amount: `${draftBytesOfSurvey(config.halfFilledMegabytes)} MB, a sixteenth of all`,
    whom: "a survey",
    beyond: "those saved the longest ago are deleted",
    setting: "halfFilledMegabytes",
  },
  {
    what: "half-filled forms of all surveys",
    amount: `${count(config.halfFilledMegabytes)} MB`,
    whom: "the installation",
    beyond: "those saved the longest ago are deleted, of the survey that has the most",
    setting: "halfFilledMegabytes",
  },
  {
    what: "files for one question",
    amount: String(mostFiles),
    whom: "an answer",
    beyond: "the page says so",
  },
  {
    what: "size of one file, unless the question says otherwise",
    amount: `${usualSizeLimit / 1024} MB`,
    whom: "each file",
    beyond: "the page says so",
  },
  {
    what: "files that were not sent with an answer",
    amount: `${count(room.unsent)} MB, for ${unsentMilliseconds / 3_600_000} hours`,
    whom: "the installation",
    beyond: "the oldest are deleted; the page asks for them again",
    setting: "uploadsMegabytes",
  },
  ...(
    [
      ["files of one survey", room.ofSurvey, "a survey"],
      ["files of the surveys of one owner", room.ofOwner, "a user or team"],
      ["all files", room.all, "the installation"],
    ] as const
  ).map(([what, size, whom]): Limit => ({
    what,
    amount: `${count(size)} MB`,
    whom,
    beyond: "the page says that a file could not be stored",
    setting: "uploadsMegabytes",
  })),
  {
    what: "text of an answer, unless the question says less",
    amount: `${count(longestAnswerText)} characters`,
    whom: "each text",
    beyond: "the page says so; what is kept is cut",
  },
  {
    what: "a custom argument in an address, and the referrer",
    amount: `${longestArgument} characters`,
    whom: "each answer",
    beyond: "the rest is left out",
  },
];

const people: readonly Limit[] = [
  {
    what: "refused sign-ins that are answered at once",
    amount: rate(refusedAtOnce),
    whom: "each process",
    beyond: "a response comes a second late",
  },
  {
    what: "sign-ins with another account begun",
    amount: rate(beginningsOfAddress),
    whom: "an address",
    beyond: tooMany,
  },
  {
    what: "entries of security events in the audit log",
    amount: rate(securityEvents),
    whom: "each kind of event",
    beyond: "further ones are not recorded",
  },
  {
    what: "open consent pages",
    amount: String(openRequestsPerSession),
    whom: "a session",
    beyond: "the oldest one ends",
  },
  ...limitsOfMail,
  { what: "passkeys", amount: String(passkeysPerUser), whom: "a user", beyond: "the page says so" },
  {
    what: "one form of a page, unless the page needs more",
    amount: kilobytes(usualFormBytes),
    whom: "each form",
    beyond: "status 413",
  },
  {
    what: "a picture that is uploaded",
    amount: kilobytes(pictureUploadMaximumBytes),
    whom: "each picture",
    beyond: "the page says so",
  },
];

const programs: readonly Limit[] = [
  {
    what: "token requests",
    amount: rate({ burst: config.tokenRequestBurst, perMinute: config.tokenRequestsPerMinute }),
    whom: "an application",
    beyond: "`request_rate_limited`",
    setting: "tokenRequestsPerMinute",
  },
  {
    what: "data calls",
    amount: `${count(config.dataCallsPerMinute)} a minute in each process`,
    whom: "an application",
    beyond: "`request_rate_limited`",
    setting: "dataCallsPerMinute",
  },
  {
    what: "live access tokens",
    amount: String(liveAccessTokensPerGrant),
    whom: "a grant",
    beyond: "the oldest one ends",
  },
  { what: "body of a call", amount: megabytes(longestBody), whom: "each call", beyond: "`invalid_argument`" },
  {
    what: "fields of a form in a body",
    amount: count(mostFormFields),
    whom: "each call",
    beyond: "`invalid_argument`",
  },
  {
    what: "values and names in the JSON of a body",
    amount: count(mostJsonValues),
    whom: "each call",
    beyond: "`invalid_argument`",
  },
  {
    what: "lines of the request log",
    amount: count(config.requestLogLines),
    whom: "the installation",
    beyond: "the oldest are deleted",
    setting: "requestLogLines",
  },
  {
    what: "lines of the request log for calls without a valid token or secret",
    amount: `${unprovenLinesPerMinute.ofAppid} a minute, ${unprovenLinesPerMinute.together} for all appids`,
    whom: "an appid and a process",
    beyond: "the call is counted, without a line",
  },
  {
    what: "secrets",
    amount: String(secretsPerApplication),
    whom: "an application",
    beyond: "one has to be ended first",
  },
  {
    what: "redirect addresses",
    amount: String(applicationLimits.redirectUris),
    whom: "an application",
    beyond: "the page says so",
  },
  {
    what: "networks",
    amount: String(networkListMaximum),
    whom: "an application",
    beyond: "the page says so",
  },
  { what: "events kept", amount: `${eventDays} days`, whom: "each event", beyond: "the event is deleted" },
  {
    what: "changes and deletions of answers kept for programs that ask for them",
    amount: `${changeDays} days`,
    whom: "each change",
    beyond: "an older cursor is refused",
  },
];

const surveys: readonly Limit[] = [
  ...(
    [
      ["pages", surveyLimits.pages, "a survey"],
      ["questions", surveyLimits.questionsPerPage, "a page"],
      ["choices", surveyLimits.options, "a question"],
      ["rows of a matrix", surveyLimits.subTitles, "a question"],
      ["blanks", surveyLimits.blanks, "a question"],
      ["rules", logicLimits.rules, "a survey"],
      ["custom arguments", customArgumentsMaximum, "a survey"],
      ["websites that may show it", embedOriginsMaximum, "a survey"],
    ] as const
  ).map(([what, most, whom]): Limit => ({
    what,
    amount: count(most),
    whom,
    beyond: "the survey is refused, with the place",
  })),
  ...authoringLimits,
  {
    what: "options, rows or blanks of a question",
    amount: count(mostParts),
    whom: "each question",
    beyond: "the survey is refused",
  },
  {
    what: "choices on a page of a survey; of a matrix each field is one, of a ranking each place of each option",
    amount: count(mostChoicesOnPage),
    whom: "each page",
    beyond: "the survey is refused",
  },
  {
    what: "choices on all pages of a survey",
    amount: count(mostChoices),
    whom: "each survey",
    beyond: "the survey is refused",
  },
  {
    what: "a survey as it is stored, about 800 questions with five choices",
    amount: `${count(mostSurveyCharacters)} characters`,
    whom: "each survey",
    beyond: "the survey is refused",
  },
  {
    what: "all published versions of a survey as they are stored",
    amount: `${count(mostVersionCharacters)} characters`,
    whom: "each survey",
    beyond: "publishing is refused; a copy of the survey goes on",
  },
  {
    what: "fields of a cross table",
    amount: count(mostCrossFields),
    whom: "each look at it",
    beyond: "no table is made, which the page says",
  },
  {
    what: "choices of all versions in results and exports",
    amount: count(mostMergedChoices),
    whom: "a survey",
    beyond: "what only the oldest versions have is left out; JSON lines have it",
  },
  {
    what: "earlier revisions of a draft",
    amount: String(keptRevisions),
    whom: "a survey",
    beyond: "the oldest one is deleted",
  },
  {
    what: "exports being written",
    amount: String(exportsAtOnce),
    whom: "a survey",
    beyond: "the page says so",
  },
  { what: "members", amount: count(membersPerTeam), whom: "a team", beyond: "`invalid_argument`" },
  { what: "groups of contacts", amount: count(groupsPerTeam), whom: "a team", beyond: "`invalid_argument`" },
  {
    what: "a declarative file",
    amount: megabytes(declarationMaximumBytes),
    whom: "each file",
    beyond: "the file is refused",
  },
];

const connections: readonly Limit[] = [
  {
    what: "open connections",
    amount: count(usualLimits.mostConnections),
    whom: "each process",
    beyond: "further ones are closed",
  },
  {
    what: "time in which a request arrives",
    amount: `${usualLimits.requestTimeout / 1000} seconds; a form with files ${usualLimits.uploadTimeout / 60_000} minutes`,
    whom: "each request",
    beyond: "the connection is closed",
  },
  {
    what: "headers of a request",
    amount: `${kilobytes(usualLimits.maxHeaderSize)} in ${usualLimits.headersTimeout / 1000} seconds`,
    whom: "each request",
    beyond: "status 431, or the connection is closed",
  },
];

/** The rows of the table of limits, as the reference shows them. */
export const limitRows: readonly (readonly string[])[] = [
  ...Object.values<Limit>(anonymousLimits),
  ...answering,
  ...people,
  ...programs,
  ...clientLimits,
  ...agentLimits,
  ...surveys,
  ...connections,
].map(({ what, amount, whom, beyond, setting }) => [
  what,
  amount,
  whom,
  beyond,
  setting === undefined ? "" : `\`${settings[setting].variable}\``,
]);
