import type { Language } from "@survey-open-platform/service";
import type { DescribedCall } from "./describe-api.ts";

/** Title and description of a call, in the language of the page. */
export type CallDescription = Pick<DescribedCall, "summary" | "description">;

/** By operation id. In English the endpoints describe themselves. */
const inChinese: Readonly<Record<string, CallDescription>> = {
  requestAccessToken: {
    summary: "获取访问令牌",
    description:
      "grant_type=authorization_code 时，用授权码换取用户访问令牌和 refresh_token，授权码只能成功使用一次。grant_type=client_credential 时，获取团队访问令牌；之前的令牌随即全部失效，因此请集中在一处获取并缓存。",
  },
  refreshAccessToken: {
    summary: "刷新用户访问令牌",
    description:
      "返回新的用户访问令牌。不会返回新的 refresh_token：请保留换取时得到的那一个，它有效期自换取时起计算，不会延长。",
  },
  getUser: { summary: "获取授权用户信息", description: "只能查询与令牌一起返回的 openid。" },
  listSurveys: {
    summary: "问卷列表",
    description: "使用用户访问令牌时返回该用户的问卷，必须传 openid。使用团队访问令牌时返回团队的问卷。",
  },
  getSurvey: { summary: "问卷详情", description: "两种模式均可使用：令牌属于谁，决定了能读取哪些问卷。" },
  getLegacySurvey: {
    summary: "问卷详情（旧版字段名）",
    description: "与不带 /legacy 的是同一份问卷，另有旧版驼峰命名的时间字段，单位为秒。",
  },
  listAnswers: {
    summary: "答卷列表",
    description: "把上一页的 last_answer_id 传回即可取下一页；超出末尾时列表为空。",
  },
  getAnswer: {
    summary: "答卷详情",
    description: "可用答卷在问卷内的序号，或答题后跳转页面收到的答卷 hash。",
  },
};

/** A call's texts in one language; English where they are missing. */
export function callDescriptionFor(call: DescribedCall, language: Language): CallDescription {
  return language === "zh-CN" ? (inChinese[call.operationId] ?? call) : call;
}
