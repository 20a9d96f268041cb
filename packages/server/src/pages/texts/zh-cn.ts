import type { Texts } from "./en.ts";
import { zhCnProblems } from "./zh-cn-problems.ts";

const layout: Texts["layout"] = {
  productName: "问卷开放平台",
  skipToContent: "跳到正文",
  languageLabel: "语言",
  accountLabel: "您的账号",
  signOut: "退出登录",
  footer: "您的问卷始终属于您。未经您允许，任何应用都看不到。",
  opensInNewTab: "（在新标签页中打开）",
};

const signIn: Texts["signIn"] = {
  title: "登录",
  continueTo: (application) => ["登录后，您将答复“", application, "”的请求。"],
  username: "登录名",
  password: "密码",
  showPassword: "显示密码",
  submit: "登录",
  problems: {
    wrong_credentials: "登录名或密码不正确，请检查后重试。",
    too_many_attempts: "尝试次数过多。为保护账号，我们暂停一段时间。",
    busy: "同时登录的人太多，请稍后再试。",
    missing: "请填写登录名和密码。",
  },
  retryAfter: (duration) => `请在${duration}后重试。`,
  passwordNote: "密码只留在这里，任何应用都看不到。",
};

const verification: Texts["verification"] = { verified: "已核实", unverified: "未核实" };

const webHost: Texts["webHost"] = { shownAs: (unicode) => ["（显示为 ", unicode, "）"] };

const consent: Texts["consent"] = {
  title: (application) => `是否允许“${application}”使用您的问卷数据？`,
  headline: (application) => ["是否允许“", application, "”使用您的问卷数据？"],
  application: "应用",
  developer: (developer) => ["开发者：", developer],
  homePage: "主页：",
  noHomePage: "该应用没有提供主页。",
  verifiedMeaning: "平台管理者已核实该应用背后是谁。",
  unverifiedTitle: "没有人核实过这个应用",
  unverifiedMeaning: "应用名称和开发者都是它的自述。只有当您了解它，并且是您自己发起的操作时，才应允许。",
  description: "应用自述：",
  account: "您的身份",
  switchAccount: "不是您？换一个账号",
  may: "它可以",
  permissions: [
    "查看您的昵称和头像",
    "查看您自己的问卷：标题、题目和设置",
    "查看这些问卷收到的答卷，包括填写者写下的个人信息",
    "为您创建问卷，修改您自己的问卷，并为它们添加答卷",
  ],
  mayNot: "它不能",
  limits: [
    "得知您的密码，或以您的身份登录",
    "查看属于团队或其他人的问卷",
    "查看或更改您的账号，以及您允许过的其他应用",
  ],
  duration: "有效期",
  durationText: (access, total) =>
    `每次授权有效${access}，应用可以自行续期，但从现在起最长不超过${total}。之后必须再次征得您的同意。`,
  takeBack: (page) => ["您随时可以在", page, "中收回，收回后立即失效。"],
  takeBackLink: "已授权的应用",
  destination: "接下来去哪里",
  destinationText: "无论您如何选择，浏览器随后都会前往",
  terms: "应用的条款",
  termsLink: "服务条款",
  privacyLink: "隐私政策",
  noTerms: "该应用没有提供服务条款，也没有提供隐私政策。",
  decisionLabel: "您的决定",
  allow: "允许",
  deny: "拒绝",
};

const authorizedApplications: Texts["authorizedApplications"] = {
  title: "已授权的应用",
  lead: "以下应用可以使用您的问卷数据。收回后，授权会立即在各处失效。",
  emptyTitle: "没有应用可以使用您的问卷数据",
  emptyText: "您允许某个应用后，它会列在这里，您也可以在这里收回授权。",
  count: (count) => `${count} 个应用`,
  permissions: "它可以",
  permissionsText: "查看您的昵称和头像；查看和修改您自己的问卷；查看这些问卷的答卷",
  firstGranted: "首次允许",
  lastUsed: "最近使用",
  never: "从未使用",
  timeZone: (zone) => `时间均为 ${zone} 时区。`,
  revoke: "收回授权",
  revokeOf: (application) => ["（应用：", application, "）"],
  revokeAllSummary: "收回所有应用的授权",
  revokeAllText: "以上所有应用会立即无法再使用您的数据，之后都必须再次征得您的同意。",
  revokeAll: "确定，全部收回",
  notices: {
    revoked: "已收回授权。该应用不能再使用您的问卷数据。",
    revoked_all: "已收回全部授权。现在没有应用可以使用您的问卷数据。",
  },
};

const home: Texts["home"] = {
  title: "您的问卷，只在您允许的地方使用",
  lead: "这台服务器守在问卷系统的前面。应用要使用某个人的问卷数据，必须先在这里请求，由本人决定。",
  signedInAs: (person) => ["您已登录为 ", person, "。"],
  steps: [
    { title: "应用提出请求", text: "第三方应用想使用您的问卷数据，会先把您带到这里。" },
    { title: "由您决定", text: "您会看到请求来自谁、能看到什么、持续多久，然后选择允许或拒绝。" },
    { title: "随时可以收回", text: "收回之后，该应用的下一次访问就会被拒绝。" },
  ],
  forPeople: "个人用户",
  signIn: "登录",
  signInText: "查看并收回您给出的授权。",
  applications: "已授权的应用",
  applicationsText: "您目前允许了哪些应用，以及如何收回。",
  forDevelopers: "开发者",
  reference: "API 参考",
  referenceText: "全部接口、字段和错误，附有示例。",
  openApi: "openapi.json",
  openApiText: "供程序读取的同一内容，OpenAPI 3.1 格式。",
};

const errorPage: Texts["errorPage"] = {
  whatToDo: "您可以这样做",
  forDevelopers: "给应用开发者的说明",
  requestId: "请求编号",
  requestIdHelp: "寻求帮助时请提供此编号。",
  retryAfter: (duration) => `请在${duration}后重试。`,
  home: "前往首页",
};

/** Every text of every page in simplified Chinese. */
export const zhCn: Texts = {
  layout,
  signIn,
  verification,
  webHost,
  consent,
  authorizedApplications,
  home,
  errorPage,
  problems: zhCnProblems,
};
