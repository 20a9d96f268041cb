import type { Language } from "@survey-open-platform/service";
import { callFieldsInChinese } from "./call-fields-zh-cn.ts";
import { shapeFieldsInChinese } from "./shape-fields-zh-cn.ts";

/** The schemas have the English descriptions. A test checks that each has its Chinese one, and that none is left over. */
export const fieldsInChinese: Readonly<Record<string, string>> = {
  ...callFieldsInChinese,
  ...shapeFieldsInChinese,
};

/** The description of a parameter, a field or an object in one language. @param description as the schema has it, in English */
export function fieldTextFor(description: string, language: Language): string {
  return language === "zh-CN" ? (fieldsInChinese[description] ?? description) : description;
}
