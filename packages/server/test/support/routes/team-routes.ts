import { invite } from "../invite.ts";
import { hashToken } from "../../../src/model/token.ts";
import { registerAccount } from "../third-party.ts";
import type { TestPlatform } from "../test-platform.ts";
import type { RouteRow } from "./route-row.ts";
import { freezeApplication } from "../../../src/store/applications/application-state.ts";

/** The id of a team of the sample. */
export async function teamIdOf({ database }: TestPlatform, name: string): Promise<number> {
  const { id } = await database.reader.kysely
    .selectFrom("teams")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
}

/** The id of a user of the sample. */
export async function userIdOf({ store }: TestPlatform, username: string): Promise<number> {
  return (await store.findUserByUsername(username))?.id ?? 0;
}

/** Ada is the creator of Acme, and Bob is a member of it. */
const ofAda = { access: "user", owner: "ada", otherUser: "bob" } as const;
/** Bob is the creator of Birch, and Ada is none of its members. */
const ofBob = { access: "user", owner: "bob", otherUser: "ada", other: 404 } as const;

type Parts = Pick<RouteRow, "status"> & {
  readonly team: "Acme" | "Birch";
  readonly fields?: Readonly<Record<string, string>>;
  readonly isStepUp?: true;
  /** Whom the address names. */
  readonly user?: string;
};

/** A page of a team, and with `fields` the form of it. */
function row(
  page: string,
  { team, status, fields, isStepUp, user }: Parts,
): Omit<RouteRow, "access" | "other"> {
  return {
    method: fields === undefined ? "GET" : "POST",
    path: `/teams/:id${page.replace(/\/1\//, "/:number/")}`,
    status,
    ...(isStepUp && { stepUp: true }),
    async prepare(platform) {
      const id = user === undefined ? "" : String(await userIdOf(platform, user));
      const address = `/teams/${await teamIdOf(platform, team)}${page.replace(":user", id)}`;
      return { address, ...(fields && { fields }) };
    },
  };
}

/** A page that every member sees: refused to users who are none. */
function ofMembers(page: string, status: number, fields?: Parts["fields"]): RouteRow {
  return { ...ofBob, ...row(page, { team: "Birch", status, ...(fields && { fields }) }) };
}

/** A page of those who manage the team: refused to its other members. */
function ofManagers(page: string, parts: Omit<Parts, "team">): RouteRow {
  return { ...ofAda, ...row(page, { team: "Acme", ...parts }), other: 403 };
}

/** A page about an account of the team's application, for those who manage the team. */
function ofAccount(page: string, parts: Omit<Parts, "team" | "user">): RouteRow {
  return {
    ...ofManagers(`/accounts/:user${page}`, parts),
    async prepare(platform) {
      const id = await registerAccount(platform, "p-1");
      const address = `/teams/${await teamIdOf(platform, "Acme")}/accounts/${id}${page}`;
      return { address, ...(parts.fields && { fields: parts.fields }) };
    },
  };
}

const request = "t".repeat(32);
const newSecret = { name: "server 1", replaces: "1", after: "day", tokens: "keep", request };
const isStepUp = true;

async function freeze(platform: TestPlatform): Promise<void> {
  const [teamId, userId] = [await teamIdOf(platform, "Acme"), await userIdOf(platform, "ada")];
  const actor = { userId, username: "ada", address: "203.0.113.7" };
  await platform.store.write(freezeApplication, { appid: "acme_team", ownerId: teamId, userId, actor });
}

async function withoutCredentials(platform: TestPlatform): Promise<void> {
  await platform.database.write(({ kysely }) =>
    kysely.deleteFrom("applications").where("appid", "=", "acme_team").execute(),
  );
}

