import type { ArchiveSource } from "@survey-open-platform/surveys";
import type { Store } from "../store.ts";
import { participantsToArchive } from "./archived-participants.ts";
import { archivedPrivacy } from "./survey-privacy-table.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** What an archive has beside the surveys themselves. */
export interface ArchiveContent {
  /** Undefined where no files are kept. */
  readonly uploads?: UploadFolder | undefined;
  readonly withParticipants: boolean;
  /** Default: hashes of passwords come along. */
  readonly leavesOutPasswords?: boolean;
}

/** Where archives take the surveys of this platform from. */
export function archiveSource(
  store: Store,
  { uploads, withParticipants, leavesOutPasswords = false }: ArchiveContent,
): ArchiveSource {
  const { reader, surveys } = store;
  return {
    surveys,
    openFile: async (id) => uploads?.open(id).catch(() => undefined),
    leavesOutPasswords,
    privacyOf: (surveyId) => archivedPrivacy(reader, surveyId),
    ...(withParticipants && { participantsOf: (surveyId) => participantsToArchive(reader, surveyId) }),
  };
}
