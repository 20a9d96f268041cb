import { CommandError } from "@survey-open-platform/service";
import { readHost } from "../../../model/client-hosts.ts";
import { setClientHostDisabled } from "../../../store/applications/client-administration.ts";
import type { CommandResult, OperatorContext } from "../operator-command.ts";
import { stateCommand } from "../state-command.ts";

const ofHost = { argument: "host", what: "host, such as agent.example" } as const;

/** `sop client-host disable`: refuses the clients of a host that describe themselves. */
export const clientHostDisableCommand = stateCommand({
  ...ofHost,
  name: "client-host disable",
  description: "Refuse clients of a host, and of those below it, that no one has registered here",
  change: (context, host) => setState(context, host, true),
});

/** `sop client-host enable`: lets new clients of a host in again. */
export const clientHostEnableCommand = stateCommand({
  ...ofHost,
  name: "client-host enable",
  description: "Let new clients of a host in again; those that were frozen stay frozen",
  change: (context, host) => setState(context, host, false),
});

async function setState(
  { store, actor }: OperatorContext,
  named: string,
  disabled: boolean,
): Promise<CommandResult> {
  const host = readHost(named);
  if (host === undefined)
    throw new CommandError(`Nothing was changed. ${named} is no host: write it such as agent.example.`);
  const changed = await store.write(setClientHostDisabled, { host, disabled, actor });
  const state = disabled ? "disabled" : "enabled";
  return {
    text: changed ? `${host} is ${state}.` : `${host} was ${state} already.`,
    json: { changed, host, disabled },
  };
}
