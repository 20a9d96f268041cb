import type { TeamTexts } from "./en.ts";
import { credentialsZhCn } from "./credentials-zh-cn.ts";
import { membersZhCn } from "./members-zh-cn.ts";

const list: TeamTexts["list"] = {
  title: "团队",
  lead: "团队的问卷归全体成员所有，每位成员的权限取决于角色。",
  create: "创建团队",
  search: "按名称搜索",
  caption: "您的团队",
  name: "名称",
  role: "您的角色",
  plan: "套餐",
  id: "团队编号",
  emptyTitle: "您还没有加入团队",
  emptyText: {
    users: "您可以创建团队，或者请团队成员发给您邀请链接。",
    administrators: "请团队成员发给您邀请链接。",
  },
  noMatchTitle: "没有找到团队",
  noMatchText: "您的团队中没有名称包含这段文字的。",
  notices: {
    left: "您已退出团队，不能再查看它。",
    deleted: "团队已删除，它的问卷和凭证也已删除。",
  },
};

const create: TeamTexts["create"] = {
  title: "创建团队",
  lead: "您将成为团队的创建者。团队开始时使用免费版。",
  name: "名称",
  nameHint: "最多 100 个字符，不能与其他团队同名。",
  submit: "创建团队",
  problems: {
    name_missing: "请填写名称。",
    name_malformed: "名称必须是一行文字，最多 100 个字符。",
    name_taken: "已有同名的团队，请换一个名称。",
    too_many: "您已是 5 个团队的创建者，请先删除或移交一个再创建。",
  },
};

const rename: TeamTexts["rename"] = {
  title: "重命名团队",
  lead: "成员、团队编号、凭证和令牌都保持不变。",
  submit: "重命名团队",
};

const plans: TeamTexts["plans"] = {
  free: "免费版",
  premium: "高级版",
  freeText:
    "不包含接口功能：获取团队令牌的请求，以及使用团队令牌的调用，都会被拒绝，错误类型为 invalid_org_subscription。",
  premiumText: "包含接口功能：团队的服务器可以用凭证获取团队令牌，并读取和修改团队的问卷。",
  whoChanges: "套餐由本平台的管理员更改。更改从下一次调用起生效，对此前签发的令牌同样有效。",
};

const overview: TeamTexts["overview"] = {
  sections: "团队的页面",
  overview: "概览",
  members: "成员",
  accounts: "第三方账号",
  credentials: "接口凭证",
  secrets: "密钥",
  tokens: "团队令牌",
  id: "团队编号",
  idText: "程序为团队创建内容时，把这个编号作为 org 发送；指团队本身时，作为 user_id 发送。",
  plan: "套餐",
  role: "您的角色",
  memberCount: "成员数",
  surveys: "问卷数",
  toSurveys: "团队的问卷",
  created: "创建时间",
  danger: "退出、移交或删除",
  dangerMember: "退出团队",
  dangerText: "团队始终要有创建者。最后一位创建者必须先移交团队才能退出，或者删除团队。",
  leave: "退出",
  handOver: "移交",
  rename: "重命名团队",
  delete: "删除",
  notices: {
    created: "团队已创建。现在可以邀请成员，或者创建接口凭证。",
    joined: "您已加入团队。",
    renamed: "团队已使用新名称。",
    handed_over: "团队已移交，您现在是团队管理员。",
  },
};

const roles: TeamTexts["roles"] = {
  title: "各角色的权限",
  creator: "全部权限：管理所有角色的成员、管理凭证、移交和删除团队。",
  team_admin: "管理凭证；邀请、更改和移除问卷管理员与成员。",
  survey_admin: "管理团队的问卷，不能查看凭证。",
  member: "参与团队，不能查看凭证。",
};

const accounts: TeamTexts["accounts"] = {
  title: "第三方账号",
  lead: "由团队的应用为其用户注册的账号。它们没有密码，由应用为其登录。",
  search: "名称或 openid",
  noneTitle: "没有账号",
  noneText: "程序通过 POST /api/sso/users 注册账号。",
  caption: "第三方账号",
  name: "名称",
  id: "编号",
  created: "注册时间",
  action: "操作",
  disabled: "已停用",
  disable: "停用",
  enable: "启用",
  delete: "删除",
  of: (name) => `账号 ${name}`,
  deleteTitle: "要删除这个账号吗？",
  consequences: {
    sessions: "该账号的登录立即结束，登录码作废。",
    surveys: "该账号自己的问卷及其答卷会被删除；为团队创建的问卷留在团队中。",
    answers: "该账号提交的答卷会保留，但其中的 openid、昵称、编号和网络地址会被清除。",
  },
  lastCreator: "该账号是某个团队的最后一个创建者。请先让其他成员成为创建者，或删除该团队。",
  notices: {
    disabled: "账号已停用，其登录已结束。",
    enabled: "账号已启用。",
    deleted: "账号已删除。",
  },
};

const deletion: TeamTexts["deletion"] = {
  title: "删除团队？",
  heading: (team) => ["删除“", team, "”？"],
  consequences: {
    surveys: (surveys, answers) => `将被删除的团队问卷：${surveys} 份，含 ${answers} 份答卷。`,
    members: (count) => `受影响的成员：${count} 人。`,
    thirdPartyAccounts: (count) => `将连同其问卷一起删除的第三方账号：${count} 个。`,
    credentials: (applications) => `appid、密钥和令牌立即失效的应用：${applications} 个。`,
    permanent: "此操作无法撤销。",
  },
  typeName: (name) => `请输入名称“${name}”以确认`,
  wrongName: "与团队名称不一致。",
  submit: "删除团队",
};

/** Every text of the team pages in simplified Chinese. */
export const teamZhCn: TeamTexts = {
  ...credentialsZhCn,
  ...membersZhCn,
  list,
  create,
  rename,
  plans,
  overview,
  roles,
  accounts,
  deletion,
};
