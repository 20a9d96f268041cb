import { surveyLimits } from "../../question-types/declared-text.ts";
import { memberOf, textIn } from "../is-record.ts";

type Members = Readonly<Record<string, unknown>>;

/** Exports have the value that a choice was recoded to; rows of a matrix have names, and its columns the values. */
export function exportCodes(payload: Members, kind: "Choice" | "Answer"): (code: string) => string {
  const isMatrix = payload["Answers"] !== undefined;
  const recoded = isMatrix && kind === "Choice" ? payload["ChoiceDataExportTags"] : payload["RecodeValues"];
  return (code) => textIn(memberOf(recoded, code)) || code;
}

/** Members that are not switched off in the words of Qualtrics. */
export function withoutOff(members: Members): Members {
  const off = new Set<unknown>(["OFF", "None", "No", "false", false, null, ""]);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !off.has(value)));
}

/** How many choices have to be ticked, at least and at most. */
export function countsOf(type: string, settings: unknown) {
  if (type !== "checkbox") return {};
  const [least, most] = [memberOf(settings, "MinChoices"), memberOf(settings, "MaxChoices")].map(Number);
  return {
    ...(isCount(least) && { minlength: least }),
    ...(isCount(most) && { maxlength: most }),
  };
}

/** How long a text may be. */
export function longestOf(type: string, settings: unknown) {
  const longest = Number(memberOf(settings, "MaxChars"));
  const isKept =
    (type === "text" || type === "textarea") && longest > 0 && longest <= surveyLimits.answerText;
  return isKept && Number.isInteger(longest) ? { maxlength: longest } : {};
}

function isCount(count: number | undefined): count is number {
  return count !== undefined && Number.isInteger(count) && count > 0 && count <= surveyLimits.options;
}
