import type { ProfileTexts } from "./profile-en.ts";

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
