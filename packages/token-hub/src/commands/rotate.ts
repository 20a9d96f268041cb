import { type Command, CommandError, createLog, createSealer } from "@survey-open-platform/service";
import { createTeamTokens } from "../team/team-tokens.ts";
import { openHubDatabase } from "../service.ts";
import { createEventRecorder } from "../event-recorder.ts";
import { createHubStore } from "../store/store.ts";
import { configArgument, configOf } from "./arguments.ts";

/** `token-hub rotate`: has a new token minted. Hubs that run notice within a second or so. */
export const rotateCommand: Command = {
  meta: { name: "rotate", description: "Have a new team token minted, also when nothing asks for one" },
  args: {
    ...configArgument,
    appid: { type: "positional", required: true, description: "The application whose token it is" },
  },
  async run({ args }) {
    const config = configOf(args);
    const appid = String(args["appid"]);
    if (!config.applications.some((one) => one.appid === appid && one.mode === "team"))
      throw new CommandError(`The settings have no application ${appid} of mode team.`);
    await using opened = new AsyncDisposableStack();
    const store = createHubStore(opened.adopt(await openHubDatabase(config), (open) => open.close()));
    const { addAuditEntry } = store;
    const recorder = createEventRecorder({ log: createLog("silent"), metrics: undefined, addAuditEntry });
    opened.defer(() => recorder.settled());
    const hub = createTeamTokens({
      config,
      store,
      sealer: createSealer(config.keys),
      observe: recorder.onRenewal,
    });
    opened.defer(() => hub.stop());
    const { version, expiresInSeconds } = await hub.rotate(appid, "operator");
    console.log(`${appid} has version ${version} now, for ${expiresInSeconds} seconds.`);
  },
};
