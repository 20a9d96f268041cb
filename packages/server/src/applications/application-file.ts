import { problemSink, type Problem } from "@survey-open-platform/surveys";
import { stringify } from "yaml";
import { collectNames } from "../declaration/declared-names.ts";
import { applicationSchema, type DeclaredApplication } from "../declaration/declaration-schema.ts";
import { DeclarationSyntaxError } from "../declaration/declaration-syntax-error.ts";
import { problemText } from "../declaration/invalid-declaration-error.ts";
import { entriesOf, partAt, type PlacedPart } from "../declaration/placed-part.ts";
import { parseYaml, type ParsedYaml } from "../declaration/read-yaml.ts";
import { parsePart } from "../declaration/schema-problems.ts";
import type {
  ApplicationFields,
  ApplicationForUser,
} from "../store/applications/application-for-user-table.ts";

/** Largest file that is read, in bytes: reading YAML holds up every other request of the process. */
export const applicationFileMaximumBytes = 256 * 1024;

/** One thing that is wrong with a file. */
export interface FileProblem {
  /** Undefined when the file as a whole is wrong. */
  readonly line: number | undefined;
  /** In English, like all messages about declarative files. */
  readonly text: string;
}

/** What a file says about one application; what is undefined stays as it is. */
export interface ImportedApplication {
  readonly appid: string;
  readonly fields: Partial<ApplicationFields>;
}

/** A file that was read. It is imported only when there are no problems. */
export interface ApplicationFile {
  readonly applications: readonly ImportedApplication[];
  readonly problems: readonly FileProblem[];
}

/** The applications of a user as a declarative file, without secrets, logos and what the operator decides. */
export function writeApplicationFile(owner: string, applications: readonly ApplicationForUser[]): string {
  const declared = applications.map((application) => ({
    appid: application.appid,
    name: application.name,
    owner,
    redirect_uris: application.redirectUris,
    description: application.description,
    home_page: application.homePage,
    terms: application.terms,
    privacy: application.privacy,
    contact: application.contact,
    ...(application.isPublic && { public: true }),
    may_write: application.mayWrite,
    refresh_requires_secret: application.refreshRequiresSecret,
    requires_pkce: application.requiresPkce,
    allowed_networks: application.allowedNetworks,
  }));
  const says = "# Applications of Survey Open Platform. Secrets and logos are not in this file.\n";
  return says + stringify({ applications: declared }, { lineWidth: 0 });
}

/** The developer who imports a file. */
export interface OwnApplications {
  readonly username: string;
  /** Those that are the developer's, by appid. */
  readonly applications: ReadonlyMap<string, Pick<ApplicationForUser, "isPublic">>;
}

/**
 * Reads a declarative file as far as a developer may decide it.
 *
 * @param text the file
 */
export function readApplicationFile(text: string, mine: OwnApplications): ApplicationFile {
  const parsed = parse(text);
  if ("line" in parsed) return { applications: [], problems: [parsed] };
  const problems: Problem[] = [];
  const file: PlacedPart = { part: parsed.content, sink: problemSink(problems) };
  refuseOtherSections(file);
  const entries = entriesOf(partAt(file, "applications"));
  const applications = entries.flatMap((entry) => readApplication(entry, mine));
  collectNames(file);
  if (entries.length === 0 && problems.length === 0)
    file.sink.within("applications").refuse("must be a list of applications");
  return {
    applications,
    problems: problems
      .map((problem) => ({ line: parsed.lineOf(problem.path), text: problemText(problem) }))
      .toSorted((one, other) => one.line - other.line),
  };
}

function parse(text: string): ParsedYaml | FileProblem {
  try {
    return parseYaml({ name: "file", text });
  } catch (error) {
    if (error instanceof DeclarationSyntaxError) return { line: error.line, text: `the file ${error.says}` };
    throw error;
  }
}

function refuseOtherSections({ part, sink }: PlacedPart): void {
  if (typeof part !== "object" || part === null || Array.isArray(part))
    return sink.refuse("must be an object with applications");
  for (const key of Object.keys(part)) {
    if (key === "applications" || key === "$schema") continue;
    sink.within(key).refuse("cannot be imported here: only applications can");
  }
}

/** What belongs in a declarative file, and is decided by someone else or elsewhere. */
const decidedElsewhere: Readonly<Partial<Record<keyof DeclaredApplication, string>>> = {
  secret: "cannot be imported: make secrets on the page of the application",
  logo: "cannot be imported: upload it on the page of the application",
  verified: "is decided by the operator: leave it out",
  disabled: "cannot be imported: freeze the application on its page",
  when_secret_changes: "cannot be imported: it goes with a secret",
};

function readApplication(
  entry: PlacedPart,
  { username, applications }: OwnApplications,
): readonly ImportedApplication[] {
  for (const [key, says] of Object.entries(decidedElsewhere))
    if (partAt(entry, key).part !== undefined) entry.sink.within(key).refuse(says);
  const declared = parsePart(applicationSchema, entry);
  if (declared === undefined) return [];
  if (declared.owner !== username) entry.sink.within("owner").refuse("is not you");
  // The same for an application of someone else and for one that does not exist.
  const present = applications.get(declared.appid);
  if (present === undefined) entry.sink.within("appid").refuse("names no application of yours");
  else if (present.isPublic !== (declared.public ?? present.isPublic))
    entry.sink
      .within("public")
      .refuse("cannot be changed here: it was decided when the application was registered");
  return [{ appid: declared.appid, fields: fieldsOf(declared) }];
}

function fieldsOf(declared: DeclaredApplication): Partial<ApplicationFields> {
  const fields = {
    name: declared.name,
    description: declared.description,
    homePage: declared.home_page,
    contact: declared.contact,
    terms: declared.terms,
    privacy: declared.privacy,
    redirectUris: declared.redirect_uris,
    mayWrite: declared.may_write,
    requiresPkce: declared.requires_pkce,
    refreshRequiresSecret: declared.refresh_requires_secret,
    allowedNetworks: declared.allowed_networks,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
