import { editingZhCn } from "./editing-zh-cn.ts";
import { logicZhCn } from "./logic-zh-cn.ts";
import { privacyZhCn } from "./privacy-zh-cn.ts";
import type { WorkspaceTexts } from "./en.ts";
import { languagesZhCn } from "./languages-zh-cn.ts";
import { lookZhCn } from "./look-zh-cn.ts";
import { importingZhCn } from "./importing-zh-cn.ts";
import { textProblemInChinese } from "./text-problems-zh-cn.ts";

/** Texts of the settings of a survey, in Chinese. */
const settings: WorkspaceTexts["settings"] = {
  title: "设置",
  saved: "已保存。设置立即生效，适用于所有版本。",
  when: "收集时间",
  who: "作答限制",
  afterwards: "作答之后",
  fields: {
    started_at: "开始时间",
    end_at: "结束时间",
    answer_limit: "答卷数量上限",
    once: "每人可作答次数",
    sign_in: "需要登录后作答",
    allow_update: "允许答题者之后修改答卷",
    password: "问卷密码",
    no_password: "取消密码",
    redirect_url: "作答后跳转地址",
    address_limit: "同一网络地址 24 小时内的答卷上限",
    address_days: "网络地址保留天数",
    custom_arguments: "自定义参数",
    embed_origins: "可以嵌入问卷的网站",
  },
  onlyListed: (count) => `只有名单上的人可以作答（名单共 ${count} 人）`,
  now: {
    comma: "，",
    sentence: (text) => `${text}。`,
    draft: "尚未发布",
    paused: "已暂停",
    from: (at) => `${at} 开始`,
    until: (at) => `${at} 截止`,
    noEnd: "没有截止时间",
    anyNumber: "答卷数量不限",
    atMost: (count) => `最多 ${count} 份答卷`,
    everyone: "知道地址的人都可以作答",
    listed: (count) => `只有名单上的 ${count} 人可以作答`,
    participants: "只有受邀者可以通过各自的链接作答",
    signedIn: "需要登录",
    password: "需要密码",
    once: { none: "次数不限", browser: "每个浏览器一次", person: "每个账号一次" },
    perAddress: (count) => `同一网络地址 24 小时内最多 ${count} 份`,
    framed: (hosts) => `可以嵌入 ${hosts}`,
    addresses: (days) => (days === 0 ? "不保留网络地址" : `网络地址保留 ${days} 天`),
    redirect: (host) => `跳转到 ${host}`,
    noRedirect: "不跳转",
    changeable: "可以修改答卷",
    final: "不能修改答卷",
    customArguments: (count) => `保存 ${count} 个自定义参数`,
  },
  momentHint: (zone) => `时区为 ${zone}。留空表示不限。`,
  onceHint: "选择“每个账号一次”时，需要同时勾选登录后作答。",
  signInHint: "勾选后，问卷不能嵌入网站。",
  limitHint: "留空表示不限。",
  once: { none: "不限次数", browser: "每个浏览器一次", person: "每个账号一次" },
  passwordIs: "已设置密码。留空则保持不变。",
  passwordNone: "留空表示不需要密码。",
  passwordChanged: "已更改",
  isOn: "是",
  isOff: "否",
  isEmpty: "未填写",
  daysHint: "用于防止滥用。填 0 表示不保留。",
  redirectHint: "提交后跳转到该地址，并附带 wj_answer_id_hash。留空表示不跳转。",
  embedHint: "每行一个，例如 https://www.example.com。留空表示不允许嵌入。需要登录的问卷不能嵌入。",
  argumentsHint: "地址中的参数（如 source）会与答卷一起保存。每行一个：名称、空格、用途。",
  save: "保存设置",
  danger: "删除问卷",
  dangerText: "问卷和答卷会移入回收站，30 天内可以恢复。",
  delete: "删除问卷",
  problems: {
    moment: "请输入日期和时间，例如 2026-11-30 18:00。",
    window: "必须晚于开始时间。",
    limit: "请输入不小于 1 的整数，或留空。",
    days: "请输入 0 到 3650 的整数。",
    address: "请输入以 https:// 或 http:// 开头的地址。",
    password: "密码过长。",
    again: "请再次输入密码：本页不会显示密码。",
    argument:
      "名称只能包含字母、数字、点、连字符和下划线，最多 64 个字符，且不能重复；不能使用 answer、channel、lang、page。",
    origin: "请输入不带路径的网址，例如 https://www.example.com，最多 20 个。",
    embed_without_sign_in: "需要登录的问卷不能嵌入。",
    person_needs_sign_in: "此项要求答题者登录。",
  },
};

