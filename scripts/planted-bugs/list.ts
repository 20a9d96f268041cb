import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plant } from "./anchor.ts";
import { accountBugs } from "./accounts.ts";
import { answeringBugs } from "./answering.ts";
import { administrationBugs } from "./administration.ts";
import { authorizationBugs } from "./authorization.ts";
import { applicationBugs } from "./applications.ts";
import { distributionBugs } from "./distribution.ts";
import { connectionBugs } from "./connections.ts";
import { httpBugs } from "./http.ts";
import { interfaceBugs } from "./interface.ts";
import { passkeyBugs } from "./passkeys.ts";
import { providerBugs } from "./providers.ts";
import { operationBugs } from "./operations.ts";
import { engineOf, type PlantedBug } from "./planted-bug.ts";
import { projectsOf } from "./projects-of.ts";
import { requestLogBugs } from "./request-log.ts";
import { sessionBugs } from "./sessions.ts";
import { storageBugs } from "./storage.ts";
import { tokenHubPeopleBugs } from "./token-hub-users.ts";
import { tokenHubProxyBugs } from "./token-hub-proxy.ts";
import { tokenHubRenewalBugs } from "./token-hub-renewal.ts";
import { tokenHubBugs } from "./token-hub.ts";
import { limitBugs } from "./limits.ts";
import { surveyBugs } from "./surveys.ts";
import { workspaceBugs } from "./workspace.ts";
import { teamBugs } from "./teams.ts";
import { thirdPartyBugs } from "./third-party.ts";
import { tokenBugs } from "./tokens.ts";
import { writePermissionBugs } from "./write-permission.ts";
import { webhookBugs } from "./webhooks.ts";

/** Every planted bug. */
export const BUGS: readonly PlantedBug[] = [
  ...authorizationBugs,
  ...accountBugs,
  ...administrationBugs,
  ...sessionBugs,
  ...passkeyBugs,
  ...providerBugs,
  ...applicationBugs,
  ...teamBugs,
  ...thirdPartyBugs,
  ...tokenBugs,
  ...writePermissionBugs,
  ...limitBugs,
  ...connectionBugs,
  ...httpBugs,
  ...requestLogBugs,
  ...interfaceBugs,
  ...storageBugs,
  ...surveyBugs,
  ...workspaceBugs,
  ...answeringBugs,
  ...webhookBugs,
  ...operationBugs,
  ...distributionBugs,
  ...tokenHubBugs,
  ...tokenHubPeopleBugs,
  ...tokenHubProxyBugs,
  ...tokenHubRenewalBugs,
];

/**
 * What is wrong with a list of planted bugs, as sentences; empty when each can be planted.
 *
 * @param root the folder that their paths begin at
 */
export function problemsOfList(bugs: readonly PlantedBug[], root: string): readonly string[] {
  const names = bugs.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...twice.map((name) => `${name}: there are two of this name`),
    ...bugs.flatMap((bug) => problemsOf(bug, root)),
  ];
}

function problemsOf(bug: PlantedBug, root: string): readonly string[] {
  const missing = [bug.file, ...bug.caughtBy].filter((file) => !existsSync(join(root, file)));
  const problems = missing.map((file) => `there is no ${file}`);
  if (bug.caughtBy.length === 0) problems.push("it names no test");
  const engine = engineOf(bug);
  const unrun = bug.caughtBy.filter((file) => projectsOf(file, engine).length === 0);
  problems.push(...unrun.map((file) => `${file} is not run on ${engine}`));
  if (!missing.includes(bug.file)) problems.push(...plantingProblems(bug, root));
  return problems.map((problem) => `${bug.name}: ${problem}`);
}

function plantingProblems(bug: PlantedBug, root: string): readonly string[] {
  try {
    plant(bug, readFileSync(join(root, bug.file), "utf8"));
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
