import { accessSync, constants, existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Config } from "../../../config/settings.ts";
import { uploadFolderPath } from "../../../store/surveys/upload-folder.ts";
import type { Finding } from "./finding.ts";

const check = "uploads";

/** Whether respondents can send files: whether there is a folder for them that this user may write to. */
export function checkUploads(config: Pick<Config, "uploads" | "database">): readonly Finding[] {
  const path = uploadFolderPath(config);
  if (path === undefined)
    return [
      {
        level: "note",
        check,
        says: "Surveys take no files: there is no folder for them.",
        todo: "With PostgreSQL, give SOP_UPLOADS a folder that every node has.",
      },
    ];
  const folder = nearestFolder(resolve(path));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return [{ level: "ok", check, says: `Files that respondents send are kept in ${path}.` }];
  } catch {
    const says = `Files that respondents send cannot be kept in ${path}: this user may not write to ${folder}.`;
    return [
      { level: "error", check, says, todo: "Give the folder to this user, or name another in SOP_UPLOADS." },
    ];
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder));
}
