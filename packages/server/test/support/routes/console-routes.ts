import type { TestPlatform } from "../test-platform.ts";
import { newApplicationFields } from "../registered-application.ts";
import type { RouteRow } from "./route-row.ts";
import { freezeApplication } from "../../../src/store/applications/application-state.ts";

const appid = "demo_app";
const pattern = "/console/applications/:appid";
const address = `/console/applications/${appid}`;

/** Bob owns the sample's application; Ada is the other user. */
const ofBob = { access: "user", owner: "bob", otherUser: "ada", other: 404 } as const;

/** A page of the application, and with `fields` the form of it. */
function row(page: string, status: number, fields?: Readonly<Record<string, string>>): RouteRow {
  return {
    ...ofBob,
    method: fields === undefined ? "GET" : "POST",
    path: `${pattern}${page.replace(/\/1\//, "/:number/")}`,
    prepare: async () => ({ address: `${address}${page}`, ...(fields !== undefined && { fields }) }),
    status,
  };
}

async function freeze(platform: TestPlatform): Promise<void> {
  const { ownerId = 0 } = (await platform.store.findApplication(appid)) ?? {};
  const actor = { userId: ownerId, username: "bob", address: "203.0.113.7" };
  await platform.store.write(freezeApplication, { appid, ownerId, userId: ownerId, actor });
}

const newSecret = { name: "server 1", replaces: "1", after: "day", tokens: "keep", request: "r".repeat(32) };

/** Routes on which developers manage their applications. */
export const consoleRoutes: readonly RouteRow[] = [
  { method: "GET", path: "/console", access: "user", status: 200, other: "own" },
  { method: "GET", path: "/console/new", access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: "/console/new",
    access: "user",
    prepare: async () => ({ fields: newApplicationFields }),
    status: 200,
    other: "own",
  },
  { method: "GET", path: "/console/transfer", access: "user", stepUp: true, status: 200, other: "own" },
  {
    method: "GET",
    path: "/console/transfer/import",
    access: "user",
    stepUp: true,
    status: 303,
    other: "own",
  },
  { method: "POST", path: "/console/transfer/export", access: "user", status: 200, other: "own" },
  // Forms with a file, as below.
  ...["preview", "import"].map((step): RouteRow => {
    const refused = { status: 403, other: "own", changesNothing: true } as const;
    const path = `/console/transfer/${step}`;
    return { method: "POST", path, access: "user", ...(step === "import" && { stepUp: true }), ...refused };
  }),
  row("", 200),
  { ...row("/edit", 200), stepUp: true },
  { ...row("/edit", 303, newApplicationFields), stepUp: true },
  row("/logo", 200),
  // A form with a file is sent in another way than those of this table; its own tests send right ones.
  { ...row("/logo", 403, {}), other: 403, changesNothing: true },
  row("/logo/remove", 303, {}),
  row("/secrets", 200),
  { ...row("/secrets/new", 200), stepUp: true },
  { ...row("/secrets/new", 200, newSecret), stepUp: true },
  { ...row("/secrets/1/end", 200), stepUp: true },
  { ...row("/secrets/1/end", 303, { tokens: "keep" }), stepUp: true },
  row("/log", 200),
  row("/usage", 200),
  row("/connect", 200),
  row("/check", 200),
  {
    ...row("/check", 200, { link: "https://platform.example/connect/oauth2/authorize" }),
    changesNothing: true,
  },
  row("/explorer", 200),
  { ...row("/explorer", 200, { call: "listSurveys" }), changesNothing: true },
  { ...row("/test-token", 200), stepUp: true },
  { ...row("/test-token", 200, { request: "t".repeat(32) }), stepUp: true },
  { ...row("/freeze", 200), stepUp: true },
  { ...row("/freeze", 303, {}), stepUp: true },
  { ...row("/unfreeze", 200), stepUp: true },
  {
    ...row("/unfreeze", 303, {}),
    stepUp: true,
    async prepare(platform) {
      await freeze(platform);
      return { address: `${address}/unfreeze`, fields: {} };
    },
  },
  { ...row("/delete", 200), stepUp: true },
  { ...row("/delete", 303, { name: "Insight Board" }), stepUp: true },
];
