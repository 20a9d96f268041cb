import { CommandError } from "@survey-open-platform/service";
import type { HubStore } from "../../store/store.ts";

/** Shuts a caller out for good. @throws `CommandError` when there is none to be shut out */
export async function revokeCaller(store: HubStore, id: string): Promise<void> {
  if (!(await store.revokeCaller(id)))
    throw new CommandError(`There is no caller ${id}, or it was revoked before.`);
  console.log(`${id} is refused from now on; hubs that run notice within a second or so.`);
}
