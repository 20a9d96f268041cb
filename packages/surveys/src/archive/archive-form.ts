import { z } from "zod";
import { customArgumentSchema, customArgumentsMaximum } from "../model/custom-argument.ts";

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

const moment = z.int().min(0).nullable();

/** What applies to all versions of a survey. */
const settingsSchema = z.object({
  state: z.union([z.literal(0), z.literal(2), z.literal(3)]),
  startedAt: moment,
  endAt: moment,
  answerLimit: z.int().min(1).nullable(),
  once: z.enum(["none", "browser", "person"]),
  requiresSignIn: z.boolean(),
  onlyListed: z.boolean(),
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

/** A survey without its answers. Definitions are in the JSON form of a survey. */
export const archivedSurveySchema = z.object({
  settings: settingsSchema,
  draft: z.unknown(),
  versions: z.array(z.object({ version: z.int().min(1), publishedAt: z.int(), definition: z.unknown() })),
  /** The serial of the newest answer, deleted ones included. */
  serial: z.int().min(0),
});

const texts = z.record(z.string(), z.string());
const list = z.array(z.string());

/** An answer, in a line of its own. Times are ms UTC. */
export const archivedAnswerSchema = z.object({
  answerId: z.int().min(1),
  version: z.int().min(1),
  hash: z.string().regex(/^[A-Za-z][A-Za-z0-9]{9}$/),
  openid: z.string(),
  nickname: z.string(),
  startedAt: z.int(),
  endedAt: z.int(),
  changedAt: z.int().nullable(),
  channel: z.string(),
  ua: z.string(),
  referrer: z.string(),
  language: z.string(),
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
