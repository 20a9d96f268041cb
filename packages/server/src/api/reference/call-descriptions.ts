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
        "响应中的密钥只显示这一次，请妥善保存。启用的 Webhook 会立即收到一个带签名的测试事件；不传 is_active 则不启用。不传 events 时，问卷的 Webhook 接收该问卷的答卷事件，账号的 Webhook 接收其问卷的创建、修改和删除；账号的 Webhook 也可以接收所有这些问卷的答卷。",
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
    description:
      "使用用户访问令牌时返回该用户的问卷（用户仅选择了部分问卷时，只返回这些），必须传 openid。使用团队访问令牌时返回团队的问卷。",
  },
  createSurvey: {
    summary: "创建问卷",
    description:
      "用文本或其他问卷系统的文件创建问卷。新问卷是草稿：把 state 设为 2 即发布并开始回收。文件中有变化的内容列在 `report` 中，并随问卷保存。不会访问网络或执行任何内容；无法读取的文件不会创建问卷。",
  },
  changeSurveySettings: {
    summary: "修改问卷设置",
    description: "只修改传入的项；任何一项被拒绝时，全部不修改。",
  },
  addCustomArgument: { summary: "添加自定义参数", description: "每份问卷最多 50 个，名称不能重复。" },
  getReport: {
    summary: "统计答卷",
    description: "按小时累计的计数得出，一百万份答卷与十份同样快。只读令牌即可调用。",
  },
  submitAnswer: {
    summary: "提交答卷",
    description: "规则与答题页面相同：问卷须在回收中，逻辑所显示的每道题都须按要求作答。",
  },
  changeAnswer: {
    summary: "修改答卷",
    description: "整份替换，序号和时间不变。问卷须在回收中，并允许回答者修改答卷。",
  },
  getSurvey: { summary: "问卷详情", description: "两种模式均可使用：令牌属于谁，决定了能读取哪些问卷。" },
  getLegacySurvey: {
    summary: "问卷详情（旧版字段名）",
    description: "与不带 /legacy 的是同一份问卷，另有旧版驼峰命名的时间字段，单位为秒。",
  },
  listAnswers: {
    summary: "答卷列表",
    description:
      "把上一页的 last_answer_id 传回即可取下一页，直到列表为空，这就是末尾。请不要把 last_answer_id 与 total 比较：删除答卷后序号会有空缺。反复请求同一个空页时，每秒提供一次。",
  },
  listAnswerChanges: {
    summary: "答卷变更",
    description:
      "自某个游标以来新提交、被修改和被删除的答卷，供同步使用。第一次不传 cursor，之后传回上一次返回的 cursor；has_more 为 true 时立即再取。同一答卷可能出现多次，按 answer_id 覆盖即可。修改和删除的记录保留 90 天；游标更旧时返回 invalid_argument，请不带游标重新开始。",
  },
  getAnswerTable: {
    summary: "答卷表格",
    description:
      "每份答卷一行，每道题（或其选项、矩阵行、填空）一列。format=json 时返回一页：把上一页的 last_answer_id 传回即可取下一页，直到 has_more 为 false。format=csv 或 jsonl 时边读边发送全部答卷；中途断开的响应不完整。各种格式被拒绝时都返回信封。",
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
  registerAccount: {
    summary: "注册第三方账号",
    description: "为应用自己的用户创建没有密码的账号，由应用和 openid 共同标识。仅限团队模式。",
  },
  getAccount: {
    summary: "第三方账号信息",
    description: "按 openid 查询应用自己注册的账号。仅限团队模式。",
  },
  updateAccount: {
    summary: "修改第三方账号",
    description: "修改账号的昵称或头像，未传的字段保持不变。仅限团队模式。",
  },
  issueLoginCode: {
    summary: "获取第三方账号的登录码",
    description:
      "登录码一分钟内有效，只能使用一次，用于 GET /api/v2/redirect。respondent 用于回答问卷，user 用于编辑问卷。仅限团队模式。",
  },
  allowRespondents: {
    summary: "添加可回答问卷的名单",
    description:
      "把应用的账号加入问卷名单。此后只有名单上的人可以回答，名单变空后也是如此。他们也是受邀者，各有自己的链接。仅限团队模式。",
  },
  disallowRespondents: {
    summary: "从名单中移除",
    description: "把应用的账号移出问卷名单，不在名单上的会被忽略；其受邀者链接随即失效。仅限团队模式。",
  },
  listRespondents: {
    summary: "可回答问卷的名单",
    description: "每页最多 100 条，按编号降序。把一页最后的编号作为 last_id 传回即可取下一页。仅限团队模式。",
  },
  listParticipants: {
    summary: "问卷的受邀者",
    description: "按编号升序。把一页最后的编号作为 last_id 传回即可取下一页。",
  },
  addParticipants: {
    summary: "添加受邀者",
    description:
      "每位受邀者有自己的链接。问卷中已有的受邀者（按邮箱、电话或编号识别）除所传的 `end_at` 外保持不变，因此可以重复调用。其中一位无效时，一位也不添加。",
  },
  removeParticipant: {
    summary: "收回受邀者的链接",
    description: "链接不再有效。答卷保留，但不再显示是谁作答。",
  },
  createTeam: {
    summary: "创建团队",
    description: "创建者须是应用自己注册的账号。应用可以在团队和通讯录的调用中代表该团队。仅限团队模式。",
  },
  getTeam: {
    summary: "团队信息",
    description: "令牌所属的团队，或由该应用创建的团队。仅限团队模式。",
  },
  listTeamUsers: {
    summary: "团队成员列表",
    description: "按用户编号升序。仅限团队模式。",
  },
  listTeamProjects: {
    summary: "团队项目列表",
    description: "在这里，团队的全部问卷是一个项目。仅限团队模式。",
  },
  listContactGroups: {
    summary: "通讯录分组列表",
    description:
      "不传筛选参数时返回全部分组，上级在前，第一个代表团队。分组编号在每个平台上从 1 开始。仅限团队模式。",
  },
  createContactGroup: {
    summary: "创建通讯录分组",
    description: "每个团队最多 1,000 个分组，团队之下最多十级。仅限团队模式。",
  },
  updateContactGroup: {
    summary: "修改通讯录分组",
    description: "未传的字段保持不变。分组不能放到自身之下。仅限团队模式。",
  },
  deleteContactGroups: {
    summary: "删除通讯录分组",
    description: "连同下级分组一起删除，要么全部删除，要么都不删除；其成员仍留在团队中。仅限团队模式。",
  },
  listContacts: {
    summary: "通讯录成员列表",
    description: "每个成员出现一次，并给出其所在的一个分组。仅限团队模式。",
  },
  listContactsOfGroup: {
    summary: "分组成员列表",
    description: "只包括直接属于该分组的成员。不在其他分组中的成员属于代表团队的分组。仅限团队模式。",
  },
  addContact: {
    summary: "添加分组成员",
    description:
      "可添加应用自己的账号或团队已有成员，未传 role 时为 4；成员已在分组中时修改其角色。不带请求体时，不在分组中的用户被加入，已在分组中的成员被移出（与 DELETE 相同）。仅限团队模式。",
  },
  updateContact: {
    summary: "修改通讯录成员",
    description:
      "所在分组变为所传的分组，其余字段传了才修改；尚未加入团队的自有账号会被加入。名称和头像只能修改自有账号的。仅限团队模式。",
  },
  removeContact: {
    summary: "移出分组成员",
    description: "移出最后一个分组，或移出代表团队的分组，即移出团队。创建者不能移出。仅限团队模式。",
  },
};

/** A call's texts in one language; English where they are missing. */
export function callDescriptionFor(call: DescribedCall, language: Language): CallDescription {
  return language === "zh-CN" ? (inChinese[call.operationId] ?? call) : call;
}
