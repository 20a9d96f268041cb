import { createSurvey, type WritingStage } from "./api-calls.ts";
import type { CallRow, PreparedCall } from "./call-rows.ts";

/** The platform lets events be sent to the machine itself: what is due is never sent in these tests. */
const url = "http://127.0.0.1/events";

/** Finds the path of an owner's webhooks. */
type FindOwner = (stage: WritingStage) => Promise<string>;

const ofSurvey: FindOwner = async (stage) => `${await createSurvey(stage)}/webhooks`;

/** Webhooks of the account that the token of {@link WritingStage} acts for: without those of other calls. */
async function ofAccount(stage: WritingStage): Promise<string> {
  const path = await createSurvey(stage);
  const { kysely } = stage.platform.database.reader;
  const surveys = kysely.selectFrom("surveys").select("owner_id as id");
  const { id } = await surveys.where("id", "=", Number(path.split("/").at(-1))).executeTakeFirstOrThrow();
  const hooks = `/api/users/${id}/webhooks`;
  const { list } = (await stage.get(hooks)) as { readonly list: readonly { readonly id: number }[] };
  const ids = list.map((hook) => hook.id);
  if (ids.length > 0)
    await stage.platform.database.write((t) =>
      t.kysely.deleteFrom("webhooks").where("id", "in", ids).execute(),
    );
  return hooks;
}

async function created(stage: WritingStage, hooks: string): Promise<string> {
  // What the call returns.
  const { id } = (await stage.post(hooks, { url, is_active: true })) as { readonly id: number };
  return `${hooks}/${id}`;
}

const inPath = (part: RegExp, other: string) => async (_: WritingStage, good: PreparedCall) => ({
  ...good,
  path: good.path.replace(part, other),
});

const list = async (_: WritingStage, hooks: string) => hooks;
const part = (rest: string) => async (stage: WritingStage, hooks: string) =>
  (await created(stage, hooks)) + rest;

/** The delivery of the test event that a new webhook gets. */
async function delivery(stage: WritingStage, hooks: string): Promise<string> {
  const log = `${await created(stage, hooks)}/deliveries`;
  // What the call returns.
  const { last_id: id } = (await stage.get(log)) as { readonly last_id: number };
  return `${log}/${id}`;
}

const refused: NonNullable<CallRow["refused"]> = {
  claim_error: inPath(/users\/\d+/, "users/999999999"),
  invalid_argument_url: async (_, good) => ({ ...good, body: { url: "http://10.0.0.1/" } }),
  async resource_exhausted(stage, good) {
    for (let at = 0; at < 10; at += 1) await stage.post(good.path, { url });
    return good;
  },
};

const row = (prepare: CallRow["prepare"]): CallRow => ({ prepare, refused });

function rowsOf(path: string, find: FindOwner): Readonly<Record<string, CallRow>> {
  const prepare =
    (pathOf: (stage: WritingStage, hooks: string) => Promise<string>, body?: unknown): CallRow["prepare"] =>
    async (stage) => ({
      path: await pathOf(stage, await find(stage)),
      token: stage.tokens.acme,
      ...(body !== undefined && { body }),
    });
  const one = `${path}/{webhook_id}`;
  return {
    [`GET ${path}`]: row(prepare(list)),
    [`POST ${path}`]: row(prepare(list, { url })),
    [`GET ${one}`]: row(prepare(part(""))),
    [`POST ${one}`]: row(prepare(part(""), { is_active: false })),
    [`DELETE ${one}`]: row(prepare(part(""))),
    [`POST ${one}/secret`]: row(prepare(part("/secret"), {})),
    [`POST ${one}/test`]: row(prepare(part("/test"), {})),
    [`POST ${one}/resend`]: row(prepare(part("/resend"), {})),
    [`GET ${one}/deliveries`]: row(prepare(part("/deliveries"))),
    [`GET ${one}/deliveries/{delivery_id}`]: row(prepare(delivery)),
  };
}

/** The calls about webhooks, by method and path. */
export const webhookRows: Readonly<Record<string, CallRow>> = {
  ...rowsOf("/api/surveys/{survey_id}/webhooks", ofSurvey),
  ...rowsOf("/api/users/{user_id}/webhooks", ofAccount),
  "GET /api/webhooks/ip": {
    prepare: async ({ tokens }) => ({ path: "/api/webhooks/ip", token: tokens.acme }),
  },
};
