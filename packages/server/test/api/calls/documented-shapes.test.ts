import { describe, expect, it } from "vitest";
import { endpointsOf } from "../../../src/api/endpoints.ts";
import { settings } from "../../../src/config/settings.ts";
import { describeApi, type DescribedApi } from "../../../src/api/reference/describe-api.ts";
import { namedSchemaPrefix, type JsonSchema } from "../../../src/api/reference/json-schema.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

/** A field's type: the name of one, a list of it, or the fields of an object. */
type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/*
 * The fields of the interface as clients that others wrote decode them. The platform may send more fields; of these, each
 * has to be there, by this name and of this type. A question mark ends the name of a field that is not always there.
 */

const option: Shape = {
  id: "string",
  text: "string",
  exclusive: "boolean",
  noRandom: "boolean",
  goto: "string",
  display: ["string"],
};

const question: Shape = {
  id: "string",
  type: "string",
  sub_type: "integer",
  title: "string",
  description: "string",
  required: "boolean",
  hidden: "boolean",
  random: "boolean",
  prefill: "string",
  goto: "string",
  refer: "string",
  blank_setting: [{}],
  maxRow: "integer",
  maxlength: "integer",
  validate: "string",
  options: [option],
  subTitles: [{ id: "string", text: "string" }],
  rows: "string",
  cols: "string",
  starShow: "string",
  starBeginNum: "integer",
  starNum: "integer",
  starType: "string",
  starShowCustomStart: "string",
  starShowCustomEnd: "string",
  revertSort: "integer",
  levels: ["string"],
  groups: [{}],
  file_type_limit: ["string"],
  file_size_limit: "integer",
  index: "integer",
  real_index: "integer",
};

const survey = {
  id: "integer",
  hash: "string",
  scene: "integer",
  title: "string",
  prefix: "string",
  suffix: "string",
  pages: [{ id: "string", index: "string", questions: [question] }],
  page_count: "integer",
  topic_count: "integer",
  started_at: "string",
  end_at: "string",
  state: "integer",
  template_id: "integer",
  creator_user_id: "integer",
  answer_count: "integer",
} as const satisfies Shape;

const answerOption: Shape = { id: "string", checked: "integer", text: "string" };
const answer = {
  answer_id: "integer",
  openid: "string",
  started_at: "string",
  ended_at: "string",
  score: "null",
  third_party_user: { respondent_id: "integer", openid: "string", nickname: "string" },
  answer: [
    {
      id: "string",
      questions: [
        {
          id: "string",
          type: "string",
          sub_type: "integer",
          text: "string",
          options: [answerOption],
          groups: [{ id: "string", text: "string", options: [answerOption] }],
          blanks: [{ id: "string", value: "string" }],
          // Of custom arguments.
          "title?": "string",
          "description?": "string",
        },
      ],
    },
  ],
} as const satisfies Shape;

const webhook: Shape = {
  id: "integer",
  user_id: "integer",
  object: "string",
  url: "string",
  secret: "string",
  is_active: "boolean",
  options: "string",
  created_at: "string",
  updated_at: "string",
};
const webhooks: Shape = { total: "integer", list: [webhook] };
const done: Shape = { result: "string" };
const account = { user_id: "integer", respondent_id: "integer" } as const satisfies Shape;
const counts: Shape = [{ key: "string", count: "integer" }];
const teamUser = {
  user_id: "integer",
  name: "string",
  avatar: "string",
  role: "integer",
} as const satisfies Shape;
const contacts: Shape = {
  total: "integer",
  list: [
    {
      ...teamUser,
      respondent_id: "integer",
      respon_id: "integer",
      group_full_name: "string",
      group_id: "integer",
      is_org_available: "boolean",
      is_org_creator: "boolean",
    },
  ],
};

