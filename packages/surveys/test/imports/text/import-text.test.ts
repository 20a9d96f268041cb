import { expect, it } from "vitest";
import { type DocumentBounds, linesOfDocument } from "../../../src/imports/text/read-docx.ts";
import { zipOf } from "../../support/zip-parts.ts";
import {
  exampleFile,
  importContent,
  importDocument,
  problemOfDocument,
  problemOf,
  questionTitled,
} from "../support/import-example.ts";

it("a document of Word becomes pages, questions and options by its numbers, letters and bullets", async () => {
  const { source, definition, questions, report } = await importDocument(exampleFile("questionnaire.docx"));
  expect(source).toBe("Word or text");
  expect(definition).toMatchObject({
    title: "A day at the museum",
    prefix: "Thank you for two minutes.",
    suffix: "Thank you!",
  });
  expect(definition.pages).toHaveLength(2);
  expect(questionTitled(questions, "How did you come")).toMatchObject({
    title: "How did you come?",
    type: "radio",
    required: true,
    options: [{ text: "By bus" }, { text: "On foot" }, { noRandom: true }],
  });
  expect(questionTitled(questions, "Which rooms")).toMatchObject({ type: "checkbox", options: [{}, {}, {}] });
  expect(questionTitled(questions, "How old")).toMatchObject({ type: "text", validate: "number" });
  expect(questionTitled(questions, "Please rate").type).toBe("star");
  expect(questionTitled(questions, "Why").type).toBe("textarea");
  expect(questionTitled(questions, "Which of these")).toMatchObject({
    type: "checkbox",
    options: [{ text: "Light" }, { text: "Sound" }],
  });
  expect(report).toContain("How old are you?: the type is guessed: text");
  expect(report.join()).not.toContain("Which of these were good?");
});

const inWord = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function paragraph(text: string, list = "", level = 0): string {
  const number = `<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`;
  return `<w:p>${list === "" ? "" : number}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

function table(...rows: readonly (readonly string[])[]): string {
  const made = rows.map((cells) => cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join(""));
  return `<w:tbl>${made.map((row) => `<w:tr>${row}</w:tr>`).join("")}</w:tbl>`;
}

function packed(document: string): Uint8Array {
  return zipOf({ "word/document.xml": Buffer.from(document) });
}

function listOf(id: number, format: string): string {
  return `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>`;
}

/** A document in which list 1 has numbers and list 2 has letters. */
function documentOf(body: string): Uint8Array {
  const numbers = [1, 2]
    .map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`)
    .join("");
  return zipOf({
    "[Content_Types].xml": Buffer.from("<Types/>"),
    "word/document.xml": Buffer.from(`<w:document ${inWord}><w:body>${body}</w:body></w:document>`),
    "word/numbering.xml": Buffer.from(
      `<w:numbering ${inWord}>${listOf(1, "decimal")}${listOf(2, "upperLetter")}${numbers}</w:numbering>`,
    ),
  });
}

it("a document of Word: letters are marks of options, tables are matrices, and notes and what was deleted are not read", async () => {
  const { questions } = await importDocument(
    documentOf(
      [
        paragraph("Dishes"),
        paragraph("Which did you take?", "1"),
        paragraph("Soup &amp; bread", "2"),
        paragraph("Salad", "2"),
        paragraph("How were they?", "1"),
        table(["", "Good", "Bad"], ["Soup", "□", "□"], ["Salad", "□", "□"]),
        paragraph("Which drink?", "1"),
        paragraph("Tea", "1", 1),
        paragraph("Water", "1", 1),
        paragraph("Where?", "1"),
        table(["Inside", "Outside"], ["On the roof"]),
        paragraph(
          'What else?</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>Gone</w:delText></w:r></w:del><w:r><w:t>',
          "1",
        ),
      ].join(""),
    ),
  );
  expect(questions).toMatchObject([
    { title: "Which did you take?", type: "radio", options: [{ text: "Soup & bread" }, { text: "Salad" }] },
    {
      title: "How were they?",
      type: "matrix_radio",
      subTitles: [{ text: "Soup" }, { text: "Salad" }],
      options: [{ text: "Good" }, { text: "Bad" }],
    },
    { title: "Which drink?", options: [{ text: "Tea" }, { text: "Water" }] },
    { title: "Where?", options: [{ text: "Inside" }, { text: "Outside" }, { text: "On the roof" }] },
    { title: "What else?", options: [] },
  ]);
});

