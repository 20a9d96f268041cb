import type { InTurns } from "../../model/in-turns.ts";
import { FileProblem } from "../file-problem.ts";
import { childOf, descendantsOf, parseXmlInTurns, type XmlElement } from "../parse-xml.ts";

/** Formats of numbers by `numId level`. */
type Formats = ReadonlyMap<string, string>;

/**
 * The paragraphs of a Word document (ECMA-376, part 1, section 17.3.1), those of its tables too. A number that Word counts itself stands before
 * its text: of the outer level as that of a question, inside and for letters and bullets as the mark of an option.
 */
export function* linesOfDocx(parts: ReadonlyMap<string, string>): InTurns<readonly string[]> {
  const document = parts.get("word/document.xml");
  if (document === undefined) throw new FileProblem("is no document of Word");
  const numbering = parts.get("word/numbering.xml");
  const formats = numbering === undefined ? new Map() : formatsOf(yield* parseXmlInTurns(numbering));
  const root = yield* parseXmlInTurns(document);
  let count = 0;
  const lines: string[] = [];
  for (const paragraph of descendantsOf(root, "w:p")) {
    const mark = markOf(paragraph, formats);
    const text = textOf(paragraph).trim();
    if (mark === "question" && text !== "") count += 1;
    const prefix = { question: `${count}. `, option: "• ", none: "" }[mark];
    lines.push(...(text === "" ? [""] : `${prefix}${text}`.split("\n")));
  }
  return lines;
}

function formatsOf(numbering: XmlElement): Formats {
  const kinds = new Map<string, string>();
  for (const abstract of numbering.children.filter(({ name }) => name === "w:abstractNum"))
    for (const level of abstract.children.filter(({ name }) => name === "w:lvl"))
      kinds.set(
        `${abstract.attributes["w:abstractNumId"] ?? ""} ${level.attributes["w:ilvl"] ?? ""}`,
        valueOf(childOf(level, "w:numFmt")),
      );
  return new Map(
    numbering.children
      .filter(({ name }) => name === "w:num")
      .flatMap((num) => {
        const abstract = valueOf(childOf(num, "w:abstractNumId"));
        return [...kinds].flatMap(([key, format]) => {
          const [of, level] = key.split(" ");
          return of === abstract
            ? [[`${num.attributes["w:numId"] ?? ""} ${level ?? ""}`, format] as const]
            : [];
        });
      }),
  );
}

function markOf(paragraph: XmlElement, formats: Formats): "question" | "option" | "none" {
  const properties = childOf(paragraph, "w:pPr");
  const style = valueOf(childOf(properties, "w:pStyle"));
  const number = childOf(properties, "w:numPr");
  const id = valueOf(childOf(number, "w:numId"));
  if (id === "" || id === "0") return style.startsWith("ListBullet") ? "option" : "none";
  const level = valueOf(childOf(number, "w:ilvl")) || "0";
  const format = formats.get(`${id} ${level}`) ?? "decimal";
  return level === "0" && /^(?:decimal|chinese|ideograph)/.test(format) ? "question" : "option";
}

function valueOf(element: XmlElement | undefined): string {
  return element?.attributes["w:val"] ?? "";
}

/** Deleted text is no part of it, and neither is what a picture says when it cannot be shown. */
function textOf({ name, text, children }: XmlElement): string {
  if (name === "w:t") return text;
  if (name === "w:br" || name === "w:cr") return "\n";
  if (name === "w:tab") return "  ";
  return name === "w:del" || name === "mc:Fallback" ? "" : children.map(textOf).join("");
}
