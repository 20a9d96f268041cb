import {
  leastContrast,
  longestAlternativeText,
  longestButtonText,
  mostPictures,
  languageName,
  type TextRole,
  type ImportLossCode,
} from "@survey-open-platform/surveys";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { lookEn, languagesEn, importingEn } from "./pages-en.ts";
import type { WorkspaceTexts } from "./en.ts";
import { textProblemInChinese } from "./logic-zh-cn.ts";

/** 问卷外观页面的文字。 */
export const lookZhCn: TextsOf<typeof lookEn> = {
  title: "外观",
  text: "答题者看到的问卷外观。发布后，答题者才会看到更改。",
  notices: {
    saved: "已保存。发布问卷后，答题者就会看到。",
    default: "已保存。已有的问卷保持不变。",
  },
  defaultTitle: "新问卷",
  newOwn: "您的新问卷可以沿用这份问卷的外观。",
  newOfTeam: (team) => ["", team, "的新问卷可以沿用这份问卷的外观。"],
  hasDefault: "目前，新问卷使用专门设定的外观。",
  hasNoDefault: "目前，新问卷使用默认外观。",
  setDefault: "将此外观用于新问卷",
  removeDefault: "新问卷恢复默认外观",
  overtaken:
    "其他人在此期间更改了外观，因此没有保存。预览显示的是对方的外观。再次保存，即以表单中的内容取代。",
  preview: "预览",
  themes: "现成主题",
  themesHint: "一次设定颜色、圆角和字体，之后仍可逐项更改。",
  themeNames: { lake: "湖水", ink: "墨色", meadow: "草地", sunset: "夕阳", violet: "紫罗兰", slate: "青灰" },
  color: "主色",
  colorHint: `用于按钮、链接和选中的答案。若颜色不易辨认，页面会将其调深或调浅：文字对比度至少为 ${leastContrast} : 1。`,
  contrast: "已保存颜色的对比度",
  modes: { light: "浅色页面", dark: "深色页面" },
  asChosen: (mode, now) => `${mode}：按您所选的颜色显示（对比度 ${now} : 1）。`,
  corrected: ({ mode, color, shown, chosen, now }) =>
    `${mode}：显示为 ${shown}（对比度 ${now} : 1），因为 ${color} 的对比度只有 ${chosen} : 1。`,
  choices: {
    corners: { label: "圆角", names: { square: "直角", slight: "小圆角", round: "大圆角" } },
    font: {
      label: "字体",
      names: { system: "设备字体", humanist: "人文体", serif: "衬线体", rounded: "圆体", mono: "等宽体" },
    },
    pacing: { label: "答题者看到", names: { pages: "按此处的分页", questions: "一次一题" } },
    progress: { label: "进度", names: { bar: "进度条", steps: "步骤", none: "不显示" } },
  },
  showsPlatform: "在问卷上方显示平台名称",
  buttons: "按钮文字",
  buttonsHint: "留空则使用默认文字，并随答题者的语言变化。",
  buttonNames: { next: "到下一页", back: "到上一页", send: "提交答卷" },
  pictureNames: { logo: "徽标", picture: "图片" },
  pictureHints: { logo: "显示在每一页上方。", picture: "显示在首页标题上方。" },
  fileHint: "PNG、JPEG 或 WebP，最大 8 MB。图片会重新生成，不保留文件中的其他内容，例如拍摄地点。",
  alt: { logo: "徽标的内容", picture: "图片的内容" },
  altHint: "为看不到图片的人朗读。",
  savePicture: { logo: "保存徽标", picture: "保存图片" },
  removePicture: { logo: "移除徽标", picture: "移除图片" },
  save: "保存外观",
  reset: "恢复默认外观",
  back: "返回题目",
  problems: {
    color: "请输入 # 加六位 0 到 f 的字符，例如 #0b5d66。",
    too_long: `最多 ${longestButtonText} 个字符。`,
    malformed: "包含无法保存的字符。",
    picture: {
      unavailable: "此平台无法读取图片。请联系管理员，为其系统安装软件包 sharp。",
      missing: "请选择文件。",
      not_a_picture: "这不是 PNG、JPEG 或 WebP 文件。",
      too_large: "文件超过 8 MB。请将图片存小一些，再重新选择。",
      too_many_pixels: "图片超过 4000 万像素。请将图片存小一些，再重新选择。",
      broken: "无法读取这张图片。请用其他程序重新保存，再重新选择。",
      too_many: `这份问卷已用过 ${mostPictures} 张图片。请复制问卷后再换用其他图片。`,
      choose_again: "请重新选择文件：因为有其他内容需要先更正，文件没有保存。",
      no_alt: "请写明图片的内容，供看不到的人了解。",
      alt_too_long: `最多 ${longestAlternativeText} 个字符。`,
      alt_malformed: "包含无法保存的字符。",
    },
  },
};

