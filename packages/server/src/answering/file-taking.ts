import type { Store } from "../store/store.ts";
import type { UploadFolder } from "../store/upload-folder.ts";

/** What taking files needs. */
export interface FileTaking {
  readonly store: Store;
  readonly folder: UploadFolder;
  /** The most bytes that the files of all answers may have together. */
  readonly mostBytes: number;
}
