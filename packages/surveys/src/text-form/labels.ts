import { labelKey } from "./label-key.ts";

/** A language that a survey text can be written in; one that is read may mix them. */
export type TextFormLanguage = "zh-CN" | "en";

type Labels = Readonly<Record<TextFormLanguage, string>>;

/** How a question says whether an answer must be given. */
export const requiredLabels = {
  required: { "zh-CN": "必答", en: "Required" },
  optional: { "zh-CN": "选答", en: "Optional" },
} as const satisfies Readonly<Record<string, Labels>>;

/** What marks a question whose answers are personal. */
export const personalLabels: Labels = { "zh-CN": "个人信息", en: "Personal" };

/** What stands between the equals signs that end a page. */
export const pageBreakLabels: Labels = { "zh-CN": "分页", en: "Page Break" };

/** Whether a label ends a page. */
export function isPageBreakLabel(label: string): boolean {
  return Object.values(pageBreakLabels).some((known) => labelKey(known) === labelKey(label));
}
