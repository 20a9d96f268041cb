import type { consentEn } from "./consent-en.ts";

type Texts = typeof consentEn;

const consent: Texts["consent"] = {
  title: (application) => `是否允许“${application}”使用您的问卷数据？`,
  headline: (application) => ["是否允许“", application, "”使用您的问卷数据？"],
  application: "应用",
  developer: (developer) => ["开发者：", developer],
  homePage: "主页：",
  noHomePage: "该应用未提供主页。",
  verifiedMeaning: "平台运营者已核实该应用的开发者身份。",
  unverifiedTitle: "该应用未经核实",
  unverifiedMeaning: "应用名称和开发者信息未经核实。请仅在您了解该应用、且由您本人发起操作时允许。",
  description: "开发者的介绍：",
  account: "当前账号",
  switchAccount: "不是您的账号？切换账号",
  may: "它可以",
  reading: "查看您的数据",
  readingPermissions: [
    "查看您的昵称和头像",
    "查看您自己的问卷：标题、题目和设置",
    "查看您的问卷收到的答卷，包括其中的个人信息",
  ],
  writing: "更改您的数据",
  writingPermissions: [
    "为您创建问卷",
    "修改您自己的问卷及其设置，开始和停止收集",
    "为您的问卷添加答卷、修改答卷",
    "把新答卷和问卷的变更推送到它自己的地址（Webhook），直到您撤销授权",
  ],
  mayNot: "它不能",
  readingOnly: "创建或修改问卷和答卷",
  limits: [
    "获取您的密码，或以您的身份登录",
    "查看团队或其他人的问卷",
    "查看或更改您的账号，以及您授权的其他应用",
  ],
  duration: "有效期",
  durationText: (access, total) =>
    `访问令牌每次有效 ${access}，应用可以续期，从现在起最长 ${total}。之后需要您重新授权。`,
  revoke: (page) => ["您可以随时在“", page, "”中撤销授权，撤销后立即失效。"],
  revokeLink: "已授权的应用",
  destination: "接下来",
  destinationText: "无论允许还是拒绝，都会跳转到",
  terms: "条款与隐私",
  termsLink: "服务条款",
  privacyLink: "隐私政策",
  noTerms: "该应用未提供服务条款和隐私政策。",
  decisionLabel: "您的选择",
  allow: "允许",
  deny: "拒绝",
};

/** 智能体凭各项 scope 能做什么：比调用接口的应用少。 */
const ofAgents = (answers: string): Texts["scopeTexts"]["agents"]["asked"] => ({
  "answers:read": answers,
  "surveys:write": "为您创建问卷、修改草稿；发布、暂停和删除每次都须经您确认",
  "answers:write": "不能做更多：智能体的工具不更改答卷",
});

/** 各项 scope 允许应用做什么，以及授权页如何分组。 */
const scopeTexts: Texts["scopeTexts"] = {
  openid: "通过一个只供该应用使用的标识，认出每次都是您本人",
  profile: "查看您的昵称、头像、语言和时区",
  offline_access: "在您离开后继续使用，直到授权到期",
  "surveys:read": "查看您自己的问卷：标题、题目和设置",
  "answers:read": "查看您的问卷收到的答卷，包括其中的个人信息",
  "surveys:write": "为您创建问卷，修改问卷及其设置，开始和停止收集",
  "answers:write": "为您的问卷添加答卷、修改答卷",
  agents: {
    asked: ofAgents("查看您的问卷收到的答卷；姓名和联系方式仅在您勾选下方选项后可见"),
    widened: ofAgents("查看您的问卷收到的答卷；姓名和联系方式仅在您于“已授权的应用”中允许后可见"),
    granted: ofAgents("查看您的问卷收到的答卷，不含姓名和联系方式"),
    grantedPersonal: ofAgents("查看您的问卷收到的答卷，包括姓名和联系方式"),
  },
  asked: "它请求",
  added: "新增：它还请求",
  held: "您之前已允许，继续有效",
};

