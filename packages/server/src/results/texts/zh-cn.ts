import type { ResultsTexts } from "./en.ts";

const exporting: ResultsTexts["exporting"] = {
  title: "导出",
  codebook: "编码手册",
  codebookText: "说明导出文件中各列的含义：题目、选项及其编码，包括编辑时已删除的题目和选项。",
  codebookDownload: "下载编码手册（CSV）",
  notPublished: "此问卷尚未发布，没有可导出的内容。",
};

/** Every text of the pages about results, in Chinese. */
export const resultsZhCn: ResultsTexts = { exporting };
