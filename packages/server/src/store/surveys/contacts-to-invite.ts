import type { ContactToInvite } from "../../model/participant.ts";
import { hashOfAddress } from "../mail/mail-refusal-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** Which contacts of a team. */
export interface ContactsAsked {
  readonly teamId: number;
  /** A group; undefined for all. Those in the groups below it are not in it. */
  readonly groupId: number | undefined;
}

/** The contacts of a team as participants: known by the openid that the team's application gave them, or by their username. */
export async function contactsToInvite(
  { kysely }: StoreQueries,
  { teamId, groupId }: ContactsAsked,
): Promise<readonly ContactToInvite[]> {
  const rows = await kysely
    .selectFrom("team_members as m")
    .innerJoin("users as u", (join) => join.onRef("u.id", "=", "m.user_id").on("u.disabled", "=", 0))
    .leftJoin("third_party_accounts as t", "t.user_id", "u.id")
    .select(["u.id", "u.username", "u.nickname", "u.email", "t.openid"])
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
    .orderBy("u.id")
    .execute();
  return rows.map(({ id, username, nickname, email, openid }) => ({
    userId: id,
    addressHash: email === null ? "" : hashOfAddress(email),
    email: "",
    phone: "",
    code: openid ?? username,
    name: nickname,
    language: "",
    fields: {},
  }));
}
