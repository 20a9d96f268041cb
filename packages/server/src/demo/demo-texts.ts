import type { Child } from "hono/jsx";
import type { Language } from "../pages/language.ts";

const en = {
  start: {
    title: "The demo",
    lead: "Follow one consent from the link to the data. Everything here is sample data on this computer.",
    publicTitle: "These passwords and secrets are public",
    publicText: "They are printed in the source code. Put no real data into this server.",
    people: "People to sign in as",
    signInAs: (username: Child, password: Child): Child => ["Login name ", username, ", password ", password],
    web: "An application asks a person",
    webText: "Follow a link, sign in, and allow or deny. Then a page shows what the application was sent.",
    ask: (application: Child): Child => ["Ask as ", application],
    link: "The link behind the button:",
    team: "A team reads its own surveys",
    teamText: (team: Child): Child => [
      "The server of ",
      team,
      " needs nobody’s consent, only its own secret. Paste one step after the other into a terminal:",
    ],
    freeTeam: "A team without the plan for it",
    freeTeamText: (team: Child): Child => [
      "The plan of ",
      team,
      " does not include the interface, so this is answered with invalid_org_subscription:",
    ],
    onwards: "And then",
    reference: "API reference",
    referenceText: "Every call, field and error.",
    applications: "Authorized applications",
    applicationsText:
      "What you have allowed, and how to take it back. The next call of the application is then refused.",
  },
  callback: {
    codeTitle: (application: string): string => `${application} has received a code`,
    codeLead: (application: Child): Child => [
      "This page plays ",
      application,
      ". A real application would show you its own page now, and do the rest on its server, where no browser sees the secret.",
    ],
    received: "What it was sent",
    code: "code",
    state: "state",
    noState: "none was sent, because the link had none",
    stateText:
      "A real application now checks that this is the state it gave to this very browser, and stops otherwise.",
    next: "What its server does next",
    nextText:
      "Paste one step after the other into a terminal. The first one works once, within five minutes.",
    again: "Start again",
    deniedTitle: "The answer was no",
    deniedText: (application: Child): Child => [application, " was told so, and got nothing else:"],
    error: "error",
    emptyTitle: "Nothing was sent here",
    emptyText: "An application’s answer arrives on this page. Start at the demo’s first page to see one.",
    oddTitle: "This is not a code of this platform",
    oddText: "Something else was put into the address of this page. No calls are shown for it.",
  },
};

const zhCn: typeof en = {
  start: {
    title: "演示",
    lead: "跟着一次授权，从链接一直走到数据。这里全部是这台电脑上的示例数据。",
    publicTitle: "这些密码和密钥是公开的",
    publicText: "它们就写在源代码里。请不要把真实数据放进这台服务器。",
    people: "可以登录的人",
    signInAs: (username, password) => ["登录名 ", username, "，密码 ", password],
    web: "应用向用户请求授权",
    webText: "点开链接，登录，然后允许或拒绝。之后会有一页显示应用收到了什么。",
    ask: (application) => ["以“", application, "”的身份请求"],
    link: "按钮背后的链接：",
    team: "团队读取自己的问卷",
    teamText: (team) => [team, " 的服务器不需要任何人同意，只需要自己的密钥。请把下面的步骤依次粘贴到终端："],
    freeTeam: "套餐不包含接口的团队",
    freeTeamText: (team) => [team, " 的套餐不包含接口，因此这次请求会得到 invalid_org_subscription："],
    onwards: "接下来",
    reference: "API 参考",
    referenceText: "全部接口、字段和错误。",
    applications: "已授权的应用",
    applicationsText: "查看并收回您允许过的应用。收回之后，应用的下一次调用就会被拒绝。",
  },
  callback: {
    codeTitle: (application) => `“${application}”收到了授权码`,
    codeLead: (application) => [
      "本页扮演“",
      application,
      "”。真正的应用此时会显示自己的页面，其余步骤在它的服务器上完成，密钥不会经过浏览器。",
    ],
    received: "它收到了什么",
    code: "code",
    state: "state",
    noState: "没有收到，因为链接里没有",
    stateText: "真正的应用会检查它是不是当初交给这个浏览器的 state，不是就停止。",
    next: "它的服务器接下来做什么",
    nextText: "请把下面的步骤依次粘贴到终端。第一步只能成功一次，并且须在五分钟内完成。",
    again: "重新开始",
    deniedTitle: "答复是拒绝",
    deniedText: (application) => ["“", application, "”被告知了这一结果，除此之外什么也没有得到："],
    error: "error",
    emptyTitle: "这里什么也没有收到",
    emptyText: "应用收到的答复会出现在本页。请从演示首页开始。",
    oddTitle: "这不是本平台的授权码",
    oddText: "有人在本页地址里写了别的内容，因此不显示任何调用。",
  },
};

const texts: Readonly<Record<Language, typeof en>> = { en, "zh-CN": zhCn };

/** Every text of the demo's own pages, in one language. */
export function demoTextsFor(language: Language): typeof en {
  return texts[language];
}
