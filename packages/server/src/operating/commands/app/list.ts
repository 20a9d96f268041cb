import { listCommand, timeText } from "../list-command.ts";

/** `sop app list`: every application. */
export const appListCommand = listCommand({
  name: "app list",
  description: "List the applications",
  searches: "the appid or the name",
  read: (store, search) => store.listApplications(search),
  show: ({ appid, name, kind, owner, verified, disabled, createdAt }) => ({
    appid,
    name,
    kind,
    owner,
    verified: verified === 1,
    frozen: disabled === 1,
    created_at: timeText(createdAt),
  }),
});
