import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "@survey-open-platform/service";
import { readConfig } from "../../config/read-config.ts";
import { exportLines, recordExport } from "../../store/audit/audit-export.ts";
import { auditing } from "../../store/audit/auditing.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { openExisting } from "./open-existing.ts";
import { operatorOf } from "./operator.ts";

/** `sop audit export`: prints the audit log as JSON lines. */
export const auditExportCommand: Command = {
  meta: {
    name: "audit export",
    description: "Print the audit log, the oldest entry first, one JSON object per line",
  },
  args: {
    ...settingArguments(["database"]),
    json: { type: "boolean", description: "Print JSON, which is the only format." },
  },
  async run({ args }) {
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
