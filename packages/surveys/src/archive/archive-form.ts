import { z } from "zod";
import { customArgumentSchema, customArgumentsMaximum } from "../model/custom-argument.ts";
import { isStorable } from "../question-types/declared-text.ts";
import { isInstant } from "../model/platform-time.ts";
import { longestConsent, longestStatement, mostAnswerDays } from "../model/survey-privacy.ts";

/** The name of the form, and its version: a file with another version is refused. */
export const archiveFormat = { format: "survey-open-platform", version: 1 } as const;

/** The first part of an archive, by which it is known. */
export const archiveHeadPath = "sop.json";

/** The first part: what the file is, and which surveys are in it. */
export const archiveHeadSchema = z.object({
  format: z.literal(archiveFormat.format),
  version: z.literal(archiveFormat.version),
  surveys: z.array(z.int().min(1)),
});

const instant = z.int().refine(isInstant, "is no time of the years 1 to 9999");
const moment = instant.nullable();
/** Integers of the database that count. */
const count = z.int().min(0).max(2_147_483_647);
const texts = z.record(z.string(), z.string());

/** What applies to all versions of a survey. */
const settingsSchema = z.object({
  state: z.union([z.literal(0), z.literal(2), z.literal(3)]),
  startedAt: moment,
  endAt: moment,
  answerLimit: z.int().min(1).nullable(),
  once: z.enum(["none", "browser", "person"]),
  requiresSignIn: z.boolean(),
  onlyListed: z.boolean(),
  onlyParticipants: z.boolean().default(false),
  linksEndAt: moment.default(null),
  isAnonymous: z.boolean().default(false),
  allowsAnswerUpdates: z.boolean(),
  redirectUrl: z
    .string()
    .max(2048)
    .regex(/^(https?:\/\/.*)?$/),
  passwordHash: z.string().max(500),
  addressLimit: z.int().min(1).nullable(),
  addressDays: z.int().min(0),
  customArguments: z.array(customArgumentSchema).max(customArgumentsMaximum),
  embedOrigins: z.array(z.string()),
});

const statement = z.string().max(longestStatement).refine(isStorable, "has a NUL character");

const consentSchema = z.object({
  version: z.int().min(1),
  text: z.string().min(1).max(longestConsent).refine(isStorable, "has a NUL character"),
  translations: z
    .record(z.string(), z.string().max(longestConsent).refine(isStorable, "has a NUL character"))
    .default({}),
  createdAt: instant,
});

/** What a survey says about the data of its respondents, with all texts of consent, the oldest first. */
const privacySchema = z
  .object({
    responsible: statement,
    purpose: statement,
    /** By the tags of their languages. */
    statementTranslations: z
      .record(z.string(), z.object({ responsible: statement, purpose: statement }))
      .default({}),
    answerDays: z.int().min(1).max(mostAnswerDays).nullable(),
    keepsCounts: z.boolean(),
    /** The text that respondents have to agree to; 0 for none. */
    consentVersion: z.int().min(0),
    consents: z.array(consentSchema),
  })
  .refine(
    ({ consentVersion, consents }) =>
      consents.every(({ version }, at) => version === at + 1) && consentVersion <= consents.length,
    "a text of consent is missing",
  );

/** A survey without its answers. Definitions are in the JSON form of a survey. */
export const archivedSurveySchema = z.object({
  settings: settingsSchema,
  /** Left out where nothing was said. */
  privacy: privacySchema.optional(),
  draft: z.unknown(),
  versions: z.array(z.object({ version: z.int().min(1), publishedAt: instant, definition: z.unknown() })),
  /** The serial of the newest answer, deleted ones included. */
  serial: z.int().min(0),
});

const list = z.array(z.string());

/** Who is invited, in a line of its own. Their link is made where they arrive. Times are ms UTC. */
export const archivedParticipantSchema = z.object({
  email: z.string(),
  phone: z.string(),
  code: z.string(),
  name: z.string(),
  language: z.string(),
  fields: texts,
  /** Whether the code names a contact of the team. */
  isContact: z.boolean(),
  /** When the link ends; null for no end of its own. */
  endAt: moment.default(null),
  mails: count,
  mailedAt: moment,
  openedAt: moment,
  startedAt: moment,
  refusedAt: moment,
  bouncedAt: moment,
  bounceStatus: z.string().max(100).refine(isStorable, "has a NUL character").default(""),
  createdAt: instant,
  hasAnswered: z.boolean(),
});

/** An answer, in a line of its own. Times are ms UTC. */
export const archivedAnswerSchema = z.object({
  answerId: z.int().min(1),
  version: z.int().min(1),
  hash: z.string().regex(/^[A-Za-z][A-Za-z0-9]{9}$/),
  openid: z.string(),
  nickname: z.string(),
  startedAt: instant,
  endedAt: instant,
  changedAt: moment,
  channel: z.string(),
  ua: z.string(),
  referrer: z.string(),
  language: z.string(),
  /** The text that was agreed to; 0 for none. */
  consentVersion: z.int().min(0).default(0),
  /** Who gave it: the line of the participants, from 1. Left out where they are not in the archive. */
  participant: z.int().min(1).optional(),
  customArguments: texts,
  values: z.record(
    z.string(),
    z.union([
      z.string(),
      list,
      z.object({ options: list, blanks: texts }),
      texts,
      z.record(z.string(), list),
    ]),
  ),
});

/** A survey without its answers. */
export type ArchivedSurvey = z.output<typeof archivedSurveySchema>;

/** An answer of an archive. */
export type ArchivedAnswer = z.output<typeof archivedAnswerSchema>;

/** What a survey of an archive says about the data of its respondents. */
export type ArchivedPrivacy = z.output<typeof privacySchema>;

/** A participant of an archive. */
export type ArchivedParticipant = z.output<typeof archivedParticipantSchema>;
