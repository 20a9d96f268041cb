import type { Store } from "../../store/store.ts";
import type { UploadFolder } from "../../store/surveys/upload-folder.ts";

/** How many bytes files may have together. */
export interface FileRoom {
  readonly all: number;
  /** Those that are in no answer yet. */
  readonly unsent: number;
  readonly ofSurvey: number;
  readonly ofOwner: number;
}

/** How files share a room: no owner can use up all of it, and no survey all of its owner's. */
export function fileRoom(all: number): FileRoom {
  return { all, unsent: all / 10, ofSurvey: all / 4, ofOwner: all / 2 };
}

/** What taking files needs. */
export interface FileTaking {
  readonly store: Store;
  readonly folder: UploadFolder;
  readonly room: FileRoom;
}