/** What the consent page says of such clients, in simplified Chinese. */
const clientWarnings: Texts["clientWarnings"] = {
  describedAt: (host) => ["该应用在 ", host, " 描述自己。其名称没有经过任何人核实，请根据这个地址判断。"],
  documentHost: "该应用描述自己的地址位于",
  registeredOnDevice:
    "该应用是自行注册的，并在您自己的设备上运行。其名称没有经过任何人核实，设备上的任何程序都可能发出这样的请求：只有当您刚刚亲自启动了它时，才应允许。",
  registeredItself: "该应用是自行注册的。其名称没有经过任何人核实：只有当您刚刚亲自启动了它时，才应允许。",
  goesElsewhere: (next, own) => ["之后浏览器会前往 ", next, "，与 ", own, " 不是同一个主机。"],
  onOwnMachine:
    "结果会发送给您自己设备上的程序，而设备上的任何程序都可能发出这样的请求。只有当您刚刚启动了这个程序时，才应允许。",
};

const surveyChoice: Texts["surveyChoice"] = {
  legend: "可以访问的问卷",
  all: (total) => `我的全部问卷（目前 ${total} 份），以及以后创建的问卷`,
  chosen: "仅限我选择的问卷",
  hint: "对该应用来说，您的其他问卷不存在；它自己创建的问卷会自动加入。您可以随时在“已授权的应用”中更改。",
  problems: {
    nothing_chosen: "尚未选择问卷。请至少勾选一份，或选择全部问卷。",
    expired: "页面打开时间过长，未做任何更改。请重新选择。",
  },
  toChoice: "前往选择",
  personal: "也包括姓名和联系方式",
  personalHint: "答题人填写的身份信息和联系方式、您标记为个人信息的题目，以及链接中的参数。",
  notYet: "您的全部问卷。平台更新后一小时内，暂时不能选择单份问卷。",
  chosenOf: (count, total) => `已选择：${count} / ${total}`,
  more: (count) => `另有 ${count} 份已选择的问卷，可按标题搜索。`,
  yours: "您的问卷，按创建时间从新到旧",
  others: "您的其他问卷，按创建时间从新到旧",
  found: "搜索结果",
  search: "搜索标题",
  next: "显示更早的问卷",
  noOthers: "没有其他问卷。",
  noMatch: "没有其他标题包含该文字。",
  answers: (count) => `${count} 份答卷`,
};

const formPost: Texts["formPost"] = {
  title: "返回应用",
  lead: (host) => ["您的选择将发送到 ", host, "。"],
  submit: "继续",
};

const errorReturn: Texts["errorReturn"] = {
  title: "应用的请求有误",
  lead: "该应用申请访问的方式有误。它看不到您的任何内容，您也没有做错什么。",
  destination: "它希望您继续前往",
  unchecked:
    "这个地址没有经过任何人核实，任何人都可能制作这样的链接。只有当您认识该应用，并且刚刚亲自启动了它时，才应前往；不要在那里输入本平台的密码。",
  submit: "将错误告知该应用",
  developer:
    "任何人都可能制作该客户端，运营者也没有核实过它，因此其错误只有在用户点击后才会发往网站。在用户自己的设备上，错误会立即返回。",
};

const device: Texts["device"] = {
  title: "连接设备",
  lead: "没有浏览器的设备或程序会显示一个代码。请在此输入，并决定它可以查看什么。",
  warning: "只输入您自己的设备上显示的、由您本人请求的代码。别人发给您的代码，是为了查看您的问卷。",
  code: "代码",
  codeHint: "八个字母，例如 WDJB-MJHT。连字符和大小写不影响。",
  unknown: "没有设备显示该代码，或代码已过期。请与设备上的代码核对，或让设备显示新的代码。",
  submit: "继续",
  destination: "显示以下代码的设备将继续：",
  allowedTitle: "设备已连接",
  allowedText: "请回到设备：它会在几秒钟内自动继续。您可以关闭此页面。",
  deniedTitle: "设备未连接",
  deniedText: "该设备看不到您的任何内容。您可以关闭此页面。",
  applications: "已授权的应用",
};

/** What a user reads on the way of a consent, in simplified Chinese. */
export const consentZhCn: Texts = {
  consent,
  scopeTexts,
  clientWarnings,
  surveyChoice,
  formPost,
  errorReturn,
  device,
};
