import type { Store } from "../store/store.ts";
import type { WebhookSection } from "../webhooks/webhook-section.ts";
import { managedTeam, teamAddress, teamPath } from "./team-for-user.ts";
import { TeamFrame } from "./team-frame.tsx";

/** Where the pages about the webhooks of a team are. */
export function webhooksOfTeam(store: Store): WebhookSection {
  return {
    path: `${teamPath}/webhooks`,
    async find(pageRequest) {
      const team = await managedTeam(store, pageRequest);
      return {
        owner: { kind: "team", id: team.id },
        address: teamAddress(team.id, "/webhooks"),
        Frame: (props) => <TeamFrame {...props} team={team} />,
      };
    },
  };
}
