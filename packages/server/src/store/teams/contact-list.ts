import { rowsOf } from "@survey-open-platform/database";
import { sql, type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import { prepare, type StoreSteps } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";

/** A member of a team as its contacts show it. */
export interface Contact {
  readonly userId: number;
  readonly nickname: string;
  readonly avatar: string;
  readonly role: number;
  readonly disabled: 0 | 1;
  /** A group that the member is in; null for the one that stands for the team. */
  readonly groupId: number | null;
}

/** One page of the members of a team or of a group. */
export interface ContactRequest {
  readonly teamId: number;
  /** Undefined for all members; `root` for those in no other group than the one that stands for the team. */
  readonly group?: number | "root" | undefined;
  /** Empty for all. */
  readonly roles: readonly number[];
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** A page of contacts and the length of the whole list. */
export interface ContactPart {
  readonly total: number;
  readonly list: readonly Contact[];
}

interface Narrowing {
  readonly teamId: number;
  /** 0 for all members, -1 for those in no group. */
  readonly groupId: number;
  /** Role numbers between commas; "" for all. */
  readonly roles: string;
}

type Parameter = <Name extends keyof Narrowing>(name: Name) => RawBuilder<Narrowing[Name]>;

function memberships(eb: ExpressionBuilder<Schema & { m: Schema["team_members"] }, "m">) {
  return eb
    .selectFrom("contact_memberships as x")
    .select("x.group_id")
    .whereRef("x.team_id", "=", "m.team_id")
    .whereRef("x.user_id", "=", "m.user_id");
}

/** A parameter that is compared with nothing but literals has no type of its own on PostgreSQL. */
function selectNarrowed(db: Kysely<Schema>, param: Parameter) {
  const groupId = sql<number>`cast(${param("groupId")} as bigint)`;
  const roles = sql<string>`cast(${param("roles")} as text)`;
  return db
    .selectFrom("team_members as m")
    .where("m.team_id", "=", param("teamId"))
    .where(sql<SqlBool>`(${roles} = '' or ${roles} like '%,' || cast(m.role as text) || ',%')`)
    .where((eb) =>
      eb.or([
        sql<SqlBool>`${groupId} = 0`,
        eb.and([sql<SqlBool>`${groupId} = -1`, eb.not(eb.exists(memberships(eb)))]),
        eb.exists(memberships(eb).where("x.group_id", "=", groupId)),
      ]),
    );
}

const pageOfContacts = prepare<Narrowing & { readonly perPage: number; readonly offset: number }>()(
  (db, param) =>
    selectNarrowed(db, param)
      .innerJoin("users as u", "u.id", "m.user_id")
      .select(["m.user_id as userId", "m.role", "u.nickname", "u.avatar", "u.disabled"])
      .select(
        sql<
          number | null
        >`(select case when cast(${param("groupId")} as bigint) > 0 then cast(${param("groupId")} as bigint)
          else min(y.group_id) end from contact_memberships y
          where y.team_id = m.team_id and y.user_id = m.user_id)`.as("groupId"),
      )
      .orderBy("m.user_id")
      .limit(param("perPage"))
      .offset(param("offset")),
);

const countOfContacts = prepare<Narrowing>()((db, param) =>
  selectNarrowed(db, param).select((eb) => eb.fn.countAll<number>().as("total")),
);

/** The members of a team, or of one of its groups, by ascending id. */
export function* listContacts({
  teamId,
  group,
  roles,
  page,
  perPage,
}: ContactRequest): StoreSteps<ContactPart> {
  const narrowing = {
    teamId,
    groupId: group === "root" ? -1 : (group ?? 0),
    roles: roles.length === 0 ? "" : `,${roles.join(",")},`,
  };
  const list = yield* rowsOf(pageOfContacts, { ...narrowing, perPage, offset: (page - 1) * perPage });
  const [count] = yield* rowsOf(countOfContacts, narrowing);
  return { total: count?.total ?? 0, list };
}
