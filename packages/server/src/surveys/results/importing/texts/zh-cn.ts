import { type CellProblemCode, problemText, questionTextsFor } from "@survey-open-platform/surveys";
import type { AnswersRefusalCode } from "../../../../store/surveys/answers-refusal.ts";
import type { RowProblem } from "../../../../store/surveys/take-answers.ts";
import { workspaceTextsFor } from "../../../workspace/texts/workspace-texts.ts";
import type { AnswerImportTexts } from "./en.ts";

const cells: Readonly<Record<CellProblemCode, string>> = {
  no_answer: "此题不需要作答。",
  no_files: "表格中没有文件，无法导入。",
  tick: "请填写 1 或 0、是或否，或选项本身。",
  option: "此题没有这个选项。",
  rank: "请填写名次，例如 1。",
  choice: "此题没有这一项。",
  time: "请填写时间，例如 2026-11-01 09:00:00。",
};

const refusals: Readonly<Record<Exclude<AnswersRefusalCode, "file">, string>> = {
  no_survey: "问卷已不存在。",
  not_published: "请先发布问卷：答卷属于某个版本。",
  no_column: "没有一列的表头是题目的代码或标题，列数也与题目数不同。",
  no_answers: "表头下面没有任何一行。",
  too_many: "答卷数超过了此页面的上限。请拆分文件，或请运维人员使用 sop import-answers。",
  changed: "文件与预览时不同，请重新选择。",
};

function cellText({ problem }: RowProblem): string {
  return "cell" in problem ? cells[problem.cell] : problemText(problem.answer, questionTextsFor("zh-CN"));
}

/** Every text of the pages on which answers of a table are taken in, in Simplified Chinese. */
export const answerImportZhCn: AnswerImportTexts = {
  title: "导入答卷",
  lead: "在纸上或其他系统中收集的答卷，可以从表格导入：每行一份答卷。在作出任何更改之前，会先显示各列的含义。",
  notPublished: "请先发布问卷：答卷属于某个版本。",
  file: "表格",
  fileHint: (most) => `UTF-8 编码的 CSV，或 Excel 文件。不超过 4 MB，最多 ${most} 份答卷。`,
  look: "先预览",
  missing: "请选择文件。",
  howTitle: "如何识别各列",
  how: [
    "第一行是表头。先按题目的代码识别，再按标题；若表头都无法识别而列数与题目数相同，则按位置。",
    "选项可以写文字、代码，或导出文件中的编号。多个选项用 ; 连接，或每个选项一列，填 1 或 0。",
    "时间写在 started_at 和 ended_at 两列，例如 2026-11-01 09:00:00。",
    "将本问卷导出为 CSV，其表头即可使用。",
  ],
  lookTitle: "导入前预览",
  ready: "全部符合要求。不导入的列不影响结果。",
  take: (_answers, count) => `导入 ${count} 份答卷`,
  problems: (_problems, count) =>
    `有 ${count} 个单元格不符合要求，因此没有导入任何答卷。请修改文件后重新选择。`,
  problem: (given) => `第 ${given.row} 行，${given.column}：${cellText(given)}`,
  further: (count) => `……另有 ${count} 处`,
  columns: "文件中的列",
  column: "列",
  noHead: "没有表头",
  question: "题目",
  target: (title) => (title === "started_at" ? "开始时间" : title === "ended_at" ? "结束时间" : title),
  leftOut: "不导入",
  foundBy: "识别依据",
  by: { code: "代码", title: "标题", position: "位置", none: "–", twice: "与前面的列相同" },
  another: "选择其他文件",
  back: "返回答卷",
  imported: "答卷已导入。",
  changed: refusals.changed,
  refusal: ({ code, file }) =>
    code === "file"
      ? `${workspaceTextsFor("zh-CN").importing.problem({ path: [], message: file?.why ?? "" })}（第 ${file?.row ?? 1} 行）`
      : refusals[code],
};
