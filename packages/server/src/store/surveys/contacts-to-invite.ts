import type { ContactToInvite } from "../../model/participant.ts";
import { hashOfAddress } from "../mail/mail-refusal-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** Which contacts of a team. */
export interface ContactsAsked {
  readonly teamId: number;
  /** A group; undefined for all. Those in the groups below it are not in it. */
  readonly groupId: number | undefined;
}

/** The contacts of a team as participants. */
export async function contactsToInvite(
  { kysely }: StoreQueries,
  { teamId, groupId }: ContactsAsked,
): Promise<readonly ContactToInvite[]> {
  const rows = await selectAccounts(kysely)
    .innerJoin("team_members as m", "m.user_id", "u.id")
    .where("u.disabled", "=", 0)
    .where("m.team_id", "=", teamId)
    .$if(groupId !== undefined, (query) =>
      query.where("u.id", "in", (eb) =>
        eb
          .selectFrom("contact_memberships as g")
          .select("g.user_id")
          .where("g.team_id", "=", teamId)
          .where("g.group_id", "=", groupId ?? 0),
      ),
    )
    .execute();
  return rows.map(participantOf);
}

/** Accounts as participants. */
export async function accountsToInvite(
  { kysely }: StoreQueries,
  userIds: readonly number[],
): Promise<readonly ContactToInvite[]> {
  return (await selectAccounts(kysely).where("u.id", "in", userIds).execute()).map(participantOf);
}

/** Known by the openid that the team's application gave them, or by their username. */
function selectAccounts(kysely: StoreQueries["kysely"]) {
  return kysely
    .selectFrom("users as u")
    .leftJoin("third_party_accounts as t", "t.user_id", "u.id")
    .select(["u.id", "u.username", "u.nickname", "u.email", "t.openid"])
    .orderBy("u.id");
}

type Account = Awaited<ReturnType<ReturnType<typeof selectAccounts>["execute"]>>[number];

function participantOf({ id, username, nickname, email, openid }: Account): ContactToInvite {
  return {
    userId: id,
    addressHash: email === null ? "" : hashOfAddress(email),
    email: "",
    phone: "",
    code: openid ?? username,
    name: nickname,
    language: "",
    fields: {},
  };
}
