import type { AgentTexts } from "./en.ts";

/** What the pages about agents say, in Chinese. */
export const agentsZhCn: AgentTexts = {
  confirm: {
    titles: {
      publish: (survey) => `发布“${survey}”？`,
      pause: (survey) => `暂停“${survey}”？`,
      delete: (survey) => `删除“${survey}”？`,
    },
    headings: {
      publish: (survey) => ["发布“", survey, "”？"],
      pause: (survey) => ["暂停“", survey, "”？"],
      delete: (survey) => ["删除“", survey, "”？"],
    },
    who: "请求方",
    host: "主机",
    noHost: "运行在某人自己设备上的程序，或没有地址的程序",
    note: "它的说明：",
    what: "确认后会发生什么",
    consequences: {
      publish: (questions, isFirst) =>
        isFirst
          ? `问卷（${questions} 道题）从此开始收集答卷。`
          : `答题人将看到草稿（${questions} 道题），作为新版本。`,
      pause: (answers) => `在继续之前，任何人都不能填写该问卷。已有的 ${answers} 份答卷保留。`,
      delete: (questions, answers) => [
        `问卷（${questions} 道题）和 ${answers} 份答卷将移入回收站，问卷地址失效。`,
        "30 天内可以从回收站恢复。",
      ],
    },
    difference: "与已发布版本的差别",
    nothing: "在您确认之前，什么都不会改变。",
    changed: "打开此页后草稿已有改动，或草稿已不能发布。请查看后再决定。",
    decision: "您的决定",
    confirm: "确认",
    decline: "拒绝",
    closedTitle: "智能体的请求",
    closed: {
      confirmed: "您已确认此请求。它只执行一次，不会再次执行。",
      declined: "您已拒绝此请求。没有任何改动。",
      expired: "此请求已过期。没有任何改动；智能体可以再次请求。",
    },
    toSurveys: "前往您的问卷",
  },
  more: {
    title: (application) => `允许“${application}”更多权限？`,
    heading: (application) => ["允许“", application, "”更多权限？"],
    now: "它无需重新授权，下一次调用起即可使用。",
    allowed: "您已允许。",
    denied: "没有任何改动。",
    nothing: "该智能体已有全部这些权限。",
  },
};
