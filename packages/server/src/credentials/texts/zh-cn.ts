import type { CredentialsTexts } from "./en.ts";

const states: CredentialsTexts["states"] = {
  active: "正常",
  frozen: { web: "已由您冻结", team: "已由团队冻结" },
  disabled: "已由运营者停用",
};

const networks: CredentialsTexts["networks"] = {
  label: "允许的网络（选填）",
  hint: "每行一个，例如 203.0.113.0/24 或 2001:db8::/32。来自其他地址的令牌请求会被拒绝。留空表示不限制。",
  malformed: (line) => `第 ${line} 行不是 IP 地址，也不是 203.0.113.0/24 这样的网络。`,
  tooMany: "最多填写 50 个网络。",
};

const secretShown: CredentialsTexts["secretShown"] = {
  title: "您的新密钥",
  registered: "应用已注册",
  once: "请立即复制密钥：它只显示这一次。平台只保存它的摘要，无法再次显示。",
  appid: "appid（应用编号）",
  secret: "密钥",
  keep: "请把密钥保存在您的服务器上，不要写进网页、客户端或代码仓库。",
  next: { web: "前往应用", team: "前往接口凭证" },
};

const secrets: CredentialsTexts["secrets"] = {
  title: "密钥",
  lead: {
    web: "您的服务器用密钥证明调用来自您的应用。请为每台服务器使用单独的密钥，便于逐个更换。",
    team: "团队的服务器用密钥获取团队令牌。请为每台服务器使用单独的密钥：这样既能看出是哪一台请求了令牌，也便于逐个更换。",
  },
  publicLead: "此应用在用户的设备上运行，那里无法保密。它没有密钥，每次授权由 PKCE 保护。",
  caption: "有效的密钥",
  search: "名称或末四位",
  noMatchTitle: "没有找到密钥",
  noMatchText: "没有名称或末四位包含这些词的有效密钥。",
  name: "名称",
  unnamed: (number) => `密钥 ${number}`,
  lastFour: "末四位",
  created: "创建时间",
  lastUsed: "最近使用",
  never: "从未使用",
  ends: "有效期至",
  noEnd: "长期有效",
  action: "操作",
  end: "立即停用",
  endOf: (secret) => `（密钥：${secret}）`,
  make: "新建密钥",
  emptyTitle: "没有有效的密钥",
  emptyText: {
    web: "应用无法获取令牌，请新建密钥。",
    team: "团队的服务器无法获取令牌，请新建密钥。",
  },
  notices: {
    ended: "密钥已停用，使用它的调用将被拒绝。",
    made: "这份表单已提交过，密钥当时已创建并显示。如果没有复制，请再新建一个。",
  },
  newTitle: "新建密钥",
  newName: "名称（选填）",
  newNameHint: "用在哪里，例如“服务器 1”。",
  replaces: "替换",
  replacesNone: "不替换：增加一个密钥",
  replacesAll: "替换现有的全部密钥",
  after: "被替换的密钥失效时间",
  afterOptions: { now: "立即", hour: "1 小时后", day: "24 小时后", week: "7 天后" },
  tokens: { web: "授权和令牌", team: "团队令牌" },
  tokensOptions: {
    keep: { web: "保持有效", team: "保持有效" },
    revoke: {
      web: "立即失效：旧密钥泄露时请选择此项",
      team: "立即失效：旧密钥泄露时请选择此项",
    },
  },
  tokensHint: {
    web: (users, tokens) =>
      `已授权的用户：${users}；有效的令牌：${tokens}。如果选择失效，每位用户都需要重新授权。`,
    team: (_users, tokens) => `有效的令牌：${tokens}。如果选择失效，您的服务器需要重新获取令牌。`,
  },
  submit: "创建密钥",
  problems: {
    name_malformed: "名称必须是一行文字，最多 100 个字符。",
    too_many: "已有 10 个有效的密钥，请先停用一个。",
  },
  endTitle: (secret) => `立即停用${secret}？`,
  endHeading: (secret) => ["立即停用“", secret, "”？"],
  endConsequences: {
    calls: "从现在起，所有节点都会拒绝使用该密钥的令牌请求。",
    last: {
      web: "这是最后一个有效的密钥：新建密钥之前，应用无法获取令牌。",
      team: "这是最后一个有效的密钥：新建密钥之前，团队无法获取令牌。",
    },
    cannotUndo: "此操作无法撤销。",
  },
  endSubmit: "停用密钥",
};

