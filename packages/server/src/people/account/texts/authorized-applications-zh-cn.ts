import type { authorizedApplicationsEn } from "./authorized-applications-en.ts";

/** What the pages about authorized applications say, in Chinese. */
export const authorizedApplicationsZhCn: typeof authorizedApplicationsEn = {
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
