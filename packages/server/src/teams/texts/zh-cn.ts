import type { MembersTexts, TeamTexts } from "./en.ts";
import { credentialsZhCn } from "./credentials-zh-cn.ts";

const members: MembersTexts["members"] = {
  title: "成员",
  search: "按名称搜索",
  searchAll: "按名称搜索成员，按邀请对象或邀请人搜索邀请",
  caption: "团队成员",
  name: "名称",
  username: "用户名",
  role: "角色",
  action: "操作",
  you: "您",
  disabled: "已由运营者停用",
  change: "更改",
  changeOf: (name) => `（成员：${name}）`,
  leave: "退出",
  invite: "邀请成员",
  noMatchTitle: "没有找到成员",
  noMatchText: "没有昵称或用户名包含这段文字的成员。",
  invitations: "未使用的邀请",
  invitationsCaption: "可以使用的邀请",
  noInvitationFound: "没有邀请对象或邀请人包含这段文字的邀请。",
  noInvitations: "暂无。邀请是一个链接，可以让一个人加入团队。",
  note: "邀请对象",
  noNote: "无备注",
  invitedBy: "邀请人",
  operator: "运营者",
  until: "有效期至",
  withdraw: "撤回",
  withdrawOf: (note) => `（邀请：${note}）`,
  notices: {
    role_changed: "角色已更改，从下一次请求起生效。",
    removed: "成员已移除，从现在起，其所有请求都会被拒绝。",
    withdrawn: "邀请已撤回，链接已失效。",
    repeated: "这份表单已提交过，邀请当时已创建，链接也已显示。如果没有复制，请撤回后再创建一个。",
  },
};

const invite: MembersTexts["invite"] = {
  title: "邀请成员",
  lead: "您会得到一个链接，由您自己发给对方。链接只能使用一次，七天内有效，可以撤回。",
  role: "角色",
  note: "邀请对象（选填）",
  noteHint: "只有团队的创建者和管理员能看到。",
  submit: "创建链接",
  problems: {
    note_malformed: "备注必须是一行文字，最多 100 个字符。",
    too_many: "已有 50 个未使用的邀请，请先撤回一个再创建。",
  },
  shownTitle: "邀请链接",
  once: "请立即复制链接：它只显示这一次。最先打开链接的人可以加入团队。",
  link: "链接",
  asRole: (role) => `在团队中的角色：${role}。`,
  next: "前往成员页",
};

const member: MembersTexts["member"] = {
  changeTitle: (name) => `更改${name}`,
  changeHeading: (name) => ["更改“", name, "”"],
  role: "角色",
  lower:
    "降低角色后，该成员创建的、新角色无权管理的邀请会被撤回，Webhook 会被停用；其他成员可以重新启用 Webhook。",
  webhooks: (active) => `该成员添加的、已启用的 Webhook：${active} 个。`,
  submit: "更改角色",
  remove: "从团队中移除",
  removeText: "成员被移除后，从下一次请求起就不能再打开团队的页面。",
  removeTitle: (name) => `移除${name}？`,
  removeHeading: (name) => ["从团队中移除“", name, "”？"],
  consequences: {
    pages: (surveys) => `从现在起，所有节点都会拒绝该用户打开团队的页面；该用户将看不到 ${surveys} 份问卷。`,
    surveys: (created) => `该用户为团队创建的 ${created} 份问卷仍属于团队。`,
    invitations: (open) => `该用户创建的 ${open} 个未使用的邀请会被撤回。`,
    webhooks: (active) => `该用户添加的 ${active} 个 Webhook 会被停用。`,
    secrets: "该用户可能复制过团队的密钥。如有必要，请更换密钥并停用旧密钥。",
  },
  removeSubmit: "移除成员",
  lastCreator: "这是团队的最后一位创建者。请先让另一位成员成为创建者，或者删除团队。",
};

const leave: MembersTexts["leave"] = {
  title: "退出团队？",
  heading: (team) => ["退出“", team, "”？"],
  consequences: {
    pages: (surveys) => `您将不能再打开团队的页面，也看不到团队的 ${surveys} 份问卷。`,
    surveys: (created) => `您为团队创建的 ${created} 份问卷仍属于团队。`,
    invitations: (open) => `您创建的 ${open} 个未使用的邀请会被撤回。`,
    webhooks: (active) => `您添加的 ${active} 个 Webhook 会被停用。`,
    back: "重新加入需要新的邀请。",
  },
  submit: "退出团队",
  lastCreator: "您是最后一位创建者。请先把团队移交给另一位成员，或者删除团队。",
};

const handOver: MembersTexts["handOver"] = {
  title: "移交团队？",
  heading: (team) => ["移交“", team, "”？"],
  consequences: {
    theirs: "您选择的成员将成为创建者，拥有全部权限，也可以移除您。",
    team: (others, surveys, answers) =>
      `新的创建者可以移除 ${others} 名成员，删除 ${surveys} 份问卷和其中 ${answers} 份答卷。`,
    yours: "您将成为团队管理员。",
    credentials: "凭证和令牌保持不变。",
  },
  to: "新的创建者",
  toHint: "填写团队成员的用户名。",
  problems: { unknown: "团队中没有使用这个用户名且可以登录的其他成员。" },
  submit: "移交团队",
};

/** Texts about the members of a team, in simplified Chinese. */
export const membersZhCn: MembersTexts = { members, invite, member, leave, handOver };

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
