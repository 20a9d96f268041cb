import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, UsageError } from "@survey-open-platform/service";
import { readConfig } from "../config.ts";
import { exportLines, recordExport } from "../store/audit-export.ts";
import { auditing } from "../store/auditing.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { openExisting } from "./open-existing.ts";
import { operatorOf } from "./operator.ts";

/** `sop audit export`: prints the audit log as JSON lines. */
export const auditCommand: Command = {
  meta: { name: "audit", description: "Export the audit log as JSON lines" },
  args: {
    action: {
      type: "positional",
      required: false,
      description: "export: print every entry, the oldest first, one JSON object per line.",
    },
    ...settingArguments(["database"]),
    json: { type: "boolean", description: "Print JSON, which is the only format." },
  },
  async run({ args }) {
    if (args["action"] !== "export") throw new UsageError("say what to do with the audit log: export");
    const config = readConfig({ flags: settingFlags(args), environment: process.env });
    const database = await openExisting(config);
    try {
      await auditing(database, () => undefined).write((t) => recordExport(t, operatorOf("audit export")));
      await print(exportLines(database.reader));
    } finally {
      await database.close();
    }
  },
};

/** A slow reader is waited for; one that has read enough, such as `head`, ends the export. */
async function print(lines: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(lines), process.stdout, { end: false });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
  }
}
