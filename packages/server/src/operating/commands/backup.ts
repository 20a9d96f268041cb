import { backUpDatabase } from "@survey-open-platform/database";
import { type Command, UsageError } from "@survey-open-platform/service";
import { readConfig } from "../../config/read-config.ts";
import { uploadFolderPath } from "../../store/surveys/upload-folder.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { backUpUploads, uploadsOfBackup } from "./copy-uploads.ts";

const bytesPerMegabyte = 1024 * 1024;

/** `sop backup FILE`: copies the SQLite database, also while servers use it. */
export const backupCommand: Command = {
  meta: {
    name: "backup",
    description: "Copy the SQLite database, and the files of answers, also while they are served",
  },
  args: {
    file: {
      type: "positional",
      required: false,
      description: "The file to make; one that exists is never overwritten.",
    },
    ...settingArguments(["database", "uploads"]),
  },
  async run({ args }) {
    const file: unknown = args["file"];
    if (typeof file !== "string") throw new UsageError("FILE is missing: the file to make");
    const config = readConfig({ flags: settingFlags(args), environment: process.env });
    const { source, bytes } = backUpDatabase(config.database, file);
    const megabytes = (bytes / bytesPerMegabyte).toFixed(1);
    console.log(`Backed up ${source} to ${file} (${megabytes} MB), checked and synced to the disk.`);
    const files = await backUpUploads(uploadFolderPath(config), file);
    if (files !== undefined) console.log(`Copied ${files} files of answers to ${uploadsOfBackup(file)}.`);
  },
};
