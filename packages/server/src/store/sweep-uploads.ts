import type { Store } from "./store.ts";
import type { UploadFolder } from "./upload-folder.ts";

/**
 * Deletes files that belong to nothing any more: first the content, then the row, so that a process that stops in between leaves
 * nothing that is never deleted. Several nodes may do so at once.
 */
export async function sweepUploads(store: Store, folder: UploadFolder): Promise<void> {
  await folder.removeLeftovers(Date.now());
  for (;;) {
    const ids = await store.surveys.findAbandonedFiles();
    if (ids.length === 0) return;
    for (const id of ids) {
      await folder.remove(id);
      // A process may stop between writing the row and putting the content into its place.
      await folder.discard(id);
    }
    await store.surveys.forgetFiles(ids);
  }
}
