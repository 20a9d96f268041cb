import type { Texts } from "./en.ts";

const problems: Texts["problems"] = {
  invalid_client: {
    title: "平台上没有这个应用",
    happened: "您打开的链接所指的应用没有在本平台注册。我们没有提供任何数据，也没有把您带到别处。",
    advice: "请返回您看到链接的地方，并告诉那里的负责人。",
    developer: "appid 缺失、为空、过长，或者不是已注册应用的 ID。",
  },
  redirect_uri_missing: {
    title: "链接里没有写明返回地址",
    happened: "应用把您带到这里，却没有给出授权后返回的地址。我们没有提供任何数据，也没有把您带到别处。",
    advice: "请返回该应用，并告诉它的负责人。",
    developer: "redirect_uri 缺失或为空。",
  },
  redirect_uri_mismatch: {
    title: "返回地址没有登记",
    happened: "链接要求我们把您带到一个地址，但该应用没有登记过它。我们没有把您带过去，也没有提供任何数据。",
    advice: "如果链接是别人发给您的，请不要相信它；否则请告诉该应用的负责人。",
    developer: "redirect_uri 经过一次 URL 解码后，必须与登记的某个地址逐字符相同。",
  },
  duplicated_parameter: {
    title: "链接里有重复的内容",
    happened: "链接的某一部分出现了不止一次，无法确定以哪个为准。我们没有提供任何数据。",
    advice: "请返回该应用重新开始。如果再次出现，请告诉它的负责人。",
    developer: "有参数出现了不止一次。",
  },
  response_type: {
    title: "应用请求的方式不受支持",
    happened: "应用要求的应答方式在本平台不存在。我们没有提供任何数据。",
    advice: "请返回该应用，并告诉它的负责人。",
    developer: "response_type 必须是：code",
  },
  scope: {
    title: "应用请求的权限不存在",
    happened: "链接请求的权限不是本平台可以授予的权限。我们没有提供任何数据。",
    advice: "请返回该应用，并告诉它的负责人。",
    developer: "scope 必须是：snsapi_user",
  },
  state: {
    title: "链接里有一处格式不对",
    happened: "应用附加了一个不被允许的值。我们没有提供任何数据。",
    advice: "请返回该应用重新开始。如果再次出现，请告诉它的负责人。",
    developer: "state 可以不传；传了就必须是 1 到 128 个 a-z、A-Z、0-9 字符。",
  },
  application_disabled: {
    title: "这个应用已被停用",
    happened: "该应用在本平台已被停用，目前不能请求授权。我们没有提供任何数据。",
    advice: "请向该应用的负责人询问何时恢复。",
    developer: "应用处于停用状态。",
  },
  wrong_kind_of_application: {
    title: "这个应用不能向个人请求授权",
    happened: "链接属于某个团队自己的应用。这类应用只读取本团队的问卷，不会向个人请求授权。我们没有提供任何数据。",
    advice: "请返回您看到链接的地方，并告诉那里的负责人。",
    developer: "appid 属于团队应用；授权页面只服务于代表个人用户的应用。",
  },
  csrf: {
    title: "这个表单已经过期",
    happened: "表单打开的时间太久，或者是从别的网站提交的。为安全起见，我们没有处理它。",
    advice: "请返回上一页，刷新后重新提交。",
    developer: "表单中的 csrf 值不属于当前会话，或者请求来自其他来源。",
  },
  request_expired: {
    title: "等待的时间有点久",
    happened: "应用的这次请求已经失效。我们没有提供任何数据。",
    advice: "请返回该应用重新开始。",
  },
  already_answered: {
    title: "您已经答复过这次请求",
    happened: "每次请求只能答复一次，以您第一次的选择为准。",
    advice: "请返回该应用。如果它仍在等待，请在那里重新开始。",
  },
  other_user: {
    title: "您已换用另一个账号登录",
    happened: "这次请求是在另一个账号下打开的，与您现在使用的账号不同。为安全起见，您的答复没有生效。",
    advice: "请返回该应用，用您想使用的账号重新开始。",
  },
  not_found: {
    title: "这里没有页面",
    happened: "这个地址没有对应的内容，或者内容已不存在。",
    advice: "请检查地址，或者从首页开始。",
  },
  method_not_allowed: {
    title: "这个页面不能这样使用",
    happened: "地址存在，但不接受这种请求方式。",
    advice: "请从首页开始，通过页面上的链接访问。",
  },
  too_many_requests: {
    title: "操作过于频繁",
    happened: "我们收到您的请求太多，超出了可以安全处理的数量。",
    advice: "请稍等片刻再试。",
  },
  busy: {
    title: "现在非常繁忙",
    happened: "同时登录的人太多，暂时处理不过来。没有丢失任何内容。",
    advice: "请等几秒钟再试。",
  },
  invalid_argument: {
    title: "这次请求有不对的地方",
    happened: "请求的某一部分缺失或格式不对，所以我们没有处理它。",
    advice: "请返回重试。如果您是点击链接进来的，请告诉提供链接的人。",
    developer: "有参数缺失、为空、格式错误或过长。",
  },
  internal_error: {
    title: "我们这边出了问题",
    happened: "这是我们的问题，与您无关。我们已经记录下来。",
    advice: "请再试一次。如果再次出现，请把下面的编号告诉平台的管理者。",
  },
  storage_unavailable: {
    title: "暂时无法读取数据",
    happened: "平台的一部分没有响应。没有任何内容被改动。",
    advice: "请等一分钟再试。",
  },
};

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
  continueTo: (application) => ["登录后，您将答复", application, "的请求。"],
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

const consent: Texts["consent"] = {
  title: (application) => `是否允许 ${application} 使用您的问卷数据？`,
  headline: (application) => ["是否允许 ", application, " 使用您的问卷数据？"],
  application: "应用",
  developer: (developer) => ["开发者：", developer],
  homePage: "主页：",
  noHomePage: "该应用没有提供主页。",
  writtenAs: (unicode) => ["写作 ", unicode],
  verified: "已核实",
  verifiedMeaning: "平台管理者已核实该应用背后是谁。",
  unverified: "未核实",
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
    "为您创建问卷，修改您自己的问卷",
  ],
  mayNot: "它不能",
  limits: ["得知您的密码，或以您的身份登录", "查看属于团队或其他人的问卷", "查看或更改您的账号，以及您允许过的其他应用"],
  duration: "有效期",
  durationText: (access, total) =>
    `每次授权持续${access}，应用可以自行续期，最长到${total}之后。到期后必须再次征得您的同意。`,
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
  revokeOf: (application) => ["：", application],
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
  forPeople: "个人用户",
  signIn: "登录",
  signInText: "查看并收回您给出的授权。",
  applications: "已授权的应用",
  applicationsText: "您目前允许了哪些应用，以及如何收回。",
  forDevelopers: "开发者",
  reference: "API 参考",
  referenceText: "全部接口、字段和错误，附有示例。",
  openApi: "openapi.json",
  openApiText: "同样内容的 OpenAPI 3.1 文档。",
};

const errorPage: Texts["errorPage"] = {
  label: "出现问题",
  whatToDo: "您可以这样做",
  forDevelopers: "给应用开发者的说明",
  requestId: "请求编号",
  requestIdHelp: "寻求帮助时请提供此编号。",
  retryAfter: (duration) => `请在${duration}后重试。`,
  home: "前往首页",
};

/** Every text of every page in simplified Chinese. */
export const zhCn: Texts = { layout, signIn, consent, authorizedApplications, home, errorPage, problems };
