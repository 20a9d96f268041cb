import type { WritingStage } from "./api-calls.ts";
import type { PreparedCall } from "./call-rows.ts";
import { allowedCode, otherExchange } from "./quick-consent.ts";

/** What a parameter does, as a test can see it: one of four. */
export type ParameterRow = Refused | Narrowing | Written | Unseen;

/** Another value than the right one is refused. */
interface Refused {
  readonly refused: unknown;
  /** The call that is served, where that of the table of calls has no such parameter. */
  readonly good?: (stage: WritingStage) => Promise<PreparedCall>;
}

/** The data are others with it than without it. */
interface Narrowing {
  readonly narrows: unknown;
  /** Makes what the call reads. */
  readonly arrange?: (stage: WritingStage, good: PreparedCall) => Promise<unknown>;
}

/** Two values make two things. */
interface Written {
  readonly writes: readonly [unknown, unknown];
  /** What shows the difference. */
  readonly seen: (stage: WritingStage, call: PreparedCall, data: unknown) => Promise<unknown>;
}

/** No response shows what it does. */
interface Unseen {
  readonly reason: string;
}

type Rows = Readonly<Record<string, Readonly<Record<string, ParameterRow>>>>;

const none = 999_999_999;

/** The value at a path of names in what a call returned. */
function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  // What is not there is undefined.
  return names.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);
}

const ofData = (name: string) => async (_: WritingStage, _call: PreparedCall, data: unknown) =>
  at(data, name);
const ofSurvey = (name: string) => async (stage: WritingStage, call: PreparedCall) =>
  at(await stage.get(surveyOf(call)), name);

function surveyOf({ path }: Pick<PreparedCall, "path">): string {
  return path.split("/").slice(0, 4).join("/");
}

/** Sends an answer to the survey in a path: the first option of each question. */
export async function addAnswer(stage: WritingStage, good: Pick<PreparedCall, "path">): Promise<void> {
  const survey = surveyOf(good);
  await stage.post(`${survey}/settings`, { state: 2 });
  const { pages } = (await stage.get(survey)) as {
    readonly pages: readonly {
      readonly id: string;
      readonly questions: readonly {
        readonly id: string;
        readonly options: readonly { readonly id: string }[];
      }[];
    }[];
  };
  const answered = pages.map(({ id, questions }) => ({
    id,
    questions: questions.map((question) => ({ id: question.id, options: question.options.slice(0, 1) })),
  }));
  await stage.post(`${survey}/answers`, { answer: { pages: answered } });
}

const surveyRows: Rows = {
  "GET /api/surveys": {
    openid: { refused: "another" },
    user_id: { refused: none },
    page: { narrows: 99 },
    per_page: { narrows: 1 },
  },
  "POST /api/surveys": {
    user_id: { refused: none },
    org: { refused: none },
    text: {
      writes: ["One\n\n\n\nQ[Single Line Text]", "Other\n\n\n\nQ[Single Line Text]"],
      seen: async (stage, _, data) => at(await stage.get(`/api/surveys/${String(at(data, "id"))}`), "title"),
    },
    format: { refused: "pdf" },
    scene: {
      writes: [1, 3],
      seen: async (stage, _, data) => at(await stage.get(`/api/surveys/${String(at(data, "id"))}`), "scene"),
    },
  },
  "POST /api/surveys/{survey_id}/settings": {
    redirect_url: { writes: ["https://a.example/", "https://b.example/"], seen: ofSurvey("redirect_url") },
    login_check: { writes: [true, false], seen: ofSurvey("login_check") },
    is_answer_only_once: {
      writes: [true, false],
      async seen({ platform }, call) {
        const surveys = platform.database.reader.kysely.selectFrom("surveys").select("once");
        return surveys.where("id", "=", Number(surveyOf(call).split("/").at(-1))).executeTakeFirst();
      },
    },
    is_allow_update_answer: { writes: [true, false], seen: ofSurvey("is_allow_update_answer") },
    state: { writes: [0, 2], seen: ofSurvey("state") },
    started_at: {
      writes: ["2026-01-01 00:00:00", "2026-02-01 00:00:00"],
      seen: ofSurvey("started_at"),
    },
    end_at: { writes: ["2027-01-01 00:00:00", "2027-02-01 00:00:00"], seen: ofSurvey("end_at") },
  },
  "POST /api/surveys/{survey_id}/custom_args": {
    title: { writes: ["shop", "table"], seen: ofData("title") },
    description: { writes: ["One", "Other"], seen: ofData("description") },
  },
  "POST /api/surveys/{survey_id}/report_aggs": {
    from: { narrows: 253_000_000_000, arrange: addAnswer },
    to: { narrows: 1, arrange: addAnswer },
    interval: { narrows: "1h", arrange: addAnswer },
  },
};

