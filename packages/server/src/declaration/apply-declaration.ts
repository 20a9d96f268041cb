import type { Database } from "@survey-open-platform/database";
import type { Outbox, PlatformZone } from "@survey-open-platform/surveys";
import { auditing } from "../store/audit/auditing.ts";
import type { Actor } from "../store/audit/audit-log-table.ts";
import { findTeams, readDeclarationState } from "../store/declaration/declaration-state.ts";
import {
  applicationLock,
  declarationLock,
  registrationLock,
  teamLock,
  teamNameLock,
  userLock,
} from "../store/statements/locks.ts";
import type { StoreQueries } from "../store/statements/queries.ts";
import type { Schema } from "../store/schema/schema.ts";
import { createOutbox } from "../store/webhooks/create-outbox.ts";
import type { AppliedReport } from "./applied-report.ts";
import { draftDeclaration, type Draft } from "./draft-declaration.ts";
import { InvalidDeclarationError } from "./invalid-declaration-error.ts";
import type { PlacedPart } from "./placed-part.ts";
import { preparePasswords, type PreparedPassword } from "./prepare-passwords.ts";
import { refuseConflicts } from "./refuse-conflicts.ts";
import { writeDraft } from "./write-draft.ts";

/** How often passwords are hashed again when another process changes them in the meantime. */
const attempts = 5;

/** How a file is applied. */
export interface ApplyOptions {
  /** Where the file's times are local. */
  readonly zone: PlatformZone;
  /** Who applies it; without, as for sample data, the audit log does not say what was changed. */
  readonly actor?: Actor | undefined;
}

/**
 * Brings the database into line with a declarative file: all of it in one transaction with its events, or nothing. What the
 * file does not mention stays, and applying the same file again changes nothing.
 *
 * @param database migrated
 * @param file the file's content, as `readDeclaration` gives it; it is checked here
 * @param options where the file's times are local, and who applies it
 * @returns what was done, with the passwords and secrets that were made
 * @throws `InvalidDeclarationError` with every problem of the file, `DatabaseUnavailableError`
 * @example
 * ```ts
 * const report = await applyDeclaration(database, await readDeclaration("platform.yaml"), { zone });
 * console.log(reportText(report));
 * ```
 */
export async function applyDeclaration(
  database: Database<Schema>,
  file: unknown,
  { zone, actor }: ApplyOptions,
): Promise<AppliedReport> {
  const audited = auditing(database, () => undefined);
  const outbox = createOutbox(zone);
  for (let attempt = 1; ; attempt += 1) {
    const draft = draftDeclaration(file, zone);
    const passwords = await passwordsFor(database.reader, draft);
    const locks = await locksOf(database.reader, draft);
    const report = await audited.write((t) => applyDraft(t, draft, { passwords, actor, outbox }), { locks });
    if (report !== "passwords changed") return report;
    if (attempt === attempts) throw new Error("Passwords kept changing while the file was being applied");
  }
}

/** The locks of everything that the file may change; a team that does not exist yet has that of its name. */
async function locksOf(queries: StoreQueries, { names }: Draft): Promise<readonly string[]> {
  const teams = await findTeams(queries, texts(names.teamNames));
  return [
    declarationLock,
    ...texts(names.appids).map(applicationLock),
    ...texts(names.usernames).map(userLock),
    ...texts(names.teamNames).map(teamNameLock),
    ...[...teams.values()].flatMap(({ id }) => [teamLock(id), registrationLock(id)]),
  ];
}

/** A file with problems is not applied, so nothing needs hashing for it. */
async function passwordsFor(
  queries: StoreQueries,
  draft: Draft,
): Promise<ReadonlyMap<string, PreparedPassword>> {
  return draft.problems.length > 0
    ? new Map()
    : preparePasswords(
        queries,
        draft.users.map(({ part }) => part),
      );
}

async function applyDraft(
  transaction: StoreQueries,
  draft: Draft,
  { passwords, ...applying }: Applying,
): Promise<AppliedReport | "passwords changed"> {
  const state = await readDeclarationState(transaction, namesToFind(draft));
  const isConflict = draft.problems.length === 0;
  await refuseConflicts(transaction, draft, state);
  if (draft.problems.length > 0) throw new InvalidDeclarationError(draft.problems, { isConflict });
  for (const [username, { basedOn }] of passwords) {
    if (state.users.get(username)?.password_hash !== basedOn) return "passwords changed";
  }
  return writeDraft(transaction, draft, { state, passwords, ...applying });
}

interface Applying {
  readonly passwords: ReadonlyMap<string, PreparedPassword>;
  readonly actor: Actor | undefined;
  readonly outbox: Outbox;
}

function namesToFind({ names }: Draft) {
  return {
    usernames: texts([...names.usernames, ...names.referredUsers]),
    teamNames: texts([...names.teamNames, ...names.referredTeams]),
    appids: texts(names.appids),
    surveyKeys: texts(names.surveyKeys),
  };
}

function texts(parts: readonly PlacedPart<string>[]): readonly string[] {
  return parts.map(({ part }) => part);
}
