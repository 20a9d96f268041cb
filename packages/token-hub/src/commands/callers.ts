import { type Command, UsageError } from "@survey-open-platform/service";
import { openHubDatabase } from "../service.ts";
import { createHubStore } from "../store/store.ts";
import { configArgument, configOf } from "./arguments.ts";
import { callerAddition } from "./callers/caller-addition.ts";
import { addCaller, listCallers, revokeCaller } from "./callers/manage-callers.ts";
import { defaultReportsPerMinute } from "../callers/register-caller.ts";

/** `token-hub callers`: who may ask a hub for what. Hubs that run notice within a second or so. */
export const callersCommand: Command = {
  meta: { name: "callers", description: "Add, list and revoke the servers that may ask a hub" },
  args: {
    ...configArgument,
    action: { type: "positional", required: false, description: "add, list or revoke" },
    id: { type: "positional", required: false, description: "With revoke: the caller's id" },
    name: { type: "string", valueHint: "text", description: "With add: its display name" },
    app: {
      type: "string",
      valueHint: "appids",
      description: "With add: the applications that it is for, with commas in between",
    },
    rights: {
      type: "string",
      valueHint: "rights",
      description:
        "With add: some of token, report, users, with commas in between; or none\ndefault token,report",
    },
    proxy: {
      type: "string",
      valueHint: "paths",
      description:
        "With add: paths that it may reach through the proxy, each with all below it\ndefault none",
    },
    "reports-per-minute": {
      type: "string",
      valueHint: "number",
      description: `With add: reports of dead tokens that cause a probe\ndefault ${defaultReportsPerMinute}`,
    },
    json: { type: "boolean", description: "Print JSON, for programs" },
  },
  async run({ args }) {
    const action = actions.get(String(args["action"]));
    if (action === undefined) throw new UsageError("say what to do: add, list or revoke");
    await action(args);
  },
};

type Arguments = Readonly<Record<string, unknown>>;

const actions = new Map<string, (args: Arguments) => Promise<void>>([
  [
    "add",
    async (args) => {
      const config = configOf(args);
      const addition = callerAddition(args, config);
      await withStore(config, (store) => addCaller({ store, config }, addition, args["json"] === true));
    },
  ],
  [
    "list",
    async (args) => {
      await withStore(configOf(args), (store) => listCallers(store, args["json"] === true));
    },
  ],
  [
    "revoke",
    async (args) => {
      const { id } = args;
      if (typeof id !== "string") throw new UsageError("say which caller to revoke");
      await withStore(configOf(args), (store) => revokeCaller(store, id));
    },
  ],
]);

async function withStore(
  config: ReturnType<typeof configOf>,
  work: (store: ReturnType<typeof createHubStore>) => Promise<void>,
): Promise<void> {
  const database = await openHubDatabase(config);
  try {
    await work(createHubStore(database));
  } finally {
    await database.close();
  }
}
