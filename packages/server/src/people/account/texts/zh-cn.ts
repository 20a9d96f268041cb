import type { AuthorizedApplicationsTexts, ProfileTexts, SignUpTexts, AccountTexts } from "./en.ts";
import { securityZhCn } from "./security-zh-cn.ts";

/** What the pages about authorized applications say, in Chinese. */
export const authorizedApplicationsZhCn: AuthorizedApplicationsTexts = {
  title: "已授权的应用",
  lead: "以下应用可以使用您的问卷数据。撤销授权后立即失效。",
  emptyTitle: "暂无已授权的应用",
  emptyText: "您授权的应用会显示在这里，您可以随时撤销授权。",
  count: (count) => `${count} 个应用`,
  permissions: "权限",
  readingText: "查看您的昵称和头像、您自己的问卷及其答卷",
  writingText: "创建和修改您自己的问卷，添加和修改答卷",
  surveys: "问卷",
  allSurveys: (total) => `您的全部问卷（目前 ${total} 份）`,
  chosenSurveys: (count, total) => `${total} 份问卷中的 ${count} 份`,
  changeSurveys: "选择问卷",
  changeSurveysOf: (application) => ["（应用：", application, "）"],
  choice: {
    title: (application) => `“${application}”可以访问的问卷`,
    heading: (application) => ["“", application, "”可以访问的问卷"],
    lead: "更改立即生效，对应用已经获得的访问权限同样有效。",
    submit: "保存",
    cancel: "取消",
  },
  firstGranted: "首次授权",
  lastUsed: "最近使用",
  never: "从未使用",
  network: "来自",
  changes: "最近的更改",
  survey: (id) => `问卷 ${id}`,
  actions: {
    "survey.created": "创建了草稿",
    "survey.draft_changed": "修改了草稿",
    "survey.settings_changed": "修改了设置",
    "survey.publish_asked": "请求发布",
    "survey.pause_asked": "请求暂停",
    "survey.delete_asked": "请求删除",
  },
  timeZone: (zone) => `时间按 ${zone} 时区显示。`,
  revoke: "撤销授权",
  revokeOf: (application) => ["（应用：", application, "）"],
  search: "名称、appid 或开发者",
  noMatchTitle: "没有找到应用",
  noMatchText: "这里没有名称、appid 或开发者名称包含这段文字的应用。",
  revokeAll: "全部撤销",
  revocation: {
    title: (application) => `撤销对“${application}”的授权`,
    heading: (application) => ["撤销对“", application, "”的授权"],
    consequences: ({ surveys, answers, mayWrite, accessTokens, refreshTokens, webhooks }) => [
      `该应用将立即无法读取您的 ${surveys} 份问卷和其中的 ${answers} 份答卷${mayWrite ? "，也无法再修改" : ""}。`,
      `${accessTokens} 个访问令牌和 ${refreshTokens} 个刷新令牌将失效，${webhooks} 个 Webhook 将停用。`,
      "该应用已经读取的数据不受影响。要再次使用您的数据，需要您重新授权。",
    ],
    submit: "撤销授权",
  },
  revocationOfAll: {
    title: "撤销对所有应用的授权",
    consequences: ({ applications, surveys, answers, accessTokens, refreshTokens, webhooks }) => [
      `${applications} 个应用将立即无法使用您的 ${surveys} 份问卷和其中的 ${answers} 份答卷。`,
      `${accessTokens} 个访问令牌和 ${refreshTokens} 个刷新令牌将失效，${webhooks} 个 Webhook 将停用。`,
      "这些应用已经读取的数据不受影响。要再次使用您的数据，每个应用都需要您重新授权。",
    ],
    submit: "全部撤销",
  },
  notices: {
    surveys_changed: "已保存。该应用从现在起只能访问这些问卷。",
    revoked: "已撤销授权，该应用无法再使用您的问卷数据。",
    revoked_all: "已撤销全部授权，现在没有应用可以使用您的问卷数据。",
  },
};

const profile: ProfileTexts["profile"] = {
  email: "邮箱地址",
  noEmail: "未填写",
  changeEmail: "更改地址",
  title: "个人资料",
  username: "用户名",
  nickname: "昵称",
  nicknameHint: "其他人看到的名字。",
  language: "语言",
  languageOfBrowser: "跟随浏览器设置",
  timeZone: "时区",
  timeZoneOfPlatform: (zone) => `平台时区（${zone}）`,
  submit: "保存",
  deleteLink: "注销账号",
  dataLink: "我的数据",
  changePicture: "更换头像",
};

