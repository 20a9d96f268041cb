import type { ImportLossCode } from "@survey-open-platform/surveys";
import { differenceZhCn } from "./difference-zh-cn.ts";
import { deletionZhCn, previewZhCn, settingsZhCn, shareZhCn } from "./settings-zh-cn.ts";
import { logicZhCn } from "./logic-zh-cn.ts";
import { editingZhCn, questionZhCn, surveyTextsZhCn } from "./editing-zh-cn.ts";
import type { WorkspaceTexts } from "./en.ts";
import { textProblemInChinese } from "./text-problems-zh-cn.ts";

const list: WorkspaceTexts["list"] = {
  title: "问卷",
  create: "新建问卷",
  owners: "问卷归属",
  search: "按标题搜索",
  state: "状态",
  everyState: "全部状态",
  caption: "问卷",
  name: "标题",
  answers: "答卷",
  questions: "题目",
  updated: "更新时间",
  emptyTitle: "还没有问卷",
  emptyText: "可以新建空白问卷、使用模板，或者粘贴文本一次生成。",
  emptyTextOfMember: "您在这个团队中创建的问卷会显示在这里。",
  noMatchTitle: "没有找到问卷",
  noMatchText: "没有标题包含这段文字或处于该状态的问卷。",
  notices: { deleted: "问卷及其答卷已删除。" },
};

const importLosses: Readonly<Record<ImportLossCode, (what: string) => string>> = {
  type: (what) => `没有 ${what} 这种题型，此题不导入`,
  setting: (what) => `不保留 ${what}`,
  condition: (what) => `规则无法表达此条件，将始终显示：${what}`,
  format: (what) => `不保留格式：${what}`,
  languages: (what) => `只保留一种语言的文字，原有：${what}`,
  piping: (what) => `答题者看到的是 ${what} 本身，不会换成答案`,
  length: (what) => `超过长度上限，已截断：${what}`,
  repeated: (what) => `有两个选项相同，已加序号：${what}`,
  question: (what) => `此题不导入：${textProblemInChinese(what)}`,
  limit: (what) => `超过数量上限，不导入：${what}`,
};

const creation: WorkspaceTexts["creation"] = {
  title: "新建问卷",
  ways: {
    blank: { title: "空白问卷", text: "先取一个标题，再逐题添加。" },
    template: { title: "使用模板", text: "从我们准备的问卷开始，再按需要修改。" },
    text: { title: "从文本创建", text: "一次粘贴或写下所有题目，题目下面的每一行是一个选项。" },
    json: { title: "从 JSON 创建", text: "粘贴在这里或其他平台保存的问卷 JSON，规则和 ID 会保留。" },
    surveyjs: {
      title: "从 SurveyJS 导入",
      text: "粘贴 SurveyJS 问卷的 JSON。创建之前会列出无法保留的内容。",
    },
    copy: { title: "复制已有问卷", text: "从您已有问卷的题目开始。答卷和设置不会被复制。" },
  },
  templates: {
    "customer-satisfaction": "关于一次购买的六个问题，含打分矩阵和 NPS。",
    "event-registration": "共两页：谁来参加、参加哪些环节、饮食要求。",
    "employee-pulse": "团队的工作量、认同度、感受以及看重的方面。",
    "course-feedback": "学员对课程和讲师的看法。",
    "group-vote": "大家一起确定日期和地点。",
  },
  templateField: "模板",
  owner: "归属",
  ownerHint: "团队的管理员可以看到团队的问卷。",
  ownerSelf: "我自己",
  titleField: "标题",
  titleHint: "答题者会看到标题，之后可以修改。",
  titleOfCopyHint: "留空则为原标题加“（副本）”。之后可以修改。",
  copyTitle: (title) => `${title}（副本）`,
  surveyLabel: (title, state, changed) => `${title}（${state}，${changed} 修改）`,
  textField: "问卷文本",
  textHint: "第一行是标题，空一行后是说明，再空一行后是题目；每题的题型写在方括号里。",
  jsonField: "问卷 JSON",
  jsonHint: "可在问卷概览页下载。省略的内容使用默认值。",
  jsonProblem: ({ path, message }) => {
    const problem = textProblemInChinese(message);
    return path.length === 0 ? `${problem}。` : `${path.join(".")}：${problem}。`;
  },
  surveyJsField: "SurveyJS 问卷的 JSON",
  surveyJsHint: "可在 SurveyJS 设计器的 JSON 编辑页复制。",
  lossesTitles: {
    surveyjs: (count) => `有 ${count} 处内容无法保留`,
    text: (count) => `有 ${count} 处可能与您的本意不同`,
  },
  further: (count) => `……另有 ${count} 处`,
  loss: ({ at, code, what }) => `${at === "" ? "" : `${at}：`}${importLosses[code](what)}`,
  createAllTheSame: { surveyjs: "不含这些内容，仍然创建", text: "按识别结果创建" },
  textExample: "查看示例",
  textProblem: ({ line, message }) => `第 ${line} 行：${textProblemInChinese(message)}。`,
  textProblems: (count) => `文本中有 ${count} 处无法识别。`,
  copyField: "要复制的问卷",
  submit: "创建问卷",
  problems: { title_missing: "请输入标题。", title_malformed: "标题最多 1000 个字符。" },
};

const overview: WorkspaceTexts["overview"] = {
  notices: {
    published: "已发布。答题者从现在起看到这个版本。",
    conflict: "没有发布：其他人刚刚修改了问卷。请查看后再次发布。",
    paused: "已暂停。答题者会看到问卷目前不接受作答。",
    collecting: "问卷恢复收集。",
  },
  edit: "编辑题目",
  address: "答题地址",
  addressText: "知道这个地址的人都可以作答。",
  addressPaused: "问卷目前不接受作答。",
  share: "二维码和嵌入代码",
  changeState: { paused: "暂停收集", collecting: "恢复收集" },
  start: "开始收集",
  facts: "基本信息",
  answers: "答卷",
  questions: "题目",
  pages: "页数",
  owner: "归属",
  ownerSelf: "我自己",
  created: "创建时间",
  updated: "更新时间",
  version: (number) => `版本 ${number}`,
  copy: "复制这份问卷",
  json: "下载 JSON",
  text: "下载文本",
};

const publication: WorkspaceTexts["publication"] = {
  firstTitle: "尚未发布",
  firstText: "发布后即可作答。之后仍可修改并再次发布。",
  title: "有未发布的修改",
  summary: (count) => `发布将带来 ${count} 处变化`,
  upToDate: (version) => `所有内容均已发布（版本 ${version}）。`,
  publishFirst: "发布问卷",
  publish: "发布修改",
  obstacles: {
    no_question: "请先添加题目，再发布。",
    unfinished: "没有自己的标题，或没有选项、行、填空的题目无法回答。请先补全或删除这些题目，再发布：",
    logic: "有规则或跳转引用了问卷中不存在的内容，请先修改逻辑，再发布。",
  },
};

/** Every text of the workspace, in Chinese. */
export const workspaceZhCn: WorkspaceTexts = {
  list,
  creation,
  overview,
  publication,
  difference: differenceZhCn,
  editing: editingZhCn,
  question: questionZhCn,
  surveyTexts: surveyTextsZhCn,
  logic: logicZhCn,
  settings: settingsZhCn,
  share: shareZhCn,
  preview: previewZhCn,
  deletion: deletionZhCn,
};