it("a document of Word that is no document, declares entities or is too deep is refused, before a library has it", async () => {
  expect(await problemOfDocument(packed("<other/>"))).toBe("is no document of Word");
  expect(await problemOfDocument(packed(`<w:document ${inWord}><w:body>`))).toMatch(
    /^is not well-formed XML at line 1/,
  );
  expect(await problemOfDocument(packed('<!DOCTYPE d [<!ENTITY a "b">]><d>&a;</d>'))).toMatch(
    /^declares entities/,
  );
  expect(await problemOfDocument(packed("<a>".repeat(70) + "</a>".repeat(70)))).toMatch(
    /^has more XML, or deeper XML/,
  );
});

/** A box as newer documents have it, inside a paragraph. */
function control(checked: string): string {
  return `</w:t></w:r><w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked
      w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>x</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t>`;
}

it("boxes of a document of Word are marks of options, of both kinds that it has", async () => {
  const field = `</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox/></w:ffData></w:fldChar></w:r>
    <w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>
    <w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>`;
  const { questions } = await importDocument(
    documentOf(
      [
        paragraph("Dishes"),
        paragraph("Which?", "1"),
        paragraph(`${field}Soup`),
        paragraph(`${field}Salad`),
        paragraph("Where?", "1"),
        paragraph(`${control("0")}Inside ${control("1")}Outside`),
      ].join(""),
    ),
  );
  expect(questions).toMatchObject([
    { title: "Which?", options: [{ text: "Soup" }, { text: "Salad" }] },
    { title: "Where?", options: [{ text: "Inside" }, { text: "Outside" }] },
  ]);
});

it("a document of Word that takes too much time or memory is refused with that, one after the other, and the next one is read", async () => {
  const content = documentOf(paragraph("Why?", "1").repeat(5000));
  const read = (bounds: Partial<DocumentBounds>) =>
    linesOfDocument(content, { longestMs: 60_000, memoryMb: 512, ...bounds });
  const [slow, large, usual] = await Promise.allSettled([
    read({ longestMs: 1 }),
    read({ memoryMb: 20 }),
    read({}),
  ]);
  expect([slow, large]).toMatchObject([
    { reason: { message: "takes too long to be read" } },
    { reason: { message: "is too large to be read" } },
  ]);
  expect(usual.status).toBe("fulfilled");
});

it("of documents that come at once, those that would wait behind seven others are refused, and the next one is read", async () => {
  const content = documentOf(paragraph("Why?", "1"));
  const read = () => linesOfDocument(content);
  const settled = await Promise.allSettled(Array.from({ length: 10 }, read));
  const refused = settled.filter(({ status }) => status === "rejected");
  const problem = "waits behind too many other documents: try again in a minute";
  expect(refused).toMatchObject(Array.from({ length: 2 }, () => ({ reason: { message: problem } })));
  expect(await read()).toEqual(["1. Why?"]);
});

it("pasted text: numbers of another style are options, and lines may have several", () => {
  const { definition, questions } = importContent(`顾客调查
感谢您的参与。

一、基本情况
1、您的性别是？（必填）
①男 ②女 ③不愿透露
2、您买过哪些？【多选题】
A. 面包  B. 蛋糕
C. 其他____
3、您的年龄？
二、意见
4、您对我们有什么建议？
5、请选择
1) 好
2) 不好

谢谢！`);
  expect(definition).toMatchObject({ title: "顾客调查", prefix: "感谢您的参与。", suffix: "谢谢！" });
  const asked = questions.filter(({ type }) => type !== "description");
  expect(asked.map(({ title, type, options }) => [title, type, options.length])).toEqual([
    ["您的性别是？", "radio", 3],
    ["您买过哪些？", "checkbox", 3],
    ["您的年龄？", "text", 0],
    ["您对我们有什么建议？", "textarea", 0],
    ["请选择", "radio", 2],
  ]);
  expect(asked[0]?.required).toBe(true);
  expect(asked[1]?.blank_setting).toHaveLength(1);
});

it("lines without a mark are options where there are several, a remark where there is one, and paragraphs by themselves", () => {
  const { questions } = importContent(`Lunch
Q1 Where?
Inside
Outside

Q2 How was it?
Please be honest.

Now about you.

Q3 Your phone number?`);
  expect(questions).toMatchObject([
    { title: "Where?", type: "radio", options: [{ text: "Inside" }, { text: "Outside" }] },
    { title: "How was it?", type: "text", description: "Please be honest." },
    { title: "Now about you.", type: "description" },
    { title: "Your phone number?", type: "phone" },
  ]);
});

it("text without a numbered question is refused, and says how questions begin", () => {
  expect(problemOf("Dear all, lunch is at 12.")).toMatch(/^has no questions: each begins with its number/);
});
