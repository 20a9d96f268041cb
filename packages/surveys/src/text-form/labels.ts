import type { QuestionType } from "../model/question.ts";
import { labelKey } from "./label-key.ts";

/** A language that a survey text can be written in; one that is read may mix them. */
export type TextFormLanguage = "zh-CN" | "en";

type Labels = Readonly<Record<TextFormLanguage, string>>;

/** How a question says its type. */
export const typeLabels: Readonly<Record<QuestionType, Labels>> = {
  radio: { "zh-CN": "单选题", en: "Single Choice" },
  checkbox: { "zh-CN": "多选题", en: "Multiple Choice" },
  select: { "zh-CN": "下拉题", en: "Dropdown" },
  text: { "zh-CN": "单行文本题", en: "Single Line Text" },
  textarea: { "zh-CN": "多行文本题", en: "Multiple Line Text" },
  blanks: { "zh-CN": "多项填空题", en: "Multiple Blanks" },
  star: { "zh-CN": "量表题", en: "Rating Scale" },
  nps: { "zh-CN": "NPS题", en: "Net Promoter Score" },
  matrix_radio: { "zh-CN": "矩阵单选题", en: "Matrix Single Choice" },
  matrix_checkbox: { "zh-CN": "矩阵多选题", en: "Matrix Multiple Choice" },
  matrix_star: { "zh-CN": "矩阵量表题", en: "Matrix Rating Scale" },
  sort: { "zh-CN": "排序题", en: "Ranking" },
  datetime: { "zh-CN": "日期时间题", en: "Date and Time" },
  address: { "zh-CN": "地址题", en: "Location" },
  phone: { "zh-CN": "手机题", en: "Phone Number" },
  chained_selects: { "zh-CN": "联动题", en: "Linked Choice" },
  upload: { "zh-CN": "附件题", en: "File Upload" },
  description: { "zh-CN": "段落说明", en: "Paragraph Description" },
};

/** How a question says whether an answer must be given. */
export const requiredLabels = {
  required: { "zh-CN": "必答", en: "Required" },
  optional: { "zh-CN": "选答", en: "Optional" },
} as const satisfies Readonly<Record<string, Labels>>;

/** What stands between the equals signs that end a page. */
export const pageBreakLabels: Labels = { "zh-CN": "分页", en: "Page Break" };

/** Whether a label ends a page. */
export function isPageBreakLabel(label: string): boolean {
  return Object.values(pageBreakLabels).some((known) => labelKey(known) === labelKey(label));
}
