import { hashToken, makeRandomId } from "../../../src/model/token.ts";
import { makeAdministrators } from "../administrators.ts";
import { invite } from "../invite.ts";
import type { TestPlatform } from "../test-platform.ts";
import type { RouteRow } from "./route-row.ts";
import { setClientHostDisabled } from "../../../src/store/applications/client-administration.ts";
import { setUserDisabled } from "../../../src/store/people/user-administration.ts";
import { setApplicationFrozen } from "../../../src/store/applications/application-administration.ts";

const ofRoot = { access: "administrator", owner: "root", otherUser: "ada", other: 403 } as const;

/** A page of administrators, and with `fields` the form of it. */
function row(path: string, address = path, fields?: Readonly<Record<string, string>>): RouteRow {
  const method = fields === undefined ? "GET" : "POST";
  const status = fields === undefined ? 200 : 303;
  return { ...ofRoot, method, path, prepare: async () => ({ address, ...(fields && { fields }) }), status };
}

/** The page of a decision, and its form. */
function decision(path: string, address: string, status = 303): readonly RouteRow[] {
  return [
    { ...row(path, address), stepUp: true },
    { ...row(path, address, {}), stepUp: true, status },
  ];
}

async function acmeId({ database }: TestPlatform): Promise<number> {
  const team = database.reader.kysely.selectFrom("teams").select("id").where("name", "=", "Acme");
  return (await team.executeTakeFirstOrThrow()).id;
}

function plan(to: "free" | "premium"): readonly RouteRow[] {
  return decision(`/admin/teams/:id/${to}`, "").map((one) => ({
    ...one,
    prepare: async (platform) => ({ address: `/admin/teams/${await acmeId(platform)}/${to}`, fields: {} }),
    // The team has that plan already.
    ...(to === "premium" && one.method === "POST" && { changesNothing: true as const }),
  }));
}

const user = "/admin/users/:username";
const bob = "/admin/users/bob";
const application = "/admin/applications/:appid";
const demoApp = "/admin/applications/demo_app";

/** Routes on which administrators manage the platform. */
export const administrationRoutes: readonly RouteRow[] = [
  { ...row("/admin"), status: 303 },
  row("/admin/users"),
  row(user, bob),
  ...decision(`${user}/disable`, `${bob}/disable`),
  { ...row(`${user}/enable`, `${bob}/enable`), stepUp: true },
  {
    ...row(`${user}/enable`, `${bob}/enable`, {}),
    stepUp: true,
    async prepare({ store }) {
      const actor = { userId: null, username: "operator", address: "" };
      await store.write(setUserDisabled, { username: "bob", disabled: true, actor });
      return { address: `${bob}/enable`, fields: {} };
    },
  },
  ...decision(`${user}/make-administrator`, `${bob}/make-administrator`),
  { ...row(`${user}/withdraw-administration`, `${bob}/withdraw-administration`), stepUp: true },
  {
    ...row(`${user}/withdraw-administration`, `${bob}/withdraw-administration`, {}),
    stepUp: true,
    async prepare(platform) {
      await makeAdministrators(platform, "bob");
      return { address: `${bob}/withdraw-administration`, fields: {} };
    },
  },
  { ...row(`${user}/second-factor`, `${bob}/second-factor`), stepUp: true },
  { ...row(`${user}/second-factor`, `${bob}/second-factor`, {}), stepUp: true, changesNothing: true },
  ...decision(`${user}/password-link`, `${bob}/password-link`, 200),
  row("/admin/applications"),
  row(application, demoApp),
  ...decision(`${application}/verify`, `${demoApp}/verify`),
  ...decision(`${application}/unverify`, `${demoApp}/unverify`),
  ...decision(`${application}/freeze`, `${demoApp}/freeze`),
  { ...row(`${application}/unfreeze`, `${demoApp}/unfreeze`), stepUp: true },
  {
    ...row(`${application}/unfreeze`, `${demoApp}/unfreeze`, {}),
    stepUp: true,
    async prepare({ store }) {
      const actor = { userId: null, username: "operator", address: "" };
      await store.write(setApplicationFrozen, { appid: "demo_app", frozen: true, actor });
      return { address: `${demoApp}/unfreeze`, fields: {} };
    },
  },
  row("/admin/clients"),
  { ...row("/admin/clients/hosts", "/admin/clients/hosts", { host: "agent.example" }), changesNothing: true },
  ...decision("/admin/clients/hosts/:host/disable", "/admin/clients/hosts/agent.example/disable"),
  { ...row("/admin/clients/hosts/:host/enable", "/admin/clients/hosts/agent.example/enable"), stepUp: true },
  {
    ...row("/admin/clients/hosts/:host/enable", "/admin/clients/hosts/agent.example/enable", {}),
    stepUp: true,
    async prepare({ store }) {
      const actor = { userId: null, username: "operator", address: "" };
      await store.write(setClientHostDisabled, { host: "agent.example", disabled: true, actor });
      return { address: "/admin/clients/hosts/agent.example/enable", fields: {} };
    },
  },
  row("/admin/teams"),
  ...plan("free"),
  ...plan("premium"),
  row("/admin/invitations"),
  {
    ...row("/admin/invitations", "/admin/invitations", { note: "for Cleo", request: makeRandomId() }),
    status: 200,
  },
  {
    ...row("/admin/invitations/withdraw", "/admin/invitations/withdraw", {}),
    prepare: async (platform) => ({ fields: { invitation: hashToken(await invite(platform)) } }),
  },
  row("/admin/audit"),
  ...decision("/admin/audit/export", "/admin/audit/export", 200),
  row("/admin/settings"),
  row("/admin/health"),
  { method: "GET", path: "/reset/:token", access: "anyone", status: 404, other: "own" },
  {
    method: "POST",
    path: "/reset/:token",
    access: "anyone",
    prepare: async () => ({ address: `/reset/${makeRandomId()}` }),
    status: 403,
    other: "own",
    changesNothing: true,
  },
];
