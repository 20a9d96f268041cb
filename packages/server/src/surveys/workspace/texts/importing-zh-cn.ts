import type { ImportLossCode } from "@survey-open-platform/surveys";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { importingEn } from "./importing-en.ts";
import { textProblemInChinese } from "./text-problems-zh-cn.ts";

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