const picture: ProfileTexts["picture"] = {
  title: "头像",
  lead: "头像会与您的名字一起显示，也会提供给您授权的应用。头像保存在本平台，不会从其他地方加载。",
  remove: "移除头像",
};

const email: ProfileTexts["email"] = {
  title: "邮箱地址",
  lead: "账号发生变化或您忘记密码时，平台会向这个地址发送邮件。它不能用来登录。",
  off: "本平台不发送邮件。",
  none: "您还没有填写地址。",
  present: (address) => ["您的地址：", address],
  waiting: (address) => ["尚未确认：", address],
  bounced: (why) =>
    `发往您邮箱的邮件被退回。${why}通知已暂停。请重新填写这个地址或填写其他地址，确认后恢复发送。`,
  field: "新地址",
  hint: "会向这个地址发送一封带有链接的邮件。",
  problem: "请填写一个邮箱地址，例如 name@survey.example。",
  submit: "发送链接",
  remove: "移除地址",
  confirmTitle: "确认地址",
  confirmText: (address) => ["平台将向 ", address, " 发送邮件。"],
  confirm: "确认",
};

const mailNotices: ProfileTexts["mailNotices"] = {
  title: "通知",
  lead: "与账号安全有关的邮件始终会发送。其他邮件由您选择。",
  noAddress: "您没有已确认的邮箱地址，因此不会发送任何邮件。",
  to: (address) => ["邮件发送到 ", address, "。"],
  changeAddress: "更改地址",
  surveys: "您关注的问卷",
  none: "暂无。在问卷的“通知”页，可以选择何时收到新答卷的通知。",
  surveysText: "问卷将在一天内结束、收满答卷，或您的导出完成时，也会通知您。",
  frequencies: {
    never: "从不",
    each: "每有新答卷时",
    hourly: "每小时最多一次",
    daily: "每天最多一次",
  },
  frequencyOf: (survey) => `何时收到 ${survey} 的通知`,
  change: "更改",
  changeOf: (survey) => `更改何时收到 ${survey} 的通知`,
  conditions: { all: "所有答卷", some: "仅含某个选项的答卷" },
  topics: {
    webhooks: {
      title: "Webhook 推送",
      on: "您的 webhook 停用时，您会收到邮件。",
      off: "您的 webhook 停用时，您不会收到邮件。",
    },
    sharing: {
      title: "共享的问卷",
      on: "有问卷与您共享或要移交给您时，您会收到邮件。",
      off: "有问卷与您共享或要移交给您时，您不会收到邮件。",
    },
    mentions: {
      title: "评论",
      on: "有评论提到您时，您会收到邮件。",
      off: "有评论提到您时，您不会收到邮件。",
    },
  },
  stopOf: (topic) => `${topic}：不再接收`,
  resumeOf: (topic) => `${topic}：恢复接收`,
  stop: "不再接收",
  resume: "恢复接收",
};

const ownData: ProfileTexts["ownData"] = {
  title: "我的数据",
  lead: "您会得到一个 zip 文件，包含本平台保存的关于您的全部内容：",
  contents: [
    "person.json：您的个人资料、会话、授权、团队、邮件，以及审计日志中您的操作",
    "您登录后填写的答卷，或通过发往您已确认邮箱的邀请填写的答卷，连同其中的文件",
    "您自己的问卷列在其中；问卷收到的答卷请在各问卷的页面导出。",
  ],
  submit: "下载",
  tooOften: "您刚才已多次下载，请十分钟后再试。",
  kept: "保存了什么、保存多久",
  delete: "注销账号",
};

const deletion: ProfileTexts["deletion"] = {
  title: "注销账号",
  applications: (applications, people) =>
    `您的 ${applications} 个应用将被删除，用户对它们的 ${people} 个授权随即失效。`,
  teams: (teams) => `您将退出 ${teams} 个团队，团队的问卷会保留。`,
  grants: (applications) => `${applications} 个应用将无法再使用您的数据。`,
  webhooks: (webhooks) => `您添加的 ${webhooks} 个 Webhook 将不再发送任何事件。`,
  stays: "您为他人问卷填写的答卷会保留在对方的问卷中，但其中您的昵称、编号和网络地址会被清除。",
  permanent: "注销后无法恢复。",
  username: (username) => `请输入您的用户名 ${username} 以确认`,
  usernameProblem: "与您的用户名不一致。",
  submit: "注销账号",
  obstacleTitle: "暂时无法注销账号",
  ownsSurveys: (surveys) => `您拥有 ${surveys} 份问卷，其中有他人的答卷。请先移交或删除这些问卷。`,
  toSurveys: "我的问卷",
  lastCreator: "您是以下团队唯一的创建者，请先移交团队：",
  lastAdministrator: "您是平台唯一的管理员，请先将其他用户设为管理员。",
  back: "返回个人资料",
};