const impact: CredentialsTexts["impact"] = {
  users: (count) => `已授权且将无法使用该应用的用户：${count}。`,
  tokens: (count) => `立即失效的令牌：${count}。`,
};

const freezing: CredentialsTexts["freezing"] = {
  freezeTitle: {
    web: (name) => ["冻结“", name, "”？"],
    team: (name) => ["冻结“", name, "”的接口凭证？"],
  },
  unfreezeTitle: {
    web: (name) => ["解冻“", name, "”？"],
    team: (name) => ["解冻“", name, "”的接口凭证？"],
  },
  frozenCalls: {
    web: "解冻之前，应用的所有调用都会被拒绝。",
    team: "解冻之前，使用团队 appid 的所有调用都会被拒绝。",
  },
  notRevived: {
    web: "授权和令牌不会恢复：解冻后，每位用户都需要重新授权。",
    team: "团队令牌不会恢复：解冻后，您的服务器需要重新获取令牌。",
  },
  unfrozenCalls: {
    web: "应用可以重新请求用户授权并获取令牌。",
    team: "团队的服务器可以重新获取令牌。",
  },
  secretsStay: "密钥保持不变。如果有密钥泄露，请先停用它。",
  freeze: { web: "冻结应用", team: "冻结凭证" },
  unfreeze: { web: "解冻应用", team: "解冻凭证" },
};

const log: CredentialsTexts["log"] = {
  title: "调用日志",
  lead: {
    web: "使用此 appid 的 API 调用，最新的在前。记录保留 7 天。",
    team: "使用团队 appid 的 API 调用，最新的在前。记录保留 7 天。",
  },
  caption: "调用",
  time: "时间",
  call: "调用",
  result: "结果",
  served: "成功",
  milliseconds: "毫秒",
  address: "来源地址",
  requestId: "request_id（请求编号）",
  errorType: "错误类型",
  everyCall: "全部调用",
  emptyTitle: "还没有调用",
  emptyText: {
    web: "您的程序发出调用后，几秒内会显示在这里。请先让用户授权应用，再用授权码换取令牌。",
    team: "团队的服务器发出调用后，几秒内会显示在这里。请先用 appid 和密钥获取团队令牌。",
  },
  reference: "如何调用 API",
  noMatchTitle: "没有找到调用",
  noMatchText: "调用会在几秒内显示，并保留 7 天。request_id 有 36 个字符，每个响应中都有。",
  off: "本平台的运营者关闭了调用日志。",
  unavailable: "暂时无法读取调用日志。调用不受影响，请稍后再试。",
  strangers: "任何人都可以发送您的 appid。被拒绝的调用不一定来自您的程序，请核对来源地址。",
  limits: "日志不包含密钥、令牌或参数。同时有大量调用时，部分调用没有记录；用量页面统计全部调用。",
};

const usage: CredentialsTexts["usage"] = {
  title: "用量",
  quota: "令牌请求",
  quotaText: (limit, perMinute) =>
    `最多可同时发送 ${limit} 个令牌请求，平均每分钟 ${perMinute} 个。数据调用不计入。`,
  limit: "上限",
  used: "已用",
  whole: "全部恢复时间",
  wholeNow: "现在",
  headers:
    "程序可以从每个令牌响应的 X-RateLimit-Limit、X-RateLimit-Remaining 和 X-RateLimit-Reset 标头中读到这些数值。",
  calls: "调用次数",
  steps: "图表的划分方式",
  by: { hour: "最近 24 小时", day: "最近 7 天" },
  chart: {
    hour: "柱状图：最近 24 小时中每小时成功和被拒绝的调用次数。数值见下表。",
    day: "柱状图：最近 7 天中每天成功和被拒绝的调用次数。数值见下表。",
  },
  most: {
    hour: (calls) => `每小时最多：${calls} 次`,
    day: (calls) => `每天最多：${calls} 次`,
  },
  showTable: "以表格显示",
  caption: { hour: "每小时调用次数", day: "每天调用次数" },
  period: { hour: "起始时间", day: "日期" },
  served: "成功",
  refused: "被拒绝",
  withoutLine: "日志中没有记录",
  emptyTitle: "这段时间没有调用",
  emptyText: {
    web: "请发出第一个调用：先让用户授权应用，再用授权码换取令牌。",
    team: "请发出第一个调用：用 appid 和密钥获取团队令牌。",
  },
  reference: "如何调用 API",
};

/** Every text about credentials in simplified Chinese. */
export const credentialsZhCn: CredentialsTexts = {
  states,
  networks,
  secretShown,
  secrets,
  impact,
  freezing,
  log,
  usage,
};
