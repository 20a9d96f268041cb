import type { MembersTexts } from "./members-en.ts";

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
