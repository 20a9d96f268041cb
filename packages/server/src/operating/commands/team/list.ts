import { listCommand, timeText } from "../list-command.ts";
import { listTeams } from "../../../store/people/administration-lists.ts";

/** `sop team list`: every team. */
export const teamListCommand = listCommand({
  name: "team list",
  description: "List the teams",
  searches: "the name",
  read: (store, search) => listTeams(store.reader, search),
  show: ({ id, name, plan, members, createdAt }) => ({
    id,
    name,
    plan,
    members,
    created_at: timeText(createdAt),
  }),
});
