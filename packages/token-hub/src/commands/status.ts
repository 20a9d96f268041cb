import { type Command, textTable } from "@survey-open-platform/service";
import type { ObservedRow } from "../store/team-token-table.ts";
import { openHubDatabase } from "../service.ts";
import { createHubStore } from "../store/store.ts";
import { configArgument, configOf } from "./arguments.ts";

/** `token-hub status`: the state of each token in the database, whether or not a hub runs. */
export const statusCommand: Command = {
  meta: { name: "status", description: "Show each token's version, age and state" },
  args: { ...configArgument, json: { type: "boolean", description: "Print JSON, for programs" } },
  async run({ args }) {
    const config = configOf(args);
    await using opened = new AsyncDisposableStack();
    const store = createHubStore(opened.adopt(await openHubDatabase(config), (open) => open.close()));
    const records = await store.listRecords();
    const known = new Set(config.applications.map(({ appid }) => appid));
    const lines = records.filter(({ appid }) => known.has(appid)).map(statusOf);
    if (args["json"] === true) return console.log(JSON.stringify(lines, undefined, 2));
    if (lines.length === 0) return console.log("There is no token yet: start a hub with token-hub serve.");
    console.log(textTable(lines));
  },
};

function statusOf(record: ObservedRow) {
  const { appid, version, fingerprint, ageMilliseconds, expiresInSeconds, inDoubt } = record;
  const age = Math.round(ageMilliseconds / 1000);
  const left = Math.max(0, expiresInSeconds - age);
  return {
    appid,
    version,
    fingerprint: fingerprint === "" ? "-" : fingerprint,
    age_seconds: version === 0 ? 0 : age,
    seconds_left: version === 0 ? 0 : left,
    in_doubt: inDoubt !== null,
    leased: record.leaseLeftMilliseconds > 0,
  };
}
