import type { MockSurvey } from "./mock-world.ts";

const types: Readonly<Record<string, string>> = {
  "single choice": "radio",
  单选题: "radio",
  "multiple choice": "checkbox",
  多选题: "checkbox",
  dropdown: "select",
  下拉题: "select",
  "single line text": "text",
  单行文本题: "text",
  "multiple line text": "textarea",
  多行文本题: "textarea",
  "rating scale": "star",
  量表题: "star",
  "paragraph description": "description",
};

/** A survey as its text says it: title, introduction, and questions with their options. Everything else is left out. */
export function pagesOfText(
  text: string,
  id: number,
): Pick<MockSurvey, "title"> & { readonly prefix: string; readonly pages: NonNullable<MockSurvey["pages"]> } {
  const [title = "", ...rest] = text.replaceAll("\r\n", "\n").split("\n");
  const paragraphs = rest
    .join("\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  const [first = ""] = paragraphs;
  const hasIntroduction =
    typeIn(first.split("\n")[0] ?? "") === undefined && !rest.join("\n").startsWith("\n\n");
  const questions = hasIntroduction ? paragraphs.slice(1) : paragraphs;
  const groups: string[][] = [[]];
  for (const question of questions) {
    if (question.trim().startsWith("===")) groups.push([]);
    else groups.at(-1)?.push(question);
  }
  let number = 0;
  const pages = groups.map((group, at) => ({
    id: `p-${at + 1}-mock`,
    questions: group.map((paragraph) => questionOf(paragraph, (number += 1), id)),
  }));
  return { title, prefix: hasIntroduction ? first : "", pages };
}

function questionOf(paragraph: string, number: number, surveyId: number) {
  const [header = "", ...lines] = paragraph.split("\n");
  const options = lines.map((text, at) => ({ id: `o-${number}${at}-${surveyId}`, text }));
  const title = header.replaceAll(/\[[^\]]*\]|\([^)]*\)$/g, "");
  return { id: `q-${number}-${surveyId}`, type: typeIn(header) ?? "radio", sub_type: 0, title, options };
}

function typeIn(header: string): string | undefined {
  const labels = [...header.matchAll(/\[([^\]]*)\]/g)].map(([, label = ""]) => types[label.toLowerCase()]);
  return labels.find((type) => type !== undefined);
}
