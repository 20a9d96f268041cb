import type { Question } from "./question.ts";

const personalTypes: ReadonlySet<string> = new Set(["phone", "address", "upload"]);

/** Whether answers say who somebody is or how to reach them: the author marked it, or its type or its rule says so. */
export function isPersonalQuestion({ personal, type, validate, blank_setting: blanks }: Question): boolean {
  return (
    personal === true ||
    personalTypes.has(type) ||
    [validate, ...blanks.map((blank) => blank.validate)].includes("email")
  );
}
