import { consentZhCn } from "./consent-zh-cn.ts";
import type { Texts } from "./en.ts";
import { zhCnProblems } from "./zh-cn-problems.ts";

const layout: Texts["layout"] = {
  productName: "问卷开放平台",
  skipToContent: "跳到主要内容",
  languageLabel: "语言",
  accountLabel: "您的账号",
  menu: "菜单",
  signOut: "退出登录",
  footerOfSurvey: "您的答卷只供这份问卷的制作者查看。",
  footer: "您的问卷始终属于您。未经您允许，任何应用都不能使用。",
  privacy: "保存的个人信息",
  opensInNewTab: "（在新标签页中打开）",
};

const signIn: Texts["signIn"] = {
  title: "登录",
  continueTo: (application) => ["登录后继续前往“", application, "”。"],
  username: "用户名",
  password: "密码",
  showPassword: "显示密码",
  submit: "登录",
  problems: {
    wrong_credentials: "用户名或密码不正确，请检查后重试。",
    too_many_attempts: "尝试次数过多。为保护账号安全，登录已暂停一段时间。",
    busy: "当前登录人数过多，请稍后再试。",
    missing: "请输入用户名和密码。",
    passkey_refused: "无法使用该通行密钥，它可能已被移除，或者操作已超时。请重试，或使用密码登录。",
    provider_unavailable: "暂时无法连接对方服务。请使用密码登录，或稍后再试。",
    provider_declined: "对方服务没有完成登录。请重试，或使用密码登录。",
    provider_refused: "对方服务的响应未通过验证。请重试，或使用密码登录。",
    provider_unlinked:
      "对方服务上的账号尚未关联到本平台的任何账号。请先用密码登录，再在“安全”页面中关联；或者请管理员发送邀请。",
  },
  retryAfter: (duration) => `请在 ${duration}后重试。`,
  passwordNote: "只有本平台会验证您的密码，任何应用都看不到。",
  forgotten: "忘记密码？请联系本平台的管理员，管理员可以给您一个设置新密码的链接。",
  forgottenLink: "忘记密码？",
  noAccount: "还没有账号？",
  createAccount: "创建账号",
  byInvitation: "还没有账号？请向本平台的管理员索取邀请。",
};

const switchAccount: Texts["switchAccount"] = {
  title: "要改用另一个账号吗？",
  present: (name) => ["您当前登录的账号是", name, "。"],
  offered: (name, application) => [
    "您打开的链接会改用",
    name,
    "登录，这是",
    application,
    "的账号。此浏览器中当前的登录将结束。",
  ],
  submit: "使用该账号继续",
  stay: "保持当前登录",
};

const stepUp: Texts["stepUp"] = {
  title: "请确认是您本人",
  reason: "您正在进行重要操作，请输入密码后继续。",
  clientReason: "应用要求确认是您本人，请输入密码后继续。",
  submit: "继续",
  problems: {
    wrong_credentials: "密码不正确，请检查后重试。",
    too_many_attempts: signIn.problems.too_many_attempts,
    busy: signIn.problems.busy,
    missing: "请输入密码。",
    passkey_refused: "无法使用该通行密钥，它可能已被移除，或者操作已超时。请重试，或使用密码。",
  },
};

const providers: Texts["providers"] = {
  signIn: (provider) => ["使用 ", provider, " 登录"],
  goingOnTitle: "前往其他服务登录",
  goingOn: (provider) => ["正在前往 ", provider, "，由其为您登录。"],
  goOn: "继续",
};

const passkey: Texts["passkey"] = {
  signIn: "使用通行密钥登录",
  signInTitle: "使用通行密钥登录",
  confirm: "使用通行密钥",
  insteadOfCode: "改用通行密钥",
  lead: "您的设备会要求验证指纹、面容或设备密码。本平台不会获得这些信息。",
  usePassword: "改用密码",
  needsScript: "通行密钥需要 JavaScript，而当前浏览器已将其关闭。使用密码则不需要。",
  unsupported: "当前浏览器不支持通行密钥。请使用密码，或换一个浏览器。",
  failed: {
    get: "设备没有提供通行密钥：可能没有适用于本平台的通行密钥，或者操作已取消。请重试，或使用密码。",
    create: "设备没有创建通行密钥：可能已经有一个，或者操作已取消。请重试。",
  },
};

