import type { StoredCaller } from "../../store/caller-table.ts";
import type { HubStore } from "../../store/store.ts";
import { textTable } from "../text-table.ts";
import { rightsText } from "./rights-text.ts";

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
