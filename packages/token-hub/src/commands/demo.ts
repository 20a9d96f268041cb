import {
  type Command,
  CommandError,
  createLog,
  startUntilSignal,
  createSealer,
} from "@survey-open-platform/service";
import { registerCaller, type CallerCredentials } from "../callers/register-caller.ts";
import { readConfig, type HubConfig } from "../config.ts";
import { openHubDatabase, startService } from "../service.ts";
import { createHubStore } from "../store/store.ts";
import { demoSecretVariable, demoTeam, writeDemoSettings } from "./demo-settings.ts";
import { demoWelcome } from "./demo-welcome.ts";

const callerName = "demo";
const reachableWithinMilliseconds = 3_000;

/** `token-hub demo`: runs a hub beside the demo platform, or another one, and says what to paste. */
export const demoCommand: Command = {
  meta: { name: "demo", description: "Run a hub beside the demo platform, to try everything out" },
  args: {
    platform: {
      type: "string",
      valueHint: "url",
      default: "http://127.0.0.1:8787",
      description: "Address of the platform's API\ndefault http://127.0.0.1:8787, where the demo platform is",
    },
    appid: {
      type: "string",
      valueHint: "appid",
      default: demoTeam.appid,
      description: `A team's application; its secret comes from ${demoSecretVariable}\ndefault ${demoTeam.appid}`,
    },
    listen: {
      type: "string",
      valueHint: "host:port",
      default: "127.0.0.1:8790",
      description: "Where the hub listens\ndefault 127.0.0.1:8790",
    },
    folder: {
      type: "string",
      valueHint: "folder",
      default: "./data/token-hub-demo",
      description: "Where settings, key and database are kept\ndefault ./data/token-hub-demo",
    },
  },
  async run({ args }) {
    const platformUrl = String(args["platform"]);
    const appid = String(args["appid"]);
    const [folder, listen] = [String(args["folder"]), String(args["listen"])];
    const path = writeDemoSettings({ folder, listen, platformUrl, appid });
    const config = readConfig({ path, environment: process.env });
    // The text for readers comes after the log's line that says where the hub listens.
    const log = createLog(config.logLevel, { sync: true });
    const started = await startUntilSignal(log, async (stopping) => {
      await refuseUnreachable(platformUrl, stopping);
      const caller = await addDemoCaller(config, appid);
      return { ...(await startService({ config, log, stopping })), caller };
    });
    if (started === undefined) return;
    const { url, statusUrl = "", caller } = started;
    console.log(demoWelcome({ url, statusUrl, appid, caller, config: path }));
  },
};

/** @throws `CommandError` */
async function refuseUnreachable(platformUrl: string, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(reachableWithinMilliseconds)]);
  // Any response will do: a platform need not have health checks.
  await fetch(platformUrl, { redirect: "manual", signal }).catch(() => {
    stopping.throwIfAborted();
    throw new CommandError(
      `There is no platform at ${platformUrl}. Start the demo platform in another terminal with sop demo, or name one with --platform.`,
    );
  });
}

/** A caller for this run; the one of the last run is revoked, because its secret is no longer known. */
async function addDemoCaller(config: HubConfig, appid: string): Promise<CallerCredentials> {
  await using opened = new AsyncDisposableStack();
  const store = createHubStore(opened.adopt(await openHubDatabase(config), (open) => open.close()));
  for (const { id, name, revokedAt } of await store.listCallers())
    if (name === callerName && revokedAt === null) await store.revokeCaller(id);
  const rights = { appid, token: true, report: true, users: false, proxyPaths: ["/api/"] };
  const parts = { store, sealer: createSealer(config.keys) };
  return await registerCaller(parts, { name: callerName, rights: [rights] });
}
