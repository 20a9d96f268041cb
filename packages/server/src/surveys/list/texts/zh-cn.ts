import type { ListTexts } from "./en.ts";

const list: ListTexts["list"] = {
  title: "问卷",
  create: "新建问卷",
  owners: "问卷归属",
  search: "按标题搜索",
  state: "状态",
  everyState: "全部状态",
  caption: "问卷",
  name: "标题",
  owner: "归属",
  answers: "答卷",
  questions: "题目",
  days: (days) => `最近 ${days} 天`,
  daysInWords: (counts) => `每日答卷，最后为今天：${counts}`,
  updated: "更新时间",
  actions: "操作",
  label: "标签",
  everyLabel: "全部标签",
  emptyTitle: "还没有问卷",
  emptyText: "可以新建空白问卷、使用模板，或者粘贴文本一次生成。",
  emptyTextOfShared: "他人与您共享的问卷会列在这里。",
  emptyTextOfMember: "您在这个团队中创建的问卷会显示在这里。",
  noMatchTitle: "没有找到问卷",
  noMatchText: "没有符合该标题、状态和标签的问卷。",
  bin: "回收站",
  notices: {
    deleted: "问卷已移入回收站，30 天内可以恢复。",
    paused: "已暂停。答题者会看到问卷暂不接受答卷。",
    collecting: "问卷正在收集答卷。",
    labelled: "标签已保存。",
    handed_over: "问卷已有新的所有者。",
  },
  offered: (person, survey) => [person, "想把问卷", survey, "移交给您。"],
  lookAtOffer: "查看移交",
};

/** Texts of the page that deletes a survey, in Chinese. */
const deletion: ListTexts["deletion"] = {
  title: "删除问卷",
  heading: (name) => ["删除“", name, "”？"],
  address: "问卷地址将失效，不再接收新的答卷。",
  programs: "程序和 Webhook 将无法再访问此问卷；仅限所选问卷的授权会永久失去它。",
  answers: (count) => `${count} 份答卷会一起移入回收站。`,
  kept: (days) => `${days} 天内可以从回收站恢复。`,
  submit: "移入回收站",
};

const menu: ListTexts["menu"] = {
  open: (survey) => `“${survey}”的操作`,
  edit: "编辑",
  results: "结果",
  share: "分享",
  copy: "复制",
  labels: "标签",
  delete: "删除",
  changeState: { paused: "暂停", collecting: "收集答卷" },
};

const labels: ListTexts["labels"] = {
  title: "标签",
  hint: "每行一个。标签用于在列表中给问卷分组，答题者看不到。",
  known: "已使用的标签：",
  save: "保存",
  problems: {
    many: (limit) => `每份问卷最多 ${limit} 个标签。`,
    long: (limit) => `每个标签最多 ${limit} 个字符。`,
    malformed: () => "标签含有无法保存的字符。",
  },
};

const bin: ListTexts["bin"] = {
  title: "回收站",
  lead: (days) => `删除的问卷及其答卷会在这里保留 ${days} 天，之后永久删除。恢复后的问卷处于暂停状态。`,
  emptyTitle: "回收站是空的",
  emptyText: "您删除的问卷会显示在这里。",
  deletedAt: "删除时间",
  keptUntil: "保留至",
  actions: "操作",
  restore: "恢复",
  deleteForEver: "永久删除",
  heading: (name) => ["永久删除“", name, "”？"],
  answers: (count) => `将删除 ${count} 份答卷。`,
  permanent: "此操作无法撤销。",
  typeName: (name) => `请输入标题 ${name} 以确认`,
  wrongName: "与问卷标题不符。",
  notices: { deleted: "问卷及其答卷已永久删除。" },
};

/** Texts of the lists of surveys, in Chinese. */
export const listZhCn: ListTexts = { list, deletion, menu, labels, bin };
