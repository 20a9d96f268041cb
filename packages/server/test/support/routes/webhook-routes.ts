import { makeRandomId } from "../../../src/model/token.ts";
import { makeWebhookSecret } from "../../../src/model/webhook-signature.ts";
import type { WebhookOwner } from "../../../src/store/webhooks/webhook-table.ts";
import type { TestPlatform } from "../test-platform.ts";
import type { RouteRow } from "./route-row.ts";
import { surveyIdOf } from "./survey-routes.ts";
import { teamIdOf, userIdOf } from "./team-routes.ts";
import { createWebhook } from "../../../src/store/webhooks/change-webhook.ts";

const program = { userId: null, username: "", address: "" };
const url = "https://hooks.example/";

/** An active webhook whose test event has failed. @returns where its pages are */
async function addWebhook({ store, database }: TestPlatform, owner: WebhookOwner): Promise<string> {
  const secret = makeWebhookSecret();
  const created = {
    owner,
    userId: 0,
    grantId: null,
    url,
    receiver: "hooks.example:443",
    secret,
    isActive: true,
  };
  const webhook = await store.write(createWebhook, created, { actor: program, outbox: store.outbox });
  await database.write(async ({ kysely }) => {
    await kysely.updateTable("webhook_deliveries").set({ state: "failed", due_at: null }).execute();
  });
  return `/webhooks/${webhook?.id}`;
}

async function deliveryOf({ database }: TestPlatform): Promise<string> {
  const query = database.reader.kysely.selectFrom("webhook_deliveries").select("id");
  return String((await query.executeTakeFirstOrThrow()).id);
}

type Place = Pick<RouteRow, "access" | "owner" | "otherUser" | "other"> & {
  readonly path: string;
  readonly ownerIn: (platform: TestPlatform) => Promise<WebhookOwner>;
  readonly address: (owner: WebhookOwner) => string;
};

const ofSurvey: Place = {
  access: "user",
  other: 404,
  path: "/surveys/:id",
  ownerIn: async (platform) => ({ kind: "survey", id: await surveyIdOf(platform, "ada-1") }),
  address: ({ id }) => `/surveys/${id}`,
};

/** Ada is the creator of Acme, and Bob is a member of it. */
const ofTeam: Place = {
  access: "user",
  owner: "ada",
  otherUser: "bob",
  other: 403,
  path: "/teams/:id",
  ownerIn: async (platform) => ({ kind: "team", id: await teamIdOf(platform, "Acme") }),
  address: ({ id }) => `/teams/${id}`,
};

const ofUser: Place = {
  access: "user",
  other: 404,
  path: "/account",
  ownerIn: async (platform) => ({ kind: "user", id: await userIdOf(platform, "ada") }),
  address: () => "/account",
};

/** A page about webhooks, and with `fields` the form of it; `:webhook` and `:delivery` are filled in. */
function row(
  place: Place,
  page: string,
  { status, fields }: Pick<RouteRow, "status"> & { readonly fields?: Readonly<Record<string, string>> },
): RouteRow {
  const { path, ownerIn, address, ...common } = place;
  return {
    ...common,
    method: fields === undefined ? "GET" : "POST",
    path: `${path}/webhooks${page}`,
    status,
    async prepare(platform) {
      const owner = await ownerIn(platform);
      const webhook = await addWebhook(platform, owner);
      const rest = page.replace("/:webhook", webhook.replace("/webhooks", ""));
      const filled = rest.replace(":delivery", await deliveryOf(platform));
      return { address: `${address(owner)}/webhooks${filled}`, ...(fields && { fields }) };
    },
  };
}

function rowsOf(place: Place): readonly RouteRow[] {
  const stepUp = { stepUp: true } as const;
  return [
    row(place, "", { status: 200 }),
    { ...row(place, "/new", { status: 200 }), ...stepUp },
    {
      ...row(place, "/new", { status: 200, fields: { url, is_active: "", request: makeRandomId() } }),
      ...stepUp,
    },
    row(place, "/:webhook", { status: 200 }),
    { ...row(place, "/:webhook", { status: 303, fields: { url: `${url}other`, is_active: "" } }), ...stepUp },
    row(place, "/:webhook/test", { status: 303, fields: {} }),
    { ...row(place, "/:webhook/secret", { status: 200 }), ...stepUp },
    { ...row(place, "/:webhook/secret", { status: 200, fields: { request: makeRandomId() } }), ...stepUp },
    { ...row(place, "/:webhook/delete", { status: 200 }), ...stepUp },
    { ...row(place, "/:webhook/delete", { status: 303, fields: {} }), ...stepUp },
    row(place, "/:webhook/resend", { status: 303, fields: { since: "" } }),
    row(place, "/:webhook/deliveries/:delivery", { status: 200 }),
    row(place, "/:webhook/deliveries/:delivery/resend", { status: 303, fields: {} }),
  ];
}

/** Each user has a list of their own, and no other user's webhook. */
function withOwnLists(rows: readonly RouteRow[]): readonly RouteRow[] {
  return rows.map((one) => (one.path.includes(":") ? one : { ...one, other: "own" }));
}

/** Routes on which webhooks of surveys, teams and users are managed. */
export const webhookRoutes: readonly RouteRow[] = [
  ...rowsOf(ofSurvey),
  ...rowsOf(ofTeam),
  ...withOwnLists(rowsOf(ofUser)),
];
