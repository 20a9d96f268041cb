import { languageName, type TextRole } from "@survey-open-platform/surveys";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { languagesEn } from "./languages-en.ts";

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
