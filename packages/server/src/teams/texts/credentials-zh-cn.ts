import type { CredentialsTexts } from "./credentials-en.ts";

/** Texts about the credentials of a team. */
const credentials: CredentialsTexts["credentials"] = {
  title: "接口凭证",
  lead: "团队的服务器用 appid 和密钥获取团队令牌，再用令牌调用接口。",
  noneTitle: "暂无凭证",
  noneText: "创建凭证后会得到 appid 和第一个密钥，您的程序需要用它们获取团队令牌。",
  freePlan: "团队使用免费版：开通高级版之前，获取令牌的请求会被拒绝。",
  make: "创建凭证",
  makeHeading: (team) => ["为“", team, "”创建凭证？"],
  makeConsequences: {
    appid: "团队会得到一个 appid 和第一个密钥。密钥只显示一次。",
    writing: "团队令牌可以读取和写入，之后可以限制为只读。",
    managers: "团队的创建者和管理员可以更换密钥、冻结凭证。",
  },
  appid: "appid（应用编号）",
  teamId: "团队编号",
  state: "状态",
  networks: "允许的网络",
  anywhere: "不限制",
  editNetworks: "更改网络",
  networksTitle: "允许的网络",
  save: "保存",
  frozenTitle: "凭证已冻结",
  frozenText: "所有调用都会被拒绝。解冻后，您的服务器需要重新获取令牌。",
  disabledTitle: "凭证已被运营者停用",
  disabledText: "所有调用都会被拒绝。请向平台运营者了解原因。",
  danger: "冻结",
  dangerFrozen: "解冻",
  dangerText: "如果密钥泄露或发现异常，请冻结凭证，之后可以解冻。",
  notices: {
    frozen: "凭证已冻结，团队令牌已失效。",
    unfrozen: "凭证已恢复正常，您的服务器需要重新获取令牌。",
    networks: "已保存，从下一次调用起生效。",
    writing: "已保存，从下一次调用起团队令牌可以写入。",
    reading: "已保存，从下一次调用起团队令牌只能读取。",
    exists: "团队已有凭证。如果没有复制密钥，请再新建一个。",
  },
};

/** Texts about the tokens of a team. */
const tokens: CredentialsTexts["tokens"] = {
  title: "团队令牌",
  none: "还没有请求过令牌。",
  valid: (until) => ["令牌有效期至 ", until, "。"],
  expired: (at) => ["令牌已于 ", at, " 过期，下一次请求会得到新的令牌。"],
  revoked: (at) => ["令牌已于 ", at, " 撤销：凭证被冻结、密钥被更换，或者运营者要求撤销。"],
  issued: (at, address, secret) => ["令牌于 ", at, " 签发给 ", address, "，使用的密钥是“", secret, "”。"],
  replaced: (earlier) => ["它取代了 ", earlier, " 签发的令牌。"],
  whyTitle: "令牌为什么会提前失效",
  why: "每个团队只有一个有效的令牌。程序请求新令牌时，之前的令牌会在所有服务器上立即失效。如果多个程序各自请求令牌，就会互相使对方的令牌失效，调用会返回 invalid_token，而其他一切正常。",
  wayOut:
    "请只让一个程序请求令牌，再分发给其他程序。本平台附带的令牌中心（token hub）就是这样工作的：它为所有程序保管同一个令牌，并及时更新。",
  more: "最近 100 个令牌",
  caption: "令牌，最新的在前",
  search: "地址或密钥",
  noMatchTitle: "没有找到令牌",
  noMatchText: "最近 100 个令牌中，没有地址或密钥包含这些词的。",
  issuedAt: "签发时间",
  from: "来自",
  secret: "使用的密钥",
  end: "失效",
  isValid: "有效期至",
  replacedAt: (at, address) => ["于 ", at, " 被来自 ", address, " 的请求取代"],
  expiredAt: (at) => ["于 ", at, " 过期"],
  revokedAt: (at) => ["于 ", at, " 撤销"],
  recordText: "这里列出最近 100 个令牌。记录中没有令牌，也没有密钥。",
};

/** Texts about the permission to write. */
const writing: CredentialsTexts["writing"] = {
  term: "团队令牌",
  on: "可以读取和写入",
  off: "只能读取",
  switchOn: {
    title: "允许写入",
    heading: "允许团队令牌写入？",
    consequences: {
      who: "任何持有团队令牌或这些凭证密钥的程序，都可以创建和修改团队的问卷，添加和修改答卷。",
      when: "从下一次调用起生效，对现有令牌同样有效。您可以随时重新限制为只读。",
    },
  },
  switchOff: {
    title: "限制为只读",
    heading: "将团队令牌限制为只读？",
    consequences: {
      what: "从下一次调用起，写入的调用会被拒绝（permission_denied），现有令牌也一样。",
      reading: "读取的调用不受影响。",
    },
  },
};

/** Texts about what the programs of a team use, in simplified Chinese. */
export const credentialsZhCn: CredentialsTexts = { credentials, tokens, writing };