/** The page about the data of respondents, in Chinese. */
export const privacyZhCn: WorkspaceTexts["privacy"] = {
  title: "隐私与同意",
  lead: "这些内容与网络地址的保存天数合成一句话，显示在第一页下方。",
  fields: {
    responsible: "谁负责处理答卷",
    purpose: "收集目的",
    answer_days: "答卷在多少天后删除",
    keeps_counts: "统计结果仍计入已删除的答卷",
    consent: "答卷人必须同意的内容",
  },
  hints: {
    responsible: "个人或组织，以及联系地址。可不填。",
    purpose: "例如：用于改进食堂。可不填。",
    answer_days: "从提交时算起。文件随之删除，Webhook 会收到事件，包含它的导出文件失效。不填：与问卷同在。",
    keeps_counts: "图表和计数保持不变；单份答卷、筛选和交叉表中不再有已删除的答卷。",
    consent:
      "在保存任何内容之前，答卷人须勾选同意。修改文字或译文即为新版本，每份答卷和导出文件都注明版本。不填：不询问。",
  },
  problems: {
    long: "文字过长。",
    days: "请输入 1 到 3650 之间的整数天数，或不填。",
    malformed: "文字中有无法保存的字符。",
  },
  translate: "翻译答卷人读到的文字",
  versions: "答卷人同意过的内容",
  version: (version) => `版本 ${version}，自`,
};

const roles: Readonly<Record<TextRole, string>> = {
  title: "标题",
  responsible: "谁负责处理答卷",
  purpose: "收集目的",
  consent: "答卷人必须同意的内容",
  introduction: "说明",
  ending: "结束语",
  question: "题目",
  remark: "备注",
  option: "选项",
  row: "行",
  blank: "填空",
  placeholder: "输入框内的示例",
  level: "层级",
  lowest: "最低分",
  highest: "最高分",
  next: "“下一页”按钮",
  back: "“上一页”按钮",
  send: "提交按钮",
  logo: "徽标的替代文字",
  picture: "图片的替代文字",
};