const documented: Readonly<Record<string, Shape>> = {
  "GET /api/surveys": {
    total: "integer",
    list: [{ id: "integer", hash: "string", title: "string", state: "integer" }],
  },
  "GET /api/surveys/{survey_id}": { ...survey, created_at: "string", updated_at: "string" },
  "GET /api/surveys/{survey_id}/legacy": {
    ...survey,
    startTime: "integer",
    endTime: "integer",
    createTime: "integer",
    updateTime: "integer",
  },
  "GET /api/surveys/{survey_id}/answers": {
    total: "integer",
    last_answer_id: "integer",
    list: [{ ...answer, qq: "integer", wechat_work_user: {} }],
  },
  "GET /api/surveys/{survey_id}/answers/{answer_id}": {
    ...answer,
    survey_id: "integer",
    respondent_id: "integer",
  },
  "POST /api/surveys": {
    survey_id: "integer",
    id: "integer",
    hash: "string",
    url: "string",
    survey_url: "string",
  },
  "POST /api/surveys/{survey_id}/settings": done,
  "POST /api/surveys/{survey_id}/custom_args": {
    survey_id: "integer",
    question_id: "string",
    type: "string",
    title: "string",
    description: "string",
    created_at: "string",
    updated_at: "string",
  },
  "POST /api/surveys/{survey_id}/report_aggs": {
    duration_avg: "integer",
    status: counts,
    channel: counts,
    location: [{ key: "string", count: "integer", children: counts }],
    ua_device: counts,
    ua_os: counts,
    interval: "string",
    trends: counts,
  },
  "POST /api/surveys/{survey_id}/answers": { survey_id: "integer", answer_id: "integer" },
  "GET /api/surveys/{survey_id}/webhooks": webhooks,
  "GET /api/surveys/{survey_id}/webhooks/{webhook_id}": webhook,
  "POST /api/surveys/{survey_id}/webhooks": webhook,
  "POST /api/surveys/{survey_id}/webhooks/{webhook_id}": webhook,
  "DELETE /api/surveys/{survey_id}/webhooks/{webhook_id}": done,
  "POST /api/users/{user_id}/webhooks": webhook,
  "GET /api/webhooks/ip": { list: ["string"] },
  "POST /api/sso/users": account,
  "GET /api/sso/users/{openid}": { ...account, openid: "string", nickname: "string", avatar: "string" },
  "POST /api/sso/users/{openid}": {},
  "POST /api/sso/code": { code: "string" },
  "POST /api/surveys/{survey_id}/respondent/access_list/batch": {},
  "POST /api/surveys/{survey_id}/respondent/access_list/batch_delete": {},
  "GET /api/surveys/{survey_id}/respondent/access_list": {
    list: [{ id: "integer", respondent_id: "integer" }],
  },
  "POST /api/orgs": { org_id: "integer", team_id: "integer" },
  "GET /api/orgs/{id}": {
    id: "integer",
    name: "string",
    phone: "string",
    current_user_role: "integer",
    creator_id: "integer",
    creator_name: "string",
    creator_avatar_url: "string",
    team_id: "integer",
  },
  "GET /api/orgs/{id}/users": { total: "integer", list: [teamUser] },
  "GET /api/orgs/{id}/projects": {
    total: "integer",
    list: [
      {
        id: "integer",
        type: "integer",
        level: "integer",
        user_id: "integer",
        owner_user_id: "integer",
        name: "string",
        status: "integer",
        created_at: "string",
        updated_at: "string",
      },
    ],
  },
  "GET /api/contacts/teams/{team_id}/groups": {
    total: "integer",
    list: [
      {
        id: "integer",
        team_id: "integer",
        parent_id: "integer",
        source: "integer",
        remote_id: "string",
        remoteId: "string",
        name: "string",
        full_name: "string",
        order: "integer",
        is_valid: "boolean",
        created_at: "string",
        updated_at: "string",
      },
    ],
  },
  "POST /api/contacts/teams/{team_id}/groups": { group_id: "integer", name: "string" },
  "POST /api/contacts/teams/{team_id}/groups/{group_id}": {},
  "POST /api/contacts/teams/{team_id}/groups/batch_delete": {},
  "GET /api/contacts/teams/{team_id}/users": contacts,
  "GET /api/contacts/teams/{team_id}/groups/{group_id}/users": contacts,
  "POST /api/contacts/teams/{team_id}/groups/{group_id}/users/{user_id}": {},
  "POST /api/contacts/teams/{team_id}/users/{user_id}": {},
  "DELETE /api/contacts/teams/{team_id}/groups/{group_id}/users/{user_id}": {},
};

/** The places at which a schema lacks a field or has another type. */
function differences(
  api: DescribedApi,
  given: JsonSchema,
  expected: Shape,
  place: string,
): readonly string[] {
  const schema = resolved(api, given);
  if (Array.isArray(expected)) {
    if (schema.type !== "array") return [`${place} is no list`];
    return differences(api, schema.items ?? {}, expected[0] as Shape, `${place}[]`);
  }
  if (typeof expected === "string") return schema.type === expected ? [] : [`${place} is no ${expected}`];
  if (schema.type !== "object") return [`${place} is no object`];
  return Object.entries(expected).flatMap(([name, shape]) => {
    const field = name.replace("?", "");
    const known = schema.properties?.[field];
    if (known === undefined) return [`${place}.${field} is missing`];
    const isOptional = schema.required?.includes(field) !== true;
    const presence = isOptional && !name.endsWith("?") ? [`${place}.${field} is not always there`] : [];
    return [...presence, ...differences(api, known, shape, `${place}.${field}`)];
  });
}

function resolved({ schemas }: DescribedApi, schema: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : (schemas[schema.$ref.slice(namedSchemaPrefix.length)] ?? {});
}

async function describedCalls() {
  const platform = await startTestPlatform();
  return describeApi(endpointsOf(platform.store, { timeZone: settings.timeZone.default }));
}

describe("the data of each call of the interface", () => {
  it("have every field that clients decode, by its name and of its type", async () => {
    const api = await describedCalls();
    const known = new Map(api.calls.map((call) => [`${call.method} ${call.path}`, call.data]));
    const found = Object.entries(documented).flatMap(([call, shape]) =>
      differences(api, known.get(call) ?? {}, shape, call),
    );
    expect(found).toEqual([]);
  });
});
