import { CommandError, textTable, createSealer } from "@survey-open-platform/service";
import type { CallerRights } from "../../callers/caller-rights.ts";
import { registerCaller, type CallerToRegister } from "../../callers/register-caller.ts";
import type { HubConfig } from "../../config.ts";
import type { StoredCaller } from "../../store/caller-table.ts";
import type { HubStore } from "../../store/store.ts";

/** Adds a caller and prints its id and secret, the latter for the only time. */
export async function addCaller(
  { store, config }: { readonly store: HubStore; readonly config: HubConfig },
  addition: CallerToRegister,
  asJson: boolean,
): Promise<void> {
  const { id, secret } = await registerCaller({ store, sealer: createSealer(config.keys) }, addition);
  if (asJson) return console.log(JSON.stringify({ id, secret }));
  const lines = [
    `Caller ${addition.name} added. Rights for ${addition.rights.map(rightsText).join("; ")}.`,
    "",
    `  id      ${id}`,
    `  secret  ${secret}`,
    "",
    "The secret is shown this once and kept encrypted. A client that was written for the platform takes the id as its",
    "appid, the secret as its secret, and the hub as the base address of its token call.",
  ];
  console.log(lines.join("\n"));
}

/** Prints every caller, the revoked ones too, and nothing of their secrets. */
export async function listCallers(store: HubStore, asJson: boolean): Promise<void> {
  const callers = await store.listCallers();
  if (asJson) return console.log(JSON.stringify(callers.map(withoutSecret), undefined, 2));
  if (callers.length === 0)
    return console.log("There are no callers yet: add one with token-hub callers add.");
  console.log(textTable(callers.map(rowOf)));
}

function withoutSecret({ id, name, rights, reportsPerMinute, createdAt, revokedAt }: StoredCaller) {
  return { id, name, rights, reportsPerMinute, createdAt, revokedAt };
}

function rowOf({ id, name, rights, createdAt, revokedAt }: StoredCaller) {
  return {
    id,
    name,
    since: new Date(createdAt).toISOString(),
    revoked: revokedAt === null ? "no" : new Date(revokedAt).toISOString(),
    rights: rights.map(rightsText).join("; "),
  };
}

/** Revokes a caller for good. @throws `CommandError` when there is none to revoke */
export async function revokeCaller(store: HubStore, id: string): Promise<void> {
  if (!(await store.revokeCaller(id)))
    throw new CommandError(`There is no caller ${id}, or it was revoked before.`);
  console.log(`${id} is refused from now on; hubs that run notice within a second or so.`);
}

/** What a caller may do for one application, in a few words. */
function rightsText({ appid, token, report, users, proxyPaths }: CallerRights): string {
  const rights = [token && "token", report && "report", users && "users", ...proxyPaths].filter(Boolean);
  return `${appid}: ${rights.length === 0 ? "none" : rights.join(", ")}`;
}