/** 问卷翻译页面的文字。 */
export const languagesZhCn: TextsOf<typeof languagesEn> = {
  title: "语言",
  text: "问卷有答题者的语言时，就以该语言显示；答题者也可以另选语言，已填的内容不会丢失。没有译文的地方显示原文。",
  own: "问卷原文的语言",
  choose: "请选择语言",
  setOwn: "保存",
  another: "再加一种语言",
  add: "添加",
  language: "语言",
  progress: "翻译进度",
  actions: "操作",
  progressOf: (name) => `${name}的翻译进度`,
  done: (done, count) => `${count} 条文字中已译 ${done} 条`,
  translateTo: (name) => `翻译成${name}`,
  translateText: (own) => `每条文字先显示${own}原文，下面是译文。留空的译文显示${own}原文。`,
  translationOf: (place) => `译文：${place}`,
  place: ({ role, question }) =>
    question === undefined ? roles[role] : `第 ${question.index} 题 ${roles[role]}`,
  preview: "预览",
  previewIn: (name) => `用${name}预览`,
  fileOf: (form, name) => `${name}的 ${form} 文件`,
  remove: "移除",
  removeOf: (name) => `移除${name}`,
  save: "保存译文",
  pages: "文字",
  back: "返回题目",
  fileTitle: "从文件读入译文",
  file: "文件",
  fileHint: "在此处保存的 CSV 或 XLIFF 文件。文件中留空的文字保持不变。",
  take: "读入译文",
  fileRefused: "没有从该文件读入任何内容：",
  notices: { saved: "已保存。", taken: "已读入文件中的译文。" },
  problem: (problem) => {
    if (problem.code === "too_long") return `最多 ${problem.limit} 个字符。`;
    if (problem.code === "not_text") return "含有无法保存的字符。";
    return `须与原文一样有 ${problem.count} 个填空（____）。`;
  },
  problems: {
    noLanguage: "请选择语言。",
    isThere: "问卷已有该语言。",
    ownFirst: "请先说明问卷原文的语言。",
    tooMany: (most) => `一份问卷最多 ${most} 种语言。`,
    theirs: (text) =>
      text === ""
        ? "其他人此间删除了这条译文。再次保存即保留您的译文。"
        : `其他人此间写了：“${text}”。再次保存即替换。`,
    otherText: "原文刚被修改。请对照后再次保存。",
    noFile: "请选择文件。",
    otherLanguage: (tag) => `该文件是${languageName(tag, "zh-CN")}的译文。`,
    unknownText: (line, key) => `第 ${line} 条所指的文字不在问卷中：${key}。`,
    ofLine: (line, problem) => `第 ${line} 条：${problem}`,
    ofFile: (message) => `无法读取该文件（The file ${message}）。`,
  },
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
  jump: (what) => `规则无法表达此跳转，将按顺序继续：${what}`,
  calculation: (what) => `不计算：${what}`,
  guessed: (what) => `题型是推测的：${textProblemInChinese(what)}`,
  kind: (what) => `改为其他题型：${what}`,
  check: (what) => `对回答的检查没有原来严格：${what}`,
  look: (what) => `主色已加强对比度：${what}`,
  answers: (what) => `不导入答卷：${what}`,
  limit: (what) => `超过数量上限，不导入：${what}`,
};

/** What is wrong with a file as a whole, by what its reader says in English. */
const fileProblems: readonly (readonly [RegExp, string])[] = [
  [/^is empty$/, "是空的"],
  [/^is larger than (\d+) MB$/, "超过了 $1 MB"],
  [/^becomes larger than (\d+) MB when it is unpacked$/, "解压后超过 $1 MB"],
  [/^has files of answers for which there is no room here$/, "含有答卷附件，这里的存储空间不足"],
  [/^is no archive of surveys$/, "不是问卷存档"],
  [/^ends early: it is not whole$/, "不完整，提前结束"],
  [/^is not right in (.+)$/s, "内容有误：$1"],
  [/^is damaged: it cannot be unpacked$/, "已损坏，无法解压"],
  [/^has more than (\d+) parts$/, "包含的部分超过 $1 个"],
  [/^declares entities of XML, which are not read$/, "声明了 XML 实体，不会读取"],
  [/^is not well-formed XML at line (\d+)$/, "第 $1 行不是正确的 XML"],
  [/^has more XML, or deeper XML, than a survey can have$/, "XML 的内容或层数超过了问卷的上限"],
  [/^has no element of XML$/, "没有 XML 内容"],
  [/^is no survey of a system that is known here$/, "不是可以识别的系统的问卷"],
  [
    /^is neither text in UTF-8 nor a packed file that is known here$/,
    "不是 UTF-8 文本，也不是可以识别的压缩文件",
  ],
  [/^has no group of questions$/, "没有题目组"],
  [/^has no questions: each begins.*$/, "没有题目：题目以序号开头，如 1.，选项以 A. 等开头"],
  [/^has more rows or columns than a survey can have$/, "的行或列超过了问卷的上限"],
  [/^ends inside a quoted cell$/, "在引号中的单元格里结束"],
  [/^has a row that is longer than an answer can be$/, "有一行超过了答卷的长度上限"],
  [/^is a workbook without a sheet$/, "是没有工作表的工作簿"],
  [/^cannot be read as text in UTF-8$/, "不是 UTF-8 文本"],
  [/^is no document of Word$/, "不是 Word 文档"],
  [/^is too large to be read$/, "太大，无法读取"],
  [/^takes too long to be read$/, "读取时间过长"],
  [/^waits behind too many other documents: try again in a minute$/, "等待读取的文档过多：请一分钟后重试"],
  [/^was not read to its end: what reads documents has ended$/, "没有读完：读取程序已结束"],
  [/^is no workbook$/, "不是工作簿"],
  [
    /^is a workbook without a sheet named survey, and no XLSForm$/,
    "是没有 survey 工作表的工作簿，不是 XLSForm",
  ],
  [/^is a (.*) of LimeSurvey and no survey$/, "是 LimeSurvey 的 $1，不是问卷"],
];