const secondFactor: Texts["secondFactor"] = {
  title: "请输入验证码",
  lead: "密码正确。您的账号还需要验证器应用中的验证码。",
  code: "验证码",
  codeHint: "六位数字，或者一个恢复码。",
  problems: {
    wrong_code: "验证码不正确或已使用过，请等待下一个验证码后重试。",
    too_many_attempts: signIn.problems.too_many_attempts,
  },
};

const navigation: Texts["navigation"] = {
  label: "导航",
  surveys: "问卷",
  account: "账号",
  console: "应用",
  teams: "团队",
  admin: "管理",
  more: "更多",
  moreWith: (page) => ["更多：", page],
};

const survey: Texts["survey"] = {
  sections: "问卷页面",
  untitled: "未命名问卷",
  own: "我的问卷",
  shared: "与我共享的问卷",
  ofTeam: (team) => ["团队“", team, "”的问卷"],
  states: { draft: "草稿", collecting: "收集中", paused: "已暂停" },
  overview: "概览",
  edit: "编辑",
  preview: "预览",
  settings: "设置",
  share: "分享",
  participants: "受邀者",
  results: "结果",
  answers: "答卷",
  export: "导出",
  notices: "通知",
  webhooks: "Webhook 推送",
  comments: "评论",
  log: "日志",
};

const kit: Texts["kit"] = {
  errorSummary: "请更正以下内容：",
  cancel: "取消",
  copy: "复制",
  copied: "已复制",
  selected: "已选中，请按 Ctrl+C 或 ⌘C 复制。",
  search: "搜索",
  clearSearch: "清除搜索",
  pages: "分页",
  firstPage: "第一页",
  nextPage: "下一页",
  invitation: "邀请",
};

const teamRoles: Texts["teamRoles"] = {
  creator: "创建者",
  team_admin: "团队管理员",
  survey_admin: "问卷管理员",
  member: "成员",
};

const bounceReasons: Texts["bounceReasons"] = {
  no_mailbox: "该邮箱不存在。",
  mailbox_full: "邮箱已满。",
  mailbox_closed: "该邮箱不接收邮件。",
  unreachable: "无法连接到它的邮件服务器。",
  refused: "它的邮件服务器拒收本平台的邮件。",
  other: "它的邮件服务器没有说明原因。",
};

const verification: Texts["verification"] = { verified: "已核实", unverified: "未核实" };

const webHost: Texts["webHost"] = { shownAs: (unicode) => ["（显示为 ", unicode, "）"] };

const picture: Texts["picture"] = {
  file: "PNG 文件",
  fileHint: "不超过 512 × 512 像素和 512 KB。保存时最大为 256 × 256 像素，只保留图像内容。",
  upload: "上传",
  problems: {
    missing: "请选择文件。",
    not_png: "这不是 PNG 文件。",
    too_large: "文件超过 512 KB。",
    too_many_pixels: "图片超过 512 × 512 像素。",
    broken: "无法读取图片，请重新保存为彩色 PNG 后再试。",
  },
};

