import type { Language } from "@survey-open-platform/service";
import type { DescribedCall } from "./describe-api.ts";

/** Title and description of a call, in the language of the page. */
export type CallDescription = Pick<DescribedCall, "summary" | "description">;

/** Calls about webhooks come twice: for a survey, and for a user or team. */
function webhookCalls(name: string, of: string): Readonly<Record<string, CallDescription>> {
  return {
    [`list${name}Webhooks`]: {
      summary: `${of}的 Webhook 列表`,
      description: "按编号升序列出全部，不含密钥。",
    },
    [`get${name}Webhook`]: {
      summary: `${of}的 Webhook 详情`,
      description: "不含密钥；密钥只在新建时显示一次。",
    },
    [`create${name}Webhook`]: {
      summary: `为${of}创建 Webhook`,
      description:
        "响应中的密钥只显示这一次，请妥善保存。启用的 Webhook 会立即收到一个带签名的测试事件；不传 is_active 则不启用。",
    },
    [`change${name}Webhook`]: {
      summary: `修改${of}的 Webhook`,
      description: "没有传的字段保持不变。启用时会收到一个测试事件；停用后，等待发送的事件不再发送。",
    },
    [`delete${name}Webhook`]: {
      summary: `删除${of}的 Webhook`,
      description: "连同记录一起删除，等待发送的事件不再发送。",
    },
    [`replace${name}WebhookSecret`]: {
      summary: `更换${of}的 Webhook 密钥`,
      description: "响应中的新密钥只显示这一次。旧密钥在一天内同时签名。",
    },
    ...deliveryCalls(name, of),
  };
}

function deliveryCalls(name: string, of: string): Readonly<Record<string, CallDescription>> {
  return {
    [`test${name}Webhook`]: {
      summary: `向${of}的 Webhook 发送测试事件`,
      description: "与其他事件一样签名，只发送一次。Webhook 须已启用。",
    },
    [`resend${name}Webhook`]: {
      summary: `重新发送${of}的 Webhook 事件`,
      description: "事件的 id 不变。Webhook 须已启用。",
    },
    [`list${name}WebhookDeliveries`]: {
      summary: `${of}的 Webhook 发送记录`,
      description: "最新的在前。把上一次返回的 last_id 传回即可取下一页。记录保留 30 天。",
    },
    [`get${name}WebhookDelivery`]: {
      summary: `${of}的 Webhook 发送详情`,
      description: "包含每次尝试的时间、状态码、耗时和响应的开头。",
    },
  };
}

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
  ...webhookCalls("Survey", "问卷"),
  ...webhookCalls("Account", "用户或团队"),
  listWebhookSenders: {
    summary: "发送事件的地址",
    description: "供接收方的防火墙使用，由平台运营者填写。",
  },
};

/** A call's texts in one language; English where they are missing. */
export function callDescriptionFor(call: DescribedCall, language: Language): CallDescription {
  return language === "zh-CN" ? (inChinese[call.operationId] ?? call) : call;
}
