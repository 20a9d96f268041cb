import { memberOf, textIn } from "../is-record.ts";
import { type NamedCheck, namedBound } from "../source-checks.ts";

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

/** What is checked of answers. */
export function checksOf(settings: unknown): readonly NamedCheck[] {
  const content = textIn(memberOf(settings, "ContentType"));
  const validate = rules.get(content);
  return [
    ...(validate === undefined
      ? []
      : [{ text: `ContentType: ${content}`, check: { validate, isWhole: true } }]),
    ...namedBound("MinChoices", "least", memberOf(settings, "MinChoices")),
    ...namedBound("MaxChoices", "most", memberOf(settings, "MaxChoices")),
    ...namedBound("MaxChars", "longest", memberOf(settings, "MaxChars")),
  ];
}

/** What a text has to be, by the words of Qualtrics. */
const rules: ReadonlyMap<string, "number" | "email"> = new Map([
  ["ValidNumber", "number"],
  ["ValidEmail", "email"],
]);