const answerRows: Rows = {
  "GET /api/surveys/{survey_id}/answers": {
    per_page: {
      narrows: 1,
      async arrange(stage, good) {
        for (let time = 0; time < 2; time += 1) await addAnswer(stage, good);
      },
    },
    last_answer_id: { narrows: 1, arrange: addAnswer },
    since: { narrows: "2999-01-01T00:00:00Z", arrange: addAnswer },
    until: { narrows: "2000-01-01T00:00:00+08:00", arrange: addAnswer },
    include: { narrows: "updated_at", arrange: addAnswer },
  },
  "GET /api/surveys/{survey_id}/changes": {
    cursor: { narrows: "1.0", arrange: addAnswer },
    since: { narrows: "2999-01-01T00:00:00Z", arrange: addAnswer },
    until: { narrows: "2000-01-01T00:00:00+08:00", arrange: addAnswer },
    per_page: {
      narrows: 1,
      async arrange(stage, good) {
        for (let time = 0; time < 2; time += 1) await addAnswer(stage, good);
      },
    },
  },
  "GET /api/surveys/{survey_id}/table": {
    format: { refused: "pdf" },
    values: { narrows: "codes", arrange: addAnswer },
    heads: { narrows: "titles", arrange: addAnswer },
    since: { narrows: "2999-01-01T00:00:00Z", arrange: addAnswer },
    until: { narrows: "2000-01-01T00:00:00+08:00", arrange: addAnswer },
    last_answer_id: { narrows: 1, arrange: addAnswer },
    per_page: {
      narrows: 1,
      async arrange(stage, good) {
        for (let time = 0; time < 2; time += 1) await addAnswer(stage, good);
      },
    },
  },
  "POST /api/surveys/{survey_id}/answers": {
    respondent_id: { refused: none },
    answer: { refused: { pages: [{ id: "p", questions: [{ id: "q-unknown", text: "x" }] }] } },
  },
  "POST /api/surveys/{survey_id}/answers/{answer_id}": {
    answer: { refused: { pages: [{ id: "p", questions: [{ id: "q-unknown", text: "x" }] }] } },
  },
};

/** Tells the webhook of a call that an event could not be delivered. */
async function failDeliveries({ platform }: WritingStage, { path }: PreparedCall): Promise<void> {
  const webhookId = Number(/webhooks\/(\d+)/.exec(path)?.[1]);
  await platform.database.write(({ kysely }) =>
    kysely
      .updateTable("webhook_deliveries")
      .set({ state: "failed" })
      .where("webhook_id", "=", webhookId)
      .execute(),
  );
}

/** Sends a second test event. */
async function testAgain(stage: WritingStage, { path }: PreparedCall): Promise<void> {
  await stage.post(path.replace(/deliveries$/, "test"), {});
}