/** Texts about the data of an account, in simplified Chinese. */
export const profileZhCn: ProfileTexts = { profile, picture, email, mailNotices, ownData, deletion };

const signUp: SignUpTexts["signUp"] = {
  welcomeTitle: "初始化平台",
  welcomeLead: "平台还没有用户。请创建第一个账号，该账号将成为管理员。",
  title: "创建账号",
  lead: "有了账号，您就可以管理自己的应用、团队和授权。",
  operator: "平台运营者",
  invitedBy: (person) => ["您已受邀加入本平台，邀请人：", person, "。"],
  invitedToTeam: (person, team, role) => [
    "您已受邀加入团队“",
    team,
    `”，角色为${role}，邀请人：`,
    person,
    "。",
  ],
  expires: (moment) => ["该邀请只能使用一次，有效期至 ", moment, "。"],
  username: "用户名",
  usernameHint: "用于登录，可以包含字母、汉字、数字和 . _ @ + -，创建后不能修改。",
  nickname: "昵称",
  nicknameHint: "其他人看到的名字，可以随时修改。",
  password: "密码",
  passwordHint: "至少 8 个字符。一句话比一个短词更好记，也更安全。",
  submit: "创建账号",
  haveAccount: "已有账号？",
  signIn: "登录",
  signInToAccept: "登录并接受邀请",
  signedInAs: (person) => ["当前登录账号：", person, "。"],
  accept: "加入团队",
  notForMembers: "您已有账号。请把链接转发给受邀的人，链接仍然有效。",
  alreadyMember: "您已经是该团队的成员，邀请仍可供其他人使用。",
  home: "前往我的账号",
  problems: {
    username_missing: "请输入用户名。",
    username_malformed:
      "用户名最多 64 个字符，只能包含字母、汉字、数字和 . _ @ + -，并以字母、汉字或数字开头。",
    username_taken: "该用户名已被使用，请换一个。",
    nickname_missing: "请输入昵称。",
    nickname_malformed: "昵称最多 100 个字符，不能换行。",
    password_too_short: "密码至少需要 8 个字符。",
    password_too_long: "密码过长。",
    password_is_username: "密码不能与用户名相同。",
  },
};

const forgotten: SignUpTexts["forgotten"] = {
  title: "忘记密码",
  identifier: "用户名或邮箱地址",
  hint: "如果账号有已确认的地址，会收到设置新密码的链接。",
  missing: "请填写用户名或邮箱地址。",
  submit: "发送链接",
  asked: "如果存在这样的账号，并且有已确认的地址，邮件已经发出。链接一小时内有效。",
  without: "没有已确认的地址时，请联系本平台的管理员，管理员可以给您一个链接。",
  back: "返回登录页",
};

/** Texts of the pages for people who are not signed in, in simplified Chinese. */
export const signUpZhCn: SignUpTexts = { signUp, forgotten };

const sections: AccountTexts["sections"] = {
  label: "账号页面",
  profile: "个人资料",
  security: "安全",
  sessions: "登录设备",
};

const notices: AccountTexts["notices"] = {
  saved: "已保存。",
  picture_saved: "头像已更改。",
  picture_removed: "头像已移除。",
  password_changed: "密码已修改，其他设备均已退出登录。",
  session_ended: "该设备已退出登录。",
  sessions_ended: "其他设备均已退出登录。",
  second_factor_off: "两步验证已关闭。",
  passkey_added: "通行密钥已添加，今后可以用它登录。",
  passkey_removed: "通行密钥已移除，不能再用它登录。",
  identity_linked: "账号已关联，今后可以用它登录。",
  email_sent: "带有链接的邮件已发出。打开链接后，这个地址才会启用。",
  email_confirmed: "地址已确认，平台会向这个地址发送邮件。",
  email_removed: "地址已移除，您不会再收到邮件。",
  identity_unlinked: "账号已解除关联，不能再用它登录。",
};

/** Every text of the account pages in simplified Chinese. */
export const accountZhCn: AccountTexts = {
  authorizedApplications: authorizedApplicationsZhCn,
  ...signUpZhCn,
  ...profileZhCn,
  ...securityZhCn,
  sections,
  notices,
};
