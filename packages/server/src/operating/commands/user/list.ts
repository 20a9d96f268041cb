import { listCommand, timeText } from "../list-command.ts";

/** `sop user list`: every user. */
export const userListCommand = listCommand({
  name: "user list",
  description: "List the users",
  searches: "the username or the nickname",
  read: (store, search) => store.listUsers(search),
  show: ({ id, username, nickname, administrator, disabled, createdAt }) => ({
    id,
    username,
    nickname,
    administrator: administrator === 1,
    disabled: disabled === 1,
    created_at: timeText(createdAt),
  }),
});