function rowsOfWebhooks(hooks: string): Rows {
  const url = { writes: ["http://127.0.0.1/one", "http://127.0.0.1/other"], seen: ofData("url") } as const;
  const isActive = { writes: [true, false], seen: ofData("is_active") } as const;
  const events = {
    writes: [["answer.create"], ["answer.create", "answer.delete"]],
    seen: ofData("events"),
  } as const;
  const titles = { writes: [true, false], seen: ofData("titles") } as const;
  const one = `${hooks}/{webhook_id}`;
  return {
    [`POST ${hooks}`]: { url, is_active: isActive, events, titles },
    [`POST ${one}`]: { url, is_active: isActive, events, titles },
    [`POST ${one}/resend`]: {
      delivery_id: { refused: none },
      since: { narrows: 4_000_000_000, arrange: failDeliveries },
    },
    [`GET ${one}/deliveries`]: {
      last_id: { narrows: 1 },
      per_page: { narrows: 1, arrange: testAgain },
      state: { narrows: "failed" },
    },
  };
}

const account = (name: string) => async (stage: WritingStage, call: PreparedCall) => {
  const openid = at(call.body, "openid");
  const path = typeof openid === "string" ? `${call.path}/${encodeURIComponent(openid)}` : call.path;
  return at(await stage.get(path), name);
};

const avatars = ["https://a.example/1.png", "https://a.example/2.png"] as const;

const accountRows: Rows = {
  "POST /api/sso/users": {
    openid: { writes: ["parameter-one", "parameter-other"], seen: account("openid") },
    nickname: { writes: ["One", "Other"], seen: account("nickname") },
    avatar: { writes: avatars, seen: account("avatar") },
  },
  "POST /api/sso/users/{openid}": {
    nickname: { writes: ["One", "Other"], seen: account("nickname") },
    avatar: { writes: avatars, seen: account("avatar") },
  },
  "POST /api/sso/code": {
    user_id: { refused: none },
    scene_type: {
      reason: "the code says it to the page that it is used on, which tests of login codes open",
    },
  },
};

const listRows: Rows = Object.fromEntries(
  ["batch", "batch_delete"].map((action) => [
    `POST /api/surveys/{survey_id}/respondent/access_list/${action}`,
    { type: { refused: 1 }, respondent_ids: { refused: [none] } },
  ]),
);

/** Puts an account on the list of the survey. */
async function allowOne(stage: WritingStage, { path }: PreparedCall): Promise<void> {
  const { user_id: id } = (await stage.post("/api/sso/users", {
    openid: `listed-${crypto.randomUUID()}`,
  })) as {
    readonly user_id: number;
  };
  await stage.post(`${path}/batch`, { type: 11, respondent_ids: [id] });
}

/** Adds a second member to the team of a path. */
async function addMember(stage: WritingStage, { path }: PreparedCall): Promise<void> {
  const team = path.replace("/api/orgs/", "/api/contacts/teams/");
  const group = /\/groups\/\d+/.exec(team)?.[0] ?? "/groups/0";
  const openid = `member-${crypto.randomUUID()}`;
  const { user_id: id } = (await stage.post("/api/sso/users", { openid })) as { readonly user_id: number };
  await stage.post(`${/^\/api\/contacts\/teams\/\d+/.exec(team)?.[0] ?? ""}${group}/users/${id}`, {});
}

async function addMembers(stage: WritingStage, good: PreparedCall): Promise<void> {
  for (let time = 0; time < 2; time += 1) await addMember(stage, good);
}

const memberList: Readonly<Record<string, ParameterRow>> = {
  page: { narrows: 2, arrange: addMember },
  per_page: { narrows: 1, arrange: addMembers },
  roles: { narrows: 3, arrange: addMember },
};

async function addGroups(stage: WritingStage, { path }: PreparedCall): Promise<void> {
  await stage.post(path, { name: "One", remote_id: "one" });
}

/** A field of the newest group of the team. */
const ofGroup =
  (name: string) =>
  async (stage: WritingStage, { path }: PreparedCall) =>
    at(await stage.get(path.replace(/\/groups.*$/, "/groups")), "list", 1, name);

const groupFields: Readonly<Record<string, ParameterRow>> = {
  name: { writes: ["One", "Other"], seen: ofGroup("name") },
  parent_id: { refused: none },
  order: { writes: [1, 2], seen: ofGroup("order") },
  remote_id: { writes: ["one", "other"], seen: ofGroup("remote_id") },
  remoteId: { writes: ["one", "other"], seen: ofGroup("remote_id") },
};

