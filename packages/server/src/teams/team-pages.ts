import type { Config } from "../config/settings.ts";
import { credentialPages } from "../credentials/credential-pages.ts";
import type { UsageSources } from "../credentials/usage.tsx";
import type { PageRoute } from "../session/page-route.ts";
import { thirdPartyAccounts } from "./accounts.tsx";
import { changingMember } from "./change-member.tsx";
import { credentialsOfTeam } from "./team-credentials.tsx";
import { teamCredentials } from "./credentials.tsx";
import { creatingCredentials } from "./create-credentials.tsx";
import { teamCreation } from "./create-team.tsx";
import { deletingTeam } from "./delete-team.tsx";
import { handingOver } from "./hand-over.tsx";
import { invitingMembers } from "./invite.tsx";
import { leavingTeam } from "./leave.tsx";
import { memberList } from "./members.tsx";
import { teamNetworks } from "./networks.tsx";
import { removingMember } from "./remove-member.tsx";
import { renamingTeam } from "./rename-team.tsx";
import { teamList } from "./team-list.tsx";
import { teamOverview } from "./team-overview.tsx";
import { teamWritePermission } from "./write-permission.tsx";
import { webhookPages } from "../webhooks/webhook-pages.ts";
import { webhooksOfTeam } from "./team-webhooks.tsx";
import { tokenRecord } from "./token-record.tsx";

/** The pages on which users manage their teams. */
export function teamPages(
  sources: UsageSources,
  { teamCreation: creators, webhookAllow: opened }: Pick<Config, "teamCreation" | "webhookAllow">,
): readonly PageRoute[] {
  const { store } = sources;
  return [
    teamList(store, creators),
    ...teamCreation(store, creators),
    teamOverview(store),
    memberList(store),
    ...invitingMembers(store),
    ...changingMember(store),
    ...removingMember(store),
    ...leavingTeam(store),
    ...handingOver(store),
    ...renamingTeam(store),
    ...deletingTeam(store),
    teamCredentials(store),
    ...creatingCredentials(store),
    ...thirdPartyAccounts(store),
    ...teamNetworks(store),
    ...teamWritePermission(store),
    tokenRecord(store),
    ...credentialPages(sources, credentialsOfTeam(store)),
    ...webhookPages({ store, opened }, webhooksOfTeam(store)),
  ];
}
