import { registerCaller, type CallerToRegister } from "../../callers/register-caller.ts";
import type { HubConfig } from "../../config.ts";
import { createSealer } from "../../encryption/sealer.ts";
import type { HubStore } from "../../store/store.ts";
import { rightsText } from "./rights-text.ts";

/** Adds a caller and prints its id and secret, the latter for the only time. */
export async function addCaller(
  { store, config }: { readonly store: HubStore; readonly config: HubConfig },
  addition: CallerToRegister,
  asJson: boolean,
): Promise<void> {
  const { id, secret } = await registerCaller({ store, sealer: createSealer(config.keys) }, addition);
  if (asJson) return console.log(JSON.stringify({ id, secret }));
  const lines = [
    `${addition.name} may ask now: ${addition.rights.map(rightsText).join("; ")}.`,
    "",
    `  id      ${id}`,
    `  secret  ${secret}`,
    "",
    "The secret is shown this once and kept encrypted. A client that was written for the platform takes the id as its",
    "appid, the secret as its secret, and the hub as the base address of its token call.",
  ];
  console.log(lines.join("\n"));
}