/** A field of the member that the path of a call names. */
const ofMember =
  (name: string) =>
  async (stage: WritingStage, { path }: PreparedCall) => {
    const id = Number(path.split("/").at(-1));
    const { list } = (await stage.get(path.replace(/(\/groups\/\d+)?\/users.*$/, "/users"))) as {
      readonly list: readonly { readonly user_id: number }[];
    };
    return at(
      list.find((member) => member.user_id === id),
      name,
    );
  };

const roleAndOpenid: Readonly<Record<string, ParameterRow>> = {
  role: { writes: [3, 4], seen: ofMember("role") },
  openid: { refused: "another" },
};

const teamRows: Rows = {
  "POST /api/orgs": {
    name: {
      writes: ["Parameters one", "Parameters other"],
      seen: async (stage, _, data) => at(await stage.get(`/api/orgs/${String(at(data, "org_id"))}`), "name"),
    },
    user_id: { refused: none },
  },
  "GET /api/orgs/{id}/users": memberList,
  "GET /api/contacts/teams/{team_id}/users": memberList,
  "GET /api/contacts/teams/{team_id}/groups/{group_id}/users": memberList,
  "GET /api/contacts/teams/{team_id}/groups": {
    remote_ids: { narrows: "one", arrange: addGroups },
    parent_id: { narrows: 0, arrange: addGroups },
    page: { narrows: 2 },
    per_page: { narrows: 1, arrange: addGroups },
  },
  "POST /api/contacts/teams/{team_id}/groups": groupFields,
  "POST /api/contacts/teams/{team_id}/groups/{group_id}": groupFields,
  "POST /api/contacts/teams/{team_id}/groups/batch_delete": { group_ids: { refused: [none] } },
  "POST /api/contacts/teams/{team_id}/groups/{group_id}/users/{user_id}": roleAndOpenid,
  "POST /api/contacts/teams/{team_id}/users/{user_id}": {
    ...roleAndOpenid,
    group_ids: { refused: [none] },
    nickname: { writes: ["One", "Other"], seen: ofMember("name") },
    avatar: { writes: avatars, seen: ofMember("avatar") },
  },
};

const exchange = async ({ platform }: WritingStage): Promise<PreparedCall> => ({
  path: "/api/oauth2/access_token",
  query: otherExchange(await allowedCode(platform)),
});

const tokenRows: Rows = {
  "GET /api/oauth2/access_token": {
    secret: { refused: "wrong" },
    grant_type: { refused: "password" },
    code: { refused: "sopc_wrong", good: exchange },
    code_verifier: { refused: "x".repeat(43), good: exchange },
  },
  "GET /api/oauth2/refresh_token": {
    refresh_token: { refused: "sopr_wrong" },
    grant_type: { refused: "code" },
    secret: { refused: "wrong" },
  },
  "GET /api/oauth2/user": { openid: { refused: "another" } },
};

/** What each documented parameter does, by call and name. A new parameter needs its row. */
export const parameterRows: Rows = {
  ...tokenRows,
  ...surveyRows,
  ...answerRows,
  ...rowsOfWebhooks("/api/surveys/{survey_id}/webhooks"),
  ...rowsOfWebhooks("/api/users/{user_id}/webhooks"),
  ...accountRows,
  ...listRows,
  "GET /api/surveys/{survey_id}/participants": {
    last_id: {
      narrows: 4_000_000_000,
      async arrange(stage, { path }) {
        await stage.post(path, { participants: [{ code: crypto.randomUUID() }] });
      },
    },
    state: {
      narrows: "answered",
      async arrange(stage, { path }) {
        await stage.post(path, { participants: [{ code: crypto.randomUUID() }] });
      },
    },
  },
  "POST /api/surveys/{survey_id}/participants": {
    participants: { refused: [{ email: "no address" }] },
  },
  "GET /api/surveys/{survey_id}/respondent/access_list": { last_id: { narrows: 1, arrange: allowOne } },
  ...teamRows,
};