/** Routes on which users manage their teams. */
export const teamRoutes: readonly RouteRow[] = [
  { method: "GET", path: "/teams", access: "user", status: 200, other: "own" },
  { method: "GET", path: "/teams/new", access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: "/teams/new",
    access: "user",
    prepare: async () => ({ fields: { name: "Cedar" } }),
    status: 303,
    other: "own",
  },
  ofMembers("", 200),
  ofMembers("/members", 200),
  ofManagers("/invitations/new", { status: 200, isStepUp }),
  ofManagers("/invitations/new", { status: 200, isStepUp, fields: { role: "4", note: "for Cleo", request } }),
  {
    ...ofManagers("/invitations/withdraw", { status: 303, fields: {} }),
    async prepare(platform) {
      const id = await teamIdOf(platform, "Acme");
      const invitation = hashToken(await invite(platform, { id, role: 4 }, "ada"));
      return { address: `/teams/${id}/invitations/withdraw`, fields: { invitation } };
    },
  },
  ofManagers("/members/:user", { status: 200, isStepUp, user: "bob" }),
  ofManagers("/members/:user", { status: 303, isStepUp, user: "bob", fields: { role: "3" } }),
  ofManagers("/members/:user/remove", { status: 200, isStepUp, user: "bob" }),
  ofManagers("/members/:user/remove", { status: 303, isStepUp, user: "bob", fields: {} }),
  ofManagers("/accounts", { status: 200 }),
  ofAccount("/state", { status: 303, fields: { state: "disabled" } }),
  ofAccount("/delete", { status: 200, isStepUp }),
  ofAccount("/delete", { status: 303, isStepUp, fields: {} }),
  { ...ofMembers("/leave", 200), stepUp: true },
  {
    ...ofMembers("/leave", 303, {}),
    stepUp: true,
    // Bob is the last creator of Birch, and a member of Acme.
    prepare: async (platform) => ({
      address: `/teams/${await teamIdOf(platform, "Acme")}/leave`,
      fields: {},
    }),
    otherUser: "root",
    other: 404,
  },
  ofManagers("/rename", { status: 200 }),
  ofManagers("/rename", { status: 303, fields: { name: "Acme of today" } }),
  ofManagers("/hand-over", { status: 200, isStepUp }),
  ofManagers("/hand-over", { status: 303, isStepUp, fields: { username: "bob" } }),
  ofManagers("/delete", { status: 200, isStepUp }),
  ofManagers("/delete", { status: 303, isStepUp, fields: { name: "Acme" } }),
  ofManagers("/credentials", { status: 200 }),
  ofManagers("/credentials/new", { status: 200, isStepUp }),
  {
    ...ofManagers("/credentials/new", { status: 200, isStepUp }),
    method: "POST",
    async prepare(platform) {
      await withoutCredentials(platform);
      return { address: `/teams/${await teamIdOf(platform, "Acme")}/credentials/new`, fields: { request } };
    },
  },
  ofManagers("/credentials/networks", { status: 200 }),
  ofManagers("/credentials/networks", { status: 303, fields: { allowed_networks: "203.0.113.0/24" } }),
  ofManagers("/credentials/writing", { status: 200, isStepUp }),
  ofManagers("/credentials/writing", { status: 303, isStepUp, fields: { may_write: "off" } }),
  ofManagers("/credentials/tokens", { status: 200 }),
  ofManagers("/credentials/log", { status: 200 }),
  ofManagers("/credentials/usage", { status: 200 }),
  ofManagers("/credentials/secrets", { status: 200 }),
  ofManagers("/credentials/secrets/new", { status: 200, isStepUp }),
  ofManagers("/credentials/secrets/new", { status: 200, isStepUp, fields: newSecret }),
  ofManagers("/credentials/secrets/1/end", { status: 200, isStepUp }),
  ofManagers("/credentials/secrets/1/end", { status: 303, isStepUp, fields: { tokens: "keep" } }),
  ofManagers("/credentials/freeze", { status: 200, isStepUp }),
  ofManagers("/credentials/freeze", { status: 303, isStepUp, fields: {} }),
  ofManagers("/credentials/unfreeze", { status: 200, isStepUp }),
  {
    ...ofManagers("/credentials/unfreeze", { status: 303, isStepUp, fields: {} }),
    async prepare(platform) {
      await freeze(platform);
      return { address: `/teams/${await teamIdOf(platform, "Acme")}/credentials/unfreeze`, fields: {} };
    },
  },
];
