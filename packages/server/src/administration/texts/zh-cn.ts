import type { AdministrationTexts } from "./en.ts";

const common: AdministrationTexts["common"] = {
  sections: "管理",
  users: "用户",
  applications: "应用",
  teams: "团队",
  invitations: "邀请",
  audit: "审计日志",
  name: "名称",
  state: "状态",
  created: "创建时间",
  owner: "所有者",
  active: "正常",
  disabled: "已停用",
  noMatch: "没有找到",
  noMatchText: "没有包含这段文字的条目，请缩短搜索词。",
  done: "更改已生效，并已写入审计日志。",
};

const users: AdministrationTexts["users"] = {
  search: "按用户名或昵称搜索",
  username: "用户名",
  nickname: "昵称",
  administrator: "管理员",
  empty: "还没有用户",
  emptyText: "请先邀请他人加入平台。",
  disable: "停用用户",
  enable: "启用用户",
  resetSecondFactor: "关闭第二验证因素",
  passwordLink: "生成一次性密码链接",
  lastAdministrator: "这是唯一处于启用状态的管理员，请先设置另一位管理员。",
  sessions: (count) => `${count} 个会话将结束。`,
  grants: (count) => `${count} 项授权及其全部令牌将被撤销。`,
  refused: "该用户将无法再登录。",
  notRevived: "之后重新启用用户，也不会恢复以上内容。",
  enabled: "该用户可以重新登录。已撤销的会话、授权和令牌不会恢复。",
  factorOff: "在重新设置第二验证因素之前，该用户只凭密码登录。恢复代码不再有效。",
  linkOnce: "链接只能使用一次，一小时内有效，只显示一次。请只交给该用户本人。",
  linkEnds: "设置新密码后，该用户的会话全部结束。之前的链接不再有效。",
  linkTitle: "一次性密码链接",
  linkCopy: "请立即复制链接，之后不再显示。",
};

const applications: AdministrationTexts["applications"] = {
  search: "按名称、appid 或所有者搜索",
  empty: "还没有应用",
  emptyText: "开发者在控制台中注册应用。",
  verified: "已验证",
  unverified: "未验证",
  verify: "验证应用",
  unverify: "取消验证",
  freeze: "冻结应用",
  unfreeze: "解冻应用",
  homePage: "主页",
  verifyText: "用户会在授权页面看到：运营者了解该开发者。",
  unverifyText: "用户在授权前会看到提醒。",
  consents: (count) => `${count} 位用户的授权将失效，需要重新授权。`,
  tokens: (count) => `${count} 个令牌立即失效。`,
  freezeText: "该应用的所有调用都会被拒绝，所有者无法自行解冻。",
  unfreezeText: "该应用的调用恢复正常。已撤销的授权和令牌不会恢复。",
};

const teams: AdministrationTexts["teams"] = {
  search: "按名称搜索",
  empty: "还没有团队",
  emptyText: "用户在自己的页面上创建团队。",
  plan: "套餐",
  members: "成员",
  free: "免费版",
  premium: "高级版",
  toFree: "改为免费版",
  toPremium: "改为高级版",
  toFreeText: "团队服务器的下一次令牌请求会被拒绝，错误为 invalid_org_subscription。",
  toPremiumText: "团队的服务器可以立即请求令牌。",
};

const invitations: AdministrationTexts["invitations"] = {
  lead: "一份邀请可创建一个账号，只能使用一次，七天内有效，由您手动复制转交。",
  note: "邀请对象",
  noteHint: "只有管理员和受邀人能看到。",
  create: "邀请他人",
  by: "邀请人",
  ends: "到期时间",
  withdraw: "撤回",
  empty: "没有未使用的邀请",
  emptyText: "请用下面的表单邀请他人。",
  shownTitle: "邀请链接",
  shownText: "请立即复制链接，之后不再显示。",
};

const audit: AdministrationTexts["audit"] = {
  search: "按完整的用户名、操作、对象或地址搜索",
  when: "时间",
  who: "操作者",
  what: "操作",
  target: "对象",
  values: "变更前后",
  address: "地址",
  empty: "还没有记录",
  emptyText: "平台上的每项更改都会记录在这里。",
  export: "导出审计日志",
  exportCount: "全部记录写入一个文件，每行一个 JSON 对象，包含相互关联的哈希值。",
  exportPersonal: "文件中有用户名和网络地址。导出操作本身也会被记录。",
};

const reset: AdministrationTexts["reset"] = {
  title: "设置新密码",
  lead: (username) => `用户 ${username}。此链接只能使用一次。`,
  password: "新密码",
  consequence: "该用户的所有会话都会结束，之后请用新密码登录。",
  submit: "设置密码",
  problems: {
    password_too_short: "密码至少需要 8 个字符。",
    password_too_long: "密码过长，最多 1024 字节。",
    password_is_username: "密码不能与用户名相同。",
  },
};

/** Every text of the administration in simplified Chinese. */
export const administrationZhCn: AdministrationTexts = {
  common,
  users,
  applications,
  teams,
  invitations,
  audit,
  reset,
};
