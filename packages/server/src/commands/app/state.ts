import { type Command, UsageError } from "@survey-open-platform/service";
import { namedApplication } from "../find-for-command.ts";
import {
  commandLine,
  operatorArguments,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
} from "../operator-command.ts";

/** `sop app freeze`: refuses every call of an application. */
export const appFreezeCommand = stateCommand({
  frozen: true,
  name: "app freeze",
  description: "Freeze an application, and end its consents and tokens; its owner cannot undo it",
});

/** `sop app unfreeze`: lets an application make calls again. */
export const appUnfreezeCommand = stateCommand({
  frozen: false,
  name: "app unfreeze",
  description: "Unfreeze an application; users have to allow it again",
});

interface StateCommand {
  readonly frozen: boolean;
  readonly name: string;
  readonly description: string;
}

function stateCommand({ frozen, ...meta }: StateCommand): Command {
  return {
    meta,
    args: {
      appid: { type: "positional", required: false, description: "The application." },
      ...operatorArguments,
    },
    async run({ args }) {
      const appid = textOption(args, "appid");
      if (appid === undefined) throw new UsageError("APPID is missing: the application");
      await runOnStore(args, (context) => setState(context, appid, frozen));
    },
  };
}

async function setState({ store }: OperatorContext, appid: string, frozen: boolean): Promise<CommandResult> {
  await namedApplication(store, appid);
  const outcome = await store.setApplicationFrozen({ appid, frozen, actor: commandLine });
  const state = frozen ? "frozen" : "active";
  return {
    text: outcome === "changed" ? `${appid} is ${state}.` : `${appid} was ${state} already.`,
    json: { changed: outcome === "changed", application: { appid, frozen } },
  };
}
