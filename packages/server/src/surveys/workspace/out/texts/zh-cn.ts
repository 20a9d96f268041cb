import type { OutTexts } from "./en.ts";

/** Every text of the pages that take a survey out, in Simplified Chinese. */
export const outZhCn: OutTexts = {
  title: "问卷文件",
  lead: "编辑器中的题目，不含答卷，供其他问卷系统使用或打印。每个文件下方列出它无法表达的内容。",
  print: "阅读或打印",
  printText: "全部题目在一个页面上。",
  open: "打开页面",
  download: (system) => `下载 ${system} 文件`,
  json: "本平台",
  jsonText: "保留全部内容的 JSON，可导入其他同类平台。",
  back: "返回导出页面",
  page: (number) => `第 ${number} 页`,
  condition: "满足条件时才显示。",
};
