import type { Change } from "../store/declaration/declaration-change.ts";

/** How many things of one kind were made, changed, and found as declared. */
export type Tally = Readonly<Record<Change, number>>;

/** A password or secret that was made because the file gave none. It is shown once and kept nowhere. */
export type GeneratedCredential =
  | { readonly kind: "password"; readonly username: string; readonly password: string }
  | { readonly kind: "secret"; readonly appid: string; readonly secret: string };

/** The id of a team that the file declares; clients send it as `org` and as `user_id`. */
export interface DeclaredTeamId {
  readonly name: string;
  readonly id: number;
}

/** An application whose secret was replaced, and what that did to the tokens that it has. */
export interface ReplacedSecret {
  readonly appid: string;
  readonly tokens: "kept" | "revoked";
}

/** What applying a file did. */
export interface AppliedReport {
  readonly users: Tally;
  /** Teams' applications are counted here too. */
  readonly applications: Tally;
  readonly teams: Tally;
  readonly surveys: Tally;
  readonly answers: Tally;
  readonly teamIds: readonly DeclaredTeamId[];
  readonly replacedSecrets: readonly ReplacedSecret[];
  /** The applications that their owners had changed on pages, and in which the file has changed something since. */
  readonly overwritten: readonly string[];
  /** The teams that were created or changed on pages, and in which the file has changed something since. */
  readonly overwrittenTeams: readonly string[];
  readonly generated: readonly GeneratedCredential[];
}

type Kind = "users" | "applications" | "teams" | "surveys" | "answers";

/** A report while the file is being applied. */
export interface ReportBuilder {
  readonly count: (kind: Kind, change: Change, many?: number) => void;
  readonly team: (team: DeclaredTeamId) => void;
  readonly generated: (credential: GeneratedCredential) => void;
  readonly replacedSecret: (replaced: ReplacedSecret) => void;
  readonly overwritten: (appid: string) => void;
  readonly overwrittenTeam: (name: string) => void;
  readonly report: () => AppliedReport;
}

const kinds = ["users", "applications", "teams", "surveys", "answers"] as const satisfies readonly Kind[];

/** Starts an empty report. */
export function reportBuilder(): ReportBuilder {
  const tallies = {
    users: emptyTally(),
    applications: emptyTally(),
    teams: emptyTally(),
    surveys: emptyTally(),
    answers: emptyTally(),
  };
  const teamIds: DeclaredTeamId[] = [];
  const generated: GeneratedCredential[] = [];
  const replacedSecrets: ReplacedSecret[] = [];
  const overwritten: string[] = [];
  const overwrittenTeams: string[] = [];
  return {
    count: (kind, change, many = 1) => {
      tallies[kind][change] += many;
    },
    team: (team) => void teamIds.push(team),
    generated: (credential) => void generated.push(credential),
    replacedSecret: (replaced) => void replacedSecrets.push(replaced),
    overwritten: (appid) => void overwritten.push(appid),
    overwrittenTeam: (name) => void overwrittenTeams.push(name),
    report: () => ({ ...tallies, teamIds, replacedSecrets, overwritten, overwrittenTeams, generated }),
  };
}

function emptyTally(): Record<Change, number> {
  return { created: 0, updated: 0, unchanged: 0 };
}

/** A report in words, for a terminal. It has the generated credentials in it: print it, never log it. */
export function reportText(report: AppliedReport): string {
  const lines = kinds.map((kind) => {
    const { created, updated, unchanged } = report[kind];
    return `${kind}: ${created} created, ${updated} updated, ${unchanged} unchanged`;
  });
  lines.push(...report.replacedSecrets.map(replacedSecretText));
  lines.push(...report.overwritten.map(overwrittenText), ...report.overwrittenTeams.map(overwrittenTeamText));
  if (report.teamIds.length > 0) lines.push("", "Ids of the teams, for user_id and org in calls:");
  lines.push(...report.teamIds.map(({ name, id }) => `  ${name}: ${id}`));
  if (report.generated.length > 0) lines.push("", "Generated, and shown this once only:");
  return [...lines, ...report.generated.map(credentialText)].join("\n");
}

function replacedSecretText({ appid, tokens }: ReplacedSecret): string {
  return tokens === "revoked"
    ? `The secret of ${appid} was replaced, and everything that was issued to it was revoked.`
    : `The secret of ${appid} was replaced. Its consents and tokens are still valid; if the old secret leaked, run: sop revoke --app ${appid}`;
}

function overwrittenText(appid: string): string {
  return `${appid} was changed in the console since it was declared; what the file says has replaced that.`;
}

function overwrittenTeamText(name: string): string {
  return `Team ${name} was created or changed on its pages since it was declared; what the file says has replaced that.`;
}

/** A credential in words, for a terminal. */
export function credentialText(credential: GeneratedCredential): string {
  return credential.kind === "password"
    ? `  password of ${credential.username}: ${credential.password}`
    : `  secret of ${credential.appid}: ${credential.secret}`;
}
