import type { ErrorType } from "../../src/errors.ts";
import { createSurvey, sampleText, type SentCall, type WritingStage } from "./api-calls.ts";
import { obtainTeamToken, teamTokenParameters } from "./flows.ts";
import { allowedCode, allowedTokens, otherExchange, refreshParameters } from "./quick-consent.ts";
import { sampleSecrets } from "./sample-declaration.ts";
import { thirdPartyRows } from "./third-party-rows.ts";
import { webhookRows } from "./webhook-rows.ts";

/** A call that is ready to be sent. */
export type PreparedCall = SentCall & { readonly path: string };

/** How a documented call is made, so that it is served. */
export interface CallRow {
  readonly prepare: (stage: WritingStage) => Promise<PreparedCall>;
  /** Ways to meet errors that other calls do not have, or meet otherwise; each starts from the call that is served. */
  readonly refused?: Readonly<
    Partial<Record<ErrorType, (stage: WritingStage, good: PreparedCall) => Promise<PreparedCall>>>
  >;
}

/** A call of team Acme to a survey of its own. */
function ofSurvey(rest = "", body?: unknown): CallRow {
  return {
    prepare: async (stage) => {
      const path = (await createSurvey(stage)) + rest;
      return { path, token: stage.tokens.acme, ...(body !== undefined && { body }) };
    },
  };
}

/** A survey of team Acme that collects, with one answer, and an answer to it. */
async function collecting(stage: WritingStage) {
  const path = await createSurvey(stage, "T\n\n\n\nQ[Single Line Text]");
  await stage.post(`${path}/settings`, { state: 2, is_allow_update_answer: true });
  const { pages } = (await stage.get(path)) as {
    readonly pages: readonly {
      readonly id: string;
      readonly questions: readonly { readonly id: string }[];
    }[];
  };
  const [page] = pages;
  const questions = [{ id: page?.questions[0]?.id, text: "x" }];
  const body = { answer: { pages: [{ id: page?.id, questions }] } };
  await stage.post(`${path}/answers`, body);
  return { path, token: stage.tokens.acme, body };
}

const tokenPath = "/api/oauth2/access_token";
const change = (query: Readonly<Record<string, string>>) => async (_: WritingStage, good: PreparedCall) => ({
  ...good,
  query: { ...good.query, ...query },
});

/** By method and path. A new call needs a row. */
export const callRows: Readonly<Record<string, CallRow>> = {
  ...thirdPartyRows,
  ...webhookRows,
  "GET /api/oauth2/access_token": {
    prepare: async () => ({ path: tokenPath, query: teamTokenParameters }),
    refused: {
      invalid_argument: async () => ({ path: tokenPath, method: "GET" }),
      unsupported_grant_type: change({ grant_type: "password" }),
      invalid_client: change({ secret: "wrong" }),
      unauthorized_client: change({ appid: "demo_app", secret: sampleSecrets.demoApp }),
      invalid_grant: async ({ platform }, good) => ({
        ...good,
        query: otherExchange(await allowedCode(platform)),
      }),
      invalid_org_subscription: change({ appid: "free_team", secret: sampleSecrets.freeTeam }),
      async request_rate_limited({ platform }, good) {
        for (let at = 0; at < 45; at += 1) await obtainTeamToken(platform);
        return good;
      },
    },
  },
  "GET /api/oauth2/refresh_token": {
    prepare: async ({ platform }) => ({
      path: "/api/oauth2/refresh_token",
      query: refreshParameters((await allowedTokens(platform)).refresh_token),
    }),
    refused: {
      invalid_argument: change({ refresh_token: "" }),
      unsupported_grant_type: change({ grant_type: "code" }),
      invalid_client: change({ secret: "wrong" }),
      unauthorized_client: change({ appid: "acme_team" }),
      invalid_grant: change({ refresh_token: "sopr_wrong" }),
      async request_rate_limited({ platform }, good) {
        for (let at = 0; at < 45; at += 1) await platform.call("/api/oauth2/refresh_token", good.query ?? {});
        return good;
      },
    },
  },
  "GET /api/oauth2/user": {
    prepare: async ({ platform }) => {
      const { access_token, openid } = await allowedTokens(platform);
      return { path: "/api/oauth2/user", token: { appid: "demo_app", access_token }, query: { openid } };
    },
    refused: {
      claim_error: change({ openid: "another" }),
      invalid_org_subscription: async ({ platform, tokens }, good) => {
        await platform.database.write(({ kysely }) =>
          kysely.updateTable("teams").set({ plan: "free" }).execute(),
        );
        return { ...good, token: tokens.acme };
      },
    },
  },
  "GET /api/surveys": {
    prepare: async ({ tokens }) => ({ path: "/api/surveys", token: tokens.acme }),
    refused: { claim_error: change({ user_id: "999999999" }) },
  },
  "POST /api/surveys": {
    prepare: async ({ tokens }) => ({ path: "/api/surveys", token: tokens.acme, body: { text: sampleText } }),
    refused: {
      claim_error: async (_, good) => ({ ...good, body: { text: sampleText, org: 999_999_999 } }),
    },
  },
  "GET /api/surveys/{survey_id}": ofSurvey(),
  "GET /api/surveys/{survey_id}/legacy": ofSurvey("/legacy"),
  "POST /api/surveys/{survey_id}/settings": {
    ...ofSurvey("/settings", { state: 2 }),
    refused: {
      invalid_redirect_url: async (_, good) => ({ ...good, body: { redirect_url: "ftp://a.example" } }),
    },
  },
  "GET /api/surveys/{survey_id}/participants": ofSurvey("/participants"),
  "POST /api/surveys/{survey_id}/participants": ofSurvey("/participants", {
    participants: [{ code: "one" }],
  }),
  "DELETE /api/surveys/{survey_id}/participants/{participant_id}": {
    prepare: async (stage) => {
      const path = `${await createSurvey(stage)}/participants`;
      const { participants } = (await stage.post(path, { participants: [{ code: "one" }] })) as {
        readonly participants: readonly { readonly id: number }[];
      };
      return { path: `${path}/${participants[0]?.id}`, method: "DELETE", token: stage.tokens.acme };
    },
  },
  "POST /api/surveys/{survey_id}/custom_args": ofSurvey("/custom_args", { title: "shop" }),
  "POST /api/surveys/{survey_id}/report_aggs": ofSurvey("/report_aggs", {}),
  "GET /api/surveys/{survey_id}/answers": ofSurvey("/answers"),
  "GET /api/surveys/{survey_id}/changes": ofSurvey("/changes"),
  "GET /api/surveys/{survey_id}/table": ofSurvey("/table"),
  "POST /api/surveys/{survey_id}/answers": {
    prepare: async (stage) => {
      const { path, ...call } = await collecting(stage);
      return { path: `${path}/answers`, ...call };
    },
  },
  "GET /api/surveys/{survey_id}/answers/{answer_id}": {
    prepare: async (stage) => {
      const { path, token } = await collecting(stage);
      return { path: `${path}/answers/1`, token };
    },
  },
  "POST /api/surveys/{survey_id}/answers/{answer_id}": {
    prepare: async (stage) => {
      const { path, ...call } = await collecting(stage);
      return { path: `${path}/answers/1`, ...call };
    },
  },
};
