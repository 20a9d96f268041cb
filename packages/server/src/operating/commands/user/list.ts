import { listCommand, timeText } from "../list-command.ts";
import { listUsers } from "../../../store/people/administration-lists.ts";

/** `sop user list`: every user. */
export const userListCommand = listCommand({
  name: "user list",
  description: "List the users",
  searches: "the username or the nickname",
  read: (store, search) => listUsers(store.reader, search),
  show: ({ id, username, nickname, administrator, disabled, createdAt }) => ({
    id,
    username,
    nickname,
    administrator: administrator === 1,
    disabled: disabled === 1,
    created_at: timeText(createdAt),
  }),
});
