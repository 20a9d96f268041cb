import { type Command, CommandError } from "@survey-open-platform/service";
import { readConfig } from "../config.ts";
import { openPlatformDatabase } from "../platform.ts";
import { applicationLock } from "../store/locks.ts";
import { countIssued, listAppids, revokeEverything } from "../store/revoke-everything.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { isPlatformDatabase } from "./is-platform-database.ts";
import { issuedText } from "./issued-text.ts";

/** Nobody waits for an answer, and a statement over millions of rows takes its time: up to half an hour. */
const patience = 1200;

/** `sop revoke-all`: ends everything that was issued, after a restoration by other tools or a theft of unknown size. */
export const revokeAllCommand: Command = {
  meta: { name: "revoke-all", description: "End every session, consent, code and token, of everybody" },
  args: {
    ...settingArguments(["database"]),
    yes: { type: "boolean", description: "Do it; without this it is only said how much would end." },
  },
  async run({ args }) {
    const config = readConfig({ flags: settingFlags(args), environment: process.env });
    // A misspelt address must not end with the good news that nothing is left.
    if (!(await isPlatformDatabase(config.database)))
      throw new CommandError("There is no platform's database at that address. Try sop doctor.");
    const database = await openPlatformDatabase({ ...config, patience });
    try {
      if (args["yes"] !== true) {
        const issued = issuedText(await database.write(countIssued));
        throw new CommandError(`Nothing was changed. This would end ${issued}. To do it, add --yes.`);
      }
      // No application may issue anything meanwhile, on any node, that would outlive this.
      const locks = (await listAppids(database.reader)).map(applicationLock);
      console.log(`Ended ${issuedText(await database.write(revokeEverything, { locks }))}.`);
    } finally {
      await database.close();
    }
  },
};