function fileProblemInChinese(message: string): string {
  const [, line, problem = ""] = /^is not understood in line (\d+): (.*)$/s.exec(message) ?? [];
  if (line !== undefined) return `第 ${line} 行：${textProblemInChinese(problem)}`;
  const found = fileProblems.find(([pattern]) => pattern.test(message));
  return found === undefined ? textProblemInChinese(message) : message.replace(...found);
}

/** Kinds of files that are no names of systems. */
const kinds: Readonly<Record<string, string>> = {
  "Word or text": "Word 文档或文本",
  "Survey Open Platform": "问卷开放平台",
};

function kindInChinese(name: string): string {
  return kinds[name] ?? name;
}

/** The words of the pages on which files of other systems are taken in, in Chinese. */
export const importingZhCn: TextsOf<typeof importingEn> = {
  sources: (names) => `可以识别这些系统的文件：${names.map(kindInChinese).join("、")}。`,
  file: "文件",
  fileHint: "不超过 10 MB，按内容识别来源。",
  text: "或粘贴文件内容",
  textHint:
    "适用于可以复制 JSON 或 XML 的系统，也可以是普通文字：题目以序号开头或注明 [单选题] 等题型，选项以 A. 等开头或另起一行。",
  look: "先预览",
  lookTitle: "创建前预览",
  recognised: (source) => `来源：${kindInChinese(source)}。`,
  answers: (count) => `其中的 ${count} 份答卷会一同导入：问卷将发布，并处于暂停状态。`,
  whole: "所有内容都会保留。",
  summary: (changed, left) => `有变化：${changed} 处；不导入：${left} 处。`,
  outcomes: { changed: "有变化", left_out: "不导入" },
  loss: ({ at, code, what }) => `${at === "" ? "" : `${at}：`}${importLosses[code](what)}`,
  questions: "导入后的题目",
  required: "必答",
  conditional: "满足条件时显示",
  page: (number) => `第 ${number} 页`,
  rules: (count) => `${count} 条逻辑规则`,
  create: "创建问卷",
  archived: ({ versions, answers, participants }) =>
    `版本 ${versions} 个，答卷 ${answers} 份，参与者 ${participants} 位`,
  archivePaused: "所有内容原样导入，地址是新的。已发布的问卷会暂停，访问密码不导入。",
  archiveFiles: "本平台不保存附件，答卷中的附件只保留文件名。",
  createArchived: (count) => (count === 1 ? "创建问卷" : `创建 ${count} 份问卷`),
  another: "选择其他文件",
  problem: ({ path, message }) => {
    const problem = fileProblemInChinese(message);
    return path.length === 0 ? `此文件${problem}。` : `${path.join(".")}：${problem}。`;
  },
  missing: "请选择文件，或粘贴文件内容。",
  reportTitle: "导入时的变化",
  reportFrom: (source, file) => `导入自 ${kindInChinese(source)}${file === "" ? "" : `：${file}`}。`,
  reportLink: "导入时的变化",
  further: (count) => `……另有 ${count} 处`,
};
