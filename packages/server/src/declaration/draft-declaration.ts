import { z } from "zod";
import { type PlatformZone, type Problem, problemSink } from "@survey-open-platform/surveys";
import {
  applicationSchema,
  teamSchema,
  userSchema,
  type DeclaredApplication,
  type DeclaredTeam,
  type DeclaredUser,
} from "./declaration-schema.ts";
import { collectNames, type DeclaredNames } from "./declared-names.ts";
import { draftSurvey, type DraftedSurvey } from "./draft-survey.ts";
import { entriesOf, partAt, type PlacedPart } from "./placed-part.ts";
import { parsePart } from "./schema-problems.ts";

/** A file as far as it can be checked and worked out without a database. */
export interface Draft {
  readonly users: readonly PlacedPart<DeclaredUser>[];
  readonly applications: readonly PlacedPart<DeclaredApplication>[];
  readonly teams: readonly PlacedPart<DeclaredTeam>[];
  readonly surveys: readonly PlacedPart<DraftedSurvey>[];
  readonly names: DeclaredNames;
  readonly problems: readonly Problem[];
}

const outerSchema = z.strictObject({
  $schema: z.string().optional(),
  users: z.array(z.unknown()).optional(),
  applications: z.array(z.unknown()).optional(),
  teams: z.array(z.unknown()).optional(),
  surveys: z.array(z.unknown()).optional(),
});

/**
 * Checks each part of a file by itself, so that a problem in one hides no problem in another. Sinks of the
 * parts stay open: what is noted in them later joins the draft's problems.
 *
 * @param zone where the file's times are local
 */
export function draftDeclaration(content: unknown, zone: PlatformZone): Draft {
  const problems: Problem[] = [];
  const file: PlacedPart = { part: content, sink: problemSink(problems) };
  parsePart(outerSchema, file);
  return {
    users: readEach(file, "users", (part) => parsePart(userSchema, part)),
    applications: readEach(file, "applications", (part) => parsePart(applicationSchema, part)),
    teams: readEach(file, "teams", (part) => parsePart(teamSchema, part)),
    surveys: readEach(file, "surveys", (part) => draftSurvey(part, zone)),
    names: collectNames(file),
    problems,
  };
}

function readEach<Value>(
  file: PlacedPart,
  list: string,
  read: (part: PlacedPart) => Value | undefined,
): readonly PlacedPart<Value>[] {
  return entriesOf(partAt(file, list)).flatMap((entry) => {
    const part = read(entry);
    return part === undefined ? [] : [{ part, sink: entry.sink }];
  });
}
