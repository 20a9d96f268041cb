import type { Store } from "../store.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** Deletes files that belong to nothing any more, those that half-filled forms have kept for a day among them. Several nodes may do so at once. */
export async function sweepUploads(store: Store, folder: UploadFolder): Promise<void> {
  await folder.removeLeftovers(Date.now());
  await store.surveys.abandonStaleFiles();
  for (;;) {
    const ids = await store.surveys.findAbandonedFiles();
    if (ids.length === 0) return;
    await deleteUploads(store, folder, ids);
  }
}

/** Deletes files that belong to nothing: first the content, then the row, so that a process that stops in between leaves nothing behind for ever. */
export async function deleteUploads(
  store: Store,
  folder: UploadFolder,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await folder.remove(id);
    // A process may stop between writing the row and putting the content into its place.
    await folder.discard(id);
  }
  await store.surveys.forgetFiles(ids);
}