const home: Texts["home"] = {
  title: "制作问卷，收集答卷，查看结果",
  lead: "写好题目，分享链接，用图表和表格查看答卷。应用只有经您允许，才能使用您的问卷数据。",
  create: "创建问卷",
  demo: "打开演示",
  surveys: "您最近的问卷",
  answers: (count) => `最近 7 天 ${count} 份答卷`,
  days: (counts) => `每日答卷，最后为今天：${counts}`,
  signedInAs: (person) => ["当前登录账号：", person, "。"],
  steps: [
    { title: "制作问卷", text: "从标题、模板或粘贴的文本开始。题目可以根据前面的回答显示。" },
    { title: "分享问卷", text: "发送链接或二维码，也可以嵌入您的网站。" },
    { title: "查看结果", text: "查看图表和每份答卷，并导出到 Excel、SPSS 或程序。" },
  ],
  forPeople: "个人用户",
  forDevelopers: "开发者",
  links: {
    "/demo": { label: "演示", text: "一键登录为示例用户，了解可以试用的功能。" },
    "/login": { label: "登录", text: "制作问卷，管理可以使用您数据的应用。" },
    "/sign-up": { label: "创建账号", text: "任何人都可以在本平台创建账号。" },
    "/surveys": { label: "问卷", text: "制作和分享问卷，查看结果。" },
    "/teams": { label: "团队", text: "成员、套餐、接口凭证和团队令牌。" },
    "/account/applications": { label: "已授权的应用", text: "查看哪些应用已获授权，并可撤销授权。" },
    "/admin/users": { label: "管理", text: "用户、邀请、应用、团队套餐、设置、运行状况和审计日志。" },
    "/console": { label: "应用", text: "注册应用，获取 appid 和密钥，查看调用日志。" },
    "/docs/api": { label: "API 参考", text: "全部接口、字段和错误，附有示例。" },
    "/openapi.json": { label: "openapi.json", text: "相同内容的 OpenAPI 3.1 文档，供程序读取。" },
  },
};

const firstSteps: Texts["firstSteps"] = {
  title: "开始使用",
  done: "已完成。",
  open: "待完成。",
  steps: {
    address: { label: "公开地址", text: "设置项 auth-url，邮件和 Webhook 中的链接以它开头。" },
    mail: { label: "邮件服务器", text: "设置项 mail。未设置时，链接需要复制后自行转发。" },
    people: { label: "邀请用户", text: "每个人会得到一个用于创建账号的链接。" },
    survey: { label: "制作问卷", text: "从模板开始，看看如何作答。" },
  },
};

const errorPage: Texts["errorPage"] = {
  whatToDo: "解决方法",
  forDevelopers: "开发者须知",
  requestId: "请求编号",
  requestIdHelp: "寻求帮助时请提供此编号。",
  retryAfter: (duration) => `请在 ${duration}后重试。`,
  home: "返回首页",
};

const keptForm: Texts["keptForm"] = {
  title: "尚未提交",
  kept: "您填写的内容保留在本页。目前没有做任何更改。",
  reasons: {
    sign_in: {
      happened: "您已不在登录状态。",
      submit: "继续",
    },
    step_up: {
      happened: "您上次输入密码已超过十分钟。",
      submit: "继续",
    },
    opening: {
      happened: "目前无法确认您是受邀者。",
      submit: "继续",
    },
    sending: {
      happened: "这份表单是在您登录之前打开的，需要重新提交。",
      submit: "提交表单",
    },
  },
  signInFirst: "在新标签页中登录，然后回到本页",
  openFirst:
    "请在新标签页中通过邀请链接或邀请您的应用打开问卷，然后回到本页。如果无法打开，请联系邀请您的人。",
  confirmFirst: "在新标签页中确认身份，然后回到本页",
  signedInAs: (name) => ["当前登录账号：", name, "。"],
  files: "文件不会保留，请在之后重新选择。",
  entered: "将要提交的内容",
};

const invitedAddress: Texts["invitedAddress"] = {
  label: "邮箱地址（选填）",
  hint: "链接也会发送到这个地址。",
  malformed: "请填写一个邮箱地址，例如 name@survey.example。",
  too_many: "您在一小时内发送了很多邀请。请将地址留空，自行转发链接。",
  off: "本平台不发送邮件：请自行转发链接。",
  sent: (address) => ["也已发送到 ", address, "。"],
};

/** Every text of every page in simplified Chinese. */
export const zhCn: Texts = {
  layout,
  signIn,
  stepUp,
  switchAccount,
  passkey,
  providers,
  secondFactor,
  navigation,
  survey,
  kit,
  teamRoles,
  bounceReasons,
  verification,
  webHost,
  ...consentZhCn,
  picture,
  home,
  firstSteps,
  errorPage,
  keptForm,
  invitedAddress,
  problems: zhCnProblems,
};
