import type { Child } from "hono/jsx";
import type { Language } from "@survey-open-platform/service";

const en = {
  start: {
    title: "Demo",
    lead: "Follow an authorization from the link to the data. All data here is sample data.",
    publicTitle: "These passwords and secrets are public",
    publicText: "They are in the source code. Do not put real data into this server.",
    oneClick: "Sign in with one click",
    roleText: {
      developer: (person: Child): Child => [
        person,
        " develops Quick Charts: applications, secrets and their log.",
      ],
      creator: (person: Child): Child => [
        person,
        " is the creator of Northstar Outfitters: members, credentials and the team token.",
      ],
      author: (person: Child): Child => [
        person,
        " asks about canteens and more: surveys, their results and exports.",
      ],
      administrator: (person: Child): Child => [
        person,
        " runs this platform: users, applications, teams and plans, settings, health and the audit log.",
      ],
    },
    signInRole: {
      developer: "Sign in as the developer",
      creator: "Sign in as the team creator",
      author: "Sign in as the author of surveys",
      administrator: "Sign in as the administrator",
    },
    people: "Users to sign in as",
    signInAs: (username: Child, password: Child): Child => ["Username ", username, ", password ", password],
    web: "An application asks a user for access",
    webText: "Follow a link, sign in, and allow or deny. The next page shows what the application received.",
    ask: (application: Child): Child => ["Authorize ", application],
    link: "The link of the button:",
    team: "A team reads its own surveys",
    teamText: (team: Child, id: Child): Child => [
      "The server of ",
      team,
      " needs only its secret; no user has to consent. Its team id, for user_id and org in calls, is ",
      id,
      ". Paste the steps into a terminal one after another:",
    ],
    freeTeam: "A team whose plan does not include the interface",
    freeTeamText: (team: Child, id: Child): Child => [
      "The plan of ",
      team,
      " (team id ",
      id,
      ") does not include the interface, so this call returns invalid_org_subscription:",
    ],
    onwards: "See also",
    mail: "Mailbox",
    mailText: "Every mail that the demo has sent, to any receiver.",
    reference: "API reference",
    referenceText: "Every call, field and error.",
    applications: "Authorized applications",
    applicationsText:
      "See which applications have access, and revoke it. The application’s next call is then refused.",
  },
  callback: {
    codeTitle: (application: string): string => `${application} has received a code`,
    codeLead: (application: Child): Child => [
      "This page takes the place of ",
      application,
      ". A real application would show its own page, and call the API from its server, where no browser sees the secret.",
    ],
    received: "What it received",
    code: "code",
    state: "state",
    noState: "none, because the link had none",
    stateText:
      "A real application checks that this is the state that it gave to this browser, and stops otherwise.",
    next: "Next steps on its server",
    nextText:
      "Paste the steps into a terminal one after another. The first one works once, within five minutes.",
    again: "Start again",
    deniedTitle: "Access was denied",
    deniedText: (application: Child): Child => [application, " received this and nothing else:"],
    error: "error",
    emptyTitle: "Nothing was received",
    emptyText: "This page shows what an application receives. Start on the first page of the demo.",
    oddTitle: "This is not an authorization code of this platform",
    oddText: "The code in the address of this page has another form. No calls are shown for it.",
  },
  mail: {
    title: "Mailbox of the demo",
    lead: "Every mail that the demo sends arrives here and nowhere else.",
    empty: "No mail has arrived yet. Invite someone, or ask for a new password.",
    to: (receiver: string): string => `To ${receiver}`,
    back: "Back to the demo",
  },
};

const zhCn: typeof en = {
  start: {
    title: "演示",
    lead: "体验一次完整的授权，从链接到数据。这里的数据都是示例数据。",
    publicTitle: "这些密码和密钥是公开的",
    publicText: "它们写在源代码里。请不要在这台服务器中存放真实数据。",
    oneClick: "一键登录",
    roleText: {
      developer: (person) => [person, "：Quick Charts 的开发者，可以查看应用、密钥和调用日志。"],
      creator: (person) => [
        person,
        "：团队 Northstar Outfitters 的创建者，可以查看成员、接口凭证和团队令牌。",
      ],
      author: (person) => [person, "：校园食堂等问卷的作者，可以查看问卷、结果和导出。"],
      administrator: (person) => [
        person,
        "：本平台的管理员，可以管理用户、应用、团队与套餐，查看设置、运行状况和审计日志。",
      ],
    },
    signInRole: {
      developer: "以开发者身份登录",
      creator: "以团队创建者身份登录",
      author: "以问卷作者身份登录",
      administrator: "以管理员身份登录",
    },
    people: "可用的登录账号",
    signInAs: (username, password) => ["用户名 ", username, "，密码 ", password],
    web: "应用向用户请求授权",
    webText: "打开链接，登录，然后允许或拒绝。下一页会显示应用收到的内容。",
    ask: (application) => ["授权给“", application, "”"],
    link: "按钮的链接：",
    team: "团队读取自己的问卷",
    teamText: (team, id) => [
      "“",
      team,
      "”的服务器只需要自己的密钥，不需要用户授权。团队编号为 ",
      id,
      "，调用时用作 user_id 和 org。请把下面的步骤依次粘贴到终端：",
    ],
    freeTeam: "套餐不包含接口的团队",
    freeTeamText: (team, id) => [
      "“",
      team,
      "”（团队编号 ",
      id,
      "）的套餐不包含接口，因此该请求会返回 invalid_org_subscription：",
    ],
    onwards: "更多",
    mail: "邮箱",
    mailText: "演示发送的全部邮件，不论发给谁。",
    reference: "API 参考",
    referenceText: "全部接口、字段和错误。",
    applications: "已授权的应用",
    applicationsText: "查看已授权的应用，并可撤销授权。撤销后，应用的下一次调用就会被拒绝。",
  },
  callback: {
    codeTitle: (application) => `“${application}”收到了授权码`,
    codeLead: (application) => [
      "本页代替“",
      application,
      "”。真正的应用会显示自己的页面，并从自己的服务器调用 API，密钥不会经过浏览器。",
    ],
    received: "应用收到的内容",
    code: "code",
    state: "state",
    noState: "无（链接中没有 state）",
    stateText: "真正的应用会检查它是否就是之前交给这个浏览器的 state，如果不是就停止。",
    next: "应用服务器的后续步骤",
    nextText: "请把下面的步骤依次粘贴到终端。第一步只能成功一次，并且须在五分钟内完成。",
    again: "重新开始",
    deniedTitle: "已拒绝授权",
    deniedText: (application) => ["“", application, "”只收到以下内容："],
    error: "error",
    emptyTitle: "没有收到任何内容",
    emptyText: "应用收到的内容会显示在本页。请从演示首页开始。",
    oddTitle: "这不是本平台的授权码",
    oddText: "本页地址中的授权码格式不符，因此不显示任何调用。",
  },
  mail: {
    title: "演示邮箱",
    lead: "演示发送的全部邮件都到达这里，不论发给谁，也不会发往别处。",
    empty: "还没有邮件。邀请一个人，或申请设置新密码试试。",
    to: (receiver: string): string => `收件人 ${receiver}`,
    back: "返回演示",
  },
};

const texts: Readonly<Record<Language, typeof en>> = { en, "zh-CN": zhCn };

/** The texts of the demo's pages in one language. */
export function demoTextsFor(language: Language): typeof en {
  return texts[language];
}
