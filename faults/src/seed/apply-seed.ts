import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { SOP } from "../../../scripts/processes/programs.ts";
import { outputOf } from "../../../scripts/processes/run-program.ts";

/** The credentials of these runs; they are valid only for databases that are deleted afterwards. */
export const credentials = {
  ada: { username: "ada", password: "ada-password-for-fault-runs" },
  application: { appid: "fault_app", secret: "fault-app-secret-for-runs-01" },
} as const;

/** The application's redirect URI. No server listens there. */
export const callback = "http://localhost:9/callback";

/** The credentials of the team number `index`, from 0. */
export function teamCredentials(index: number): { readonly appid: string; readonly secret: string } {
  return { appid: `fault_team_${index}`, secret: `fault-team-secret-for-runs-${index}` };
}

/** What is seeded besides one user and the application. */
export interface SeedOptions {
  /** Teams with an application each; see {@link teamCredentials}. Default: 1. */
  readonly teams?: number;
  /** Users besides Ada: `person-0` and so on, all with Ada's password. Default: 0. */
  readonly people?: number;
}

/** A declarative file with a user, an application, teams, and a survey of each owner. */
function declaration({ teams = 1, people = 0 }: SeedOptions = {}): object {
  const { ada, application } = credentials;
  const question = { type: "radio", title: "Again?", options: [{ text: "Yes" }, { text: "No" }] };
  const survey = (key: string, owner: object) => ({
    key,
    owner,
    creator: "ada",
    title: `Survey ${key}`,
    state: "collecting",
    pages: [{ questions: [question] }],
  });
  const names = Array.from({ length: teams }, (_, index) => `Team ${index}`);
  return {
    users: [
      { ...ada, nickname: "Ada" },
      ...Array.from({ length: people }, (_, index) => personNumber(index)),
    ],
    applications: [
      { ...application, name: "Fault runs", owner: "ada", redirect_uris: [callback], verified: true },
    ],
    teams: names.map((name, index) => ({
      name,
      plan: "premium",
      members: [{ username: "ada", role: "creator" }],
      application: teamCredentials(index),
    })),
    surveys: [
      survey("own", { user: "ada" }),
      ...names.map((team, index) => survey(`team-${index}`, { team })),
    ],
  };
}

function personNumber(index: number): object {
  return { username: `person-${index}`, password: credentials.ada.password, nickname: `Person ${index}` };
}

/** Fills a database by `sop apply`, as an operator would; this also creates the tables. */
export async function applySeed(
  { database, folder }: { readonly database: string; readonly folder: string },
  options?: SeedOptions,
): Promise<void> {
  const file = join(folder, "declaration.json");
  writeFileSync(file, JSON.stringify(declaration(options)));
  await outputOf(process.execPath, [SOP, "apply", file, `--database=${database}`], {
    cwd: folder,
    env: bareEnvironment(),
  });
}
