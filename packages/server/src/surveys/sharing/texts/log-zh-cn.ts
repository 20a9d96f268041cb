import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { logEn, LogWords } from "./log-en.ts";

const settings: Readonly<Record<string, string>> = {
  started_at: "开始时间",
  end_at: "结束时间",
  answer_limit: "答卷数量上限",
  once: "每人可作答次数",
  sign_in: "需要登录作答",
  login_check: "需要登录作答",
  is_answer_only_once: "每人只能作答一次",
  allow_update: "允许修改答卷",
  is_allow_update_answer: "允许修改答卷",
  address_limit: "同一网络地址的答卷上限",
  address_days: "网络地址保留天数",
  redirect_url: "提交后跳转的地址",
  custom_arguments: "自定义参数",
  embed_origins: "可以嵌入问卷的网站",
  password_changed: "密码",
  only_listed: "仅名单中的人可以作答",
  only_participants: "仅受邀者可以作答",
};

const once: Readonly<Record<string, string>> = {
  none: "不限",
  browser: "每个浏览器一次",
  person: "每个账号一次",
};

const states: Readonly<Record<string, string>> = {
  paused: "暂停了回收",
  collecting: "恢复了回收",
};

const roles: Readonly<Record<string, string>> = {
  see: "可查看结果",
  edit: "可编辑",
  manage: "可管理",
};

const actions: Readonly<Record<string, LogWords>> = {
  "survey.created": () => "创建了问卷",
  "survey.draft_changed": () => "编辑了问卷",
  "survey.published": ({ value }) => `发布了第 ${value("version")} 版`,
  "survey.settings_changed": ({ value, changes }) =>
    states[value("state")] ?? (changes.length === 0 ? "保存了设置" : `更改了设置：${changes.join("；")}`),
  "survey.labelled": ({ value }) =>
    value("labels") === "" ? "移除了标签" : `设置了标签：${value("labels")}`,
  "survey.binned": () => "将问卷移入回收站",
  "survey.restored": () => "从回收站恢复了问卷",
  "survey.default_look_set": () => "将外观设为新问卷的默认外观",
  "survey.default_look_removed": () => "取消了新问卷的默认外观",
  "survey.answers_imported": () => "导入了答卷",
  "survey.respondents_allowed": ({ value }) => `将答题者加入名单：${value("respondents")}`,
  "survey.respondents_disallowed": ({ value }) => `将答题者移出名单：${value("respondents")}`,
  "survey.publish_asked": () => "请求发布问卷",
  "survey.publish_confirmed": ({ value }) => `确认由 ${value("client")} 发布问卷`,
  "survey.publish_declined": ({ value }) => `拒绝由 ${value("client")} 发布问卷`,
  "survey.pause_asked": () => "请求暂停问卷",
  "survey.pause_confirmed": ({ value }) => `确认由 ${value("client")} 暂停问卷`,
  "survey.pause_declined": ({ value }) => `拒绝由 ${value("client")} 暂停问卷`,
  "survey.delete_asked": () => "请求删除问卷",
  "survey.delete_confirmed": ({ value }) => `确认由 ${value("client")} 删除问卷`,
  "survey.delete_declined": ({ value }) => `拒绝由 ${value("client")} 删除问卷`,
  "survey.shared": ({ value }) => `与 ${value("with")} 共享了问卷：${roles[value("role")] ?? ""}`,
  "survey.unshared": ({ value }) => `不再与 ${value("with")} 共享问卷`,
  "results_link.created": () => "创建了结果链接",
  "results_link.withdrawn": () => "撤回了结果链接",
  "answer_sheet.created": () => "创建了答卷的保密地址",
  "answer_sheet.withdrawn": () => "撤回了答卷的保密地址",
  "survey.offered": ({ value }) => `提出将问卷移交给 ${value("to")}`,
  "survey.offer_withdrawn": () => "撤回了移交",
  "survey.offer_declined": () => "拒绝了移交",
  "survey.handed_over": ({ value }) => `问卷移交给了 ${value("to")}`,
  "results_chart.chosen": () => "更改了一道题的图表",
  "results_filter.saved": ({ value }) => `保存了筛选“${value("name")}”`,
  "results_filter.deleted": ({ value }) => `删除了筛选“${value("name")}”`,
  "results_report.saved": () => "更改了结果报告",
  "comment.added": () => "发表了评论",
  "comment.resolved": () => "将一条评论标为已解决",
  "comment.reopened": () => "重新打开了一条评论",
  "comment.deleted": () => "删除了一条评论",
  "survey.privacy_changed": () => "更改了隐私与同意",
  "answers.expired": () => "保留期满的答卷已删除",
  "answer.deleted": ({ value }) => `删除了答卷 ${value("answer_id")}`,
  "answers.exported": ({ value }) => `导出了答卷（${value("format")}）`,
  "participants.added": ({ value }) => `添加了 ${value("participants")} 位受邀者`,
  "participant.removed": () => "移除了一位受邀者",
  "participants.links_downloaded": ({ value }) => `下载了 ${value("participants")} 位受邀者的链接`,
  "participants.mailed": ({ value }) =>
    value("reminder") === "是" ? "向受邀者发送了提醒" : "向受邀者发送了邀请",
  "webhook.created": ({ value }) => `添加了发往 ${value("host")} 的 Webhook`,
  "webhook.changed": ({ value }) => `更改了发往 ${value("host")} 的 Webhook`,
  "webhook.deleted": ({ value }) => `删除了发往 ${value("host")} 的 Webhook`,
  "webhook.secret_replaced": () => "更换了 Webhook 的密钥",
};

/** 问卷日志的文字。 */
export const logZhCn: TextsOf<typeof logEn> = {
  title: "日志",
  lead: "谁对这份问卷做了哪些更改。同一个人十分钟内的编辑合为一条。",
  caption: "问卷的更改",
  when: "时间",
  who: "更改者",
  what: "内容",
  person: "更改者",
  everyone: "所有人",
  show: "显示",
  emptyTitle: "还没有更改",
  emptyText: "对问卷的更改会列在这里。",
  noMatchText: "此人没有做过更改。",
  platform: "平台",
  operator: "运维人员",
  through: (person, application) => `${person}，通过 ${application}`,
  yes: "是",
  no: "否",
  none: "无",
  changed: "已更改",
  setting: (name, value) => `${name}：${value}`,
  settings,
  once,
  actions,
  other: (action) => `其他更改（${action}）`,
};