/** Texts of the page that shows how respondents get to a survey, in Chinese. */
const share: WorkspaceTexts["share"] = {
  title: "分享",
  closed: {
    notPublished: "问卷尚未发布，打开地址会看到问卷未开放。",
    notStarted: "问卷还没有开始收集答卷，打开地址会看到问卷未开放。",
    paused: "问卷已暂停，打开地址会看到问卷目前不接受作答。",
  },
  address: "答题地址",
  open: "以答题者的身份打开",
  shareOn: "用本机应用分享…",
  parameters: "带自定义参数的地址，参数值会与答卷一起保存：",
  qrCode: "二维码",
  qrCodeText: "适用于海报和幻灯片，只包含答题地址。",
  qrPng: "下载 PNG",
  qrSvg: "下载 SVG",
  qrCodeLabel: "包含答题地址的二维码",
  link: "链接代码",
  linkText: "把这段代码粘贴到您的网页。",
  embedding: "嵌入代码",
  embeddingText: (sites) => `把这段代码粘贴到 ${sites} 的网页，问卷会直接显示在页面中，答卷来源记为 embed。`,
  embeddingNone: "目前没有网站可以嵌入这份问卷。",
  embeddingNames: "在设置中填写网站",
  embeddingBound: "需要登录或限定名单的问卷不能嵌入，请使用链接。",
  people: "协作者",
  peopleText: "让他人查看结果、编辑或管理这份问卷。",
  linkWords: "填写问卷",
};

/** Texts around the preview of a survey, in Chinese. */
const preview: WorkspaceTexts["preview"] = {
  title: (title) => `预览 – ${title}`,
  notStored: "草稿预览：答题者看到的页面没有这一栏。您填写的内容不会保存。",
  back: "返回问卷",
  again: "重新开始",
  end: "问卷结束",
  noSuffix: "答题者会看到一句感谢。您也可以自己写结束语。",
};

const creation: WorkspaceTexts["creation"] = {
  title: "新建问卷",
  ways: {
    blank: { title: "空白问卷", text: "先取一个标题，再逐题添加。" },
    template: { title: "使用模板", text: "从我们准备的问卷开始，再按需要修改。" },
    text: { title: "从文本创建", text: "一次粘贴或写下所有题目，题目下面的每一行是一个选项。" },
    json: { title: "从 JSON 创建", text: "粘贴在这里或其他平台保存的问卷 JSON，规则和 ID 会保留。" },
    file: {
      title: "导入文件",
      text: "其他系统的问卷、Word 文档或本平台的问卷存档。创建之前可以看到每道题，以及所有变化的内容。",
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
  lossesTitle: (count) => `有 ${count} 处可能与您的本意不同`,
  further: (count) => `……另有 ${count} 处`,
  createAllTheSame: "按识别结果创建",
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
    restored: "问卷已从回收站恢复。恢复收集后，答题者才能作答。",
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

const checks: WorkspaceTexts["checks"] = {
  title: (count) => `发布前请留意 ${count} 点`,
  endless: "问卷没有结束时间，会一直收集，直到您暂停。",
  noEnding: "问卷没有结束语，答题者只会看到一句感谢。",
  noPictureText: "有图片没有为看不到它的人写说明文字。",
  ofQuestion: {
    unreachable: (title) => ["没有答题者会到达“", title, "”。"],
    no_picture_text: (title) => ["“", title, "”的图片没有为看不到它的人写说明文字。"],
    options_alike: (title) => ["“", title, "”有两个相同的选项或行。"],
  },
  halfFilled: (count, version) =>
    `${count} 人正在作答，他们会按版本 ${version} 完成；修改只对之后开始作答的人生效。`,
};

/** Every text of the workspace, in Chinese. */
export const workspaceZhCn: WorkspaceTexts = {
  ...editingZhCn,
  ...logicZhCn,
  creation,
  languages: languagesZhCn,
  look: lookZhCn,
  importing: importingZhCn,
  overview,
  publication,
  checks,
  settings,
  share,
  preview,
  privacy: privacyZhCn,
};
