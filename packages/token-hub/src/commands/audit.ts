import { type Command, textTable, UsageError } from "@survey-open-platform/service";
import { openHubDatabase } from "../service.ts";
import type { AuditLine } from "../store/audit-table.ts";
import { createHubStore } from "../store/store.ts";
import { configArgument, configOf } from "./arguments.ts";

const usualLimit = 50;
const mostListed = 10_000;

/** `token-hub audit`: the last entries of the audit trail. */
export const auditCommand: Command = {
  meta: { name: "audit", description: "List what happened to tokens and callers, the newest last" },
  args: {
    ...configArgument,
    app: { type: "string", valueHint: "appid", description: "Of this application alone" },
    limit: { type: "string", valueHint: "number", description: `How many\ndefault ${usualLimit}` },
    json: { type: "boolean", description: "Print JSON, for programs" },
  },
  async run({ args }) {
    const config = configOf(args);
    const limit = readLimit(args["limit"]);
    const appid = args["app"] === undefined ? undefined : String(args["app"]);
    await using opened = new AsyncDisposableStack();
    const store = createHubStore(opened.adopt(await openHubDatabase(config), (open) => open.close()));
    const lines = (await store.listAuditEntries({ appid, limit })).toReversed();
    if (args["json"] === true) return console.log(JSON.stringify(lines, undefined, 2));
    console.log(lines.length === 0 ? "There are no entries yet." : textTable(lines.map(rowOf)));
  },
};

/** @throws `UsageError` */
function readLimit(text: unknown): number {
  if (text === undefined) return usualLimit;
  const limit = typeof text === "string" && /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= mostListed) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${mostListed}`);
}

function rowOf({ at, appid, kind, actor, version, detail }: AuditLine) {
  const details = Object.entries(detail).map(([name, value]) => `${name}=${String(value)}`);
  return { at: new Date(at).toISOString(), appid, kind, version, actor, detail: details.join(" ") };
}
