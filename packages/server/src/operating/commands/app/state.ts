import { namedApplication } from "../find-for-command.ts";
import type { CommandResult, OperatorContext } from "../operator-command.ts";
import { stateCommand } from "../state-command.ts";
import { setApplicationFrozen } from "../../../store/applications/application-administration.ts";

const ofApplication = { argument: "appid", what: "application" } as const;

/** `sop app freeze`: refuses every call of an application. */
export const appFreezeCommand = stateCommand({
  ...ofApplication,
  name: "app freeze",
  description: "Freeze an application, and end its consents and tokens; its owner cannot undo it",
  change: (context, appid) => setState(context, appid, true),
});

/** `sop app unfreeze`: lets an application make calls again. */
export const appUnfreezeCommand = stateCommand({
  ...ofApplication,
  name: "app unfreeze",
  description: "Unfreeze an application; users have to allow it again",
  change: (context, appid) => setState(context, appid, false),
});

async function setState(
  { store, actor }: OperatorContext,
  appid: string,
  frozen: boolean,
): Promise<CommandResult> {
  await namedApplication(store, appid);
  const outcome = await store.write(setApplicationFrozen, { appid, frozen, actor });
  const state = frozen ? "frozen" : "active";
  return {
    text: outcome === "changed" ? `${appid} is ${state}.` : `${appid} was ${state} already.`,
    json: { changed: outcome === "changed", application: { appid, frozen } },
  };
}
