import type { WorkspaceTexts } from "./en.ts";

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
