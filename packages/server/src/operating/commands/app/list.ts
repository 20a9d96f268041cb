import { listCommand, timeText } from "../list-command.ts";
import { listApplications } from "../../../store/people/administration-lists.ts";

/** `sop app list`: every application. */
export const appListCommand = listCommand({
  name: "app list",
  description: "List the applications",
  searches: "the appid or the name",
  read: (store, search) => listApplications(store.reader, search),
  show: ({ appid, name, kind, owner, isPublic, verified, disabled, createdAt }) => ({
    appid,
    name,
    kind,
    owner,
    public: isPublic === 1,
    verified: verified === 1,
    frozen: disabled === 1,
    created_at: timeText(createdAt),
  }),
});
