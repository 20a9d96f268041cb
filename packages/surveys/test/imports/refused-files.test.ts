import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { xlsxRows } from "../../src/answer-tables/xlsx-rows.ts";
import { atOnce } from "../../src/model/in-turns.ts";
import { exampleFile, importContent, problemOf } from "./support/import-example.ts";

describe("a file that cannot be taken in is refused with what is wrong", () => {
  const lss = exampleFile("limesurvey.lss").toString();
  it.each([
    ["empty", "", "is empty"],
    ["too large", new Uint8Array(10 * 1024 * 1024 + 1), "is larger than 10 MB"],
    ["truncated XML", lss.slice(0, 9000), /^is not well-formed XML at line \d+$/],
    ["XML of something else", "<html><body>Hi</body></html>", "is no survey of a system that is known here"],
    ["plain text", "Dear all, lunch is at 12.", /^has no questions/],
    ["Latin-1", Buffer.from("<document>caf\xe9</document>", "latin1"), /^is neither text in UTF-8/],
    [
      "a survey group of LimeSurvey",
      "<document><LimeSurveyDocType>Group</LimeSurveyDocType></document>",
      "is a Group of LimeSurvey and no survey",
    ],
    ["JSON of nothing", "{}", /has neither pages nor elements/],
    ["truncated JSON", '{"title": "T", "elements": [', "is not JSON: it ends too early"],
    ["JSON with a mistake", '{"title": "T",\n"elements": [oops]}', "is not JSON: it goes wrong in line 2"],
    ["a damaged packed file", Buffer.from("PK\x03\x04nothing"), "is damaged: it cannot be unpacked"],
  ])("%s", (_name, content, problem) => {
    expect(problemOf(content)).toMatch(problem);
  });

  it.each([
    ["of this machine", '<!ENTITY x SYSTEM "file:///etc/passwd">'],
    ["of another machine", '<!ENTITY x SYSTEM "http://127.0.0.1:1/x">'],
    ["that grow", '<!ENTITY a "aaaa"><!ENTITY x "&a;&a;&a;&a;">'],
  ])("XML with entities %s", (_name, entity) => {
    const xml = `<!DOCTYPE d [${entity}]><document><LimeSurveyDocType>&x;</LimeSurveyDocType></document>`;
    expect(problemOf(xml)).toBe("declares entities of XML, which are not read");
  });

  it("XML that is nested too deep, or has too many elements", () => {
    const problem = "has more XML, or deeper XML, than a survey can have";
    expect(problemOf("<a>".repeat(5000))).toBe(problem);
    expect(problemOf(`<a>${"<b/>".repeat(300_001)}</a>`)).toBe(problem);
  });

  it("a packed file that becomes larger than 50 MB, whatever it says of its size", () => {
    const bomb = zipSync({ "xl/workbook.xml": new Uint8Array(60 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(100_000);
    const problem = "becomes larger than 50 MB when it is unpacked";
    expect(problemOf(bomb)).toBe(problem);
    const lying = Buffer.from(bomb);
    // The size of the content in the entry's head (APPNOTE 4.3.7) and in the directory (4.3.12).
    lying.writeUInt32LE(10, 22);
    lying.writeUInt32LE(10, lying.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    expect(problemOf(lying)).toBe(problem);
  });
});

it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
  "%s is a word like any other, in each place of a file that says what something is",
  (word) => {
    const surveyJs = importContent(
      JSON.stringify({
        elements: [
          { type: "text", name: word, validators: [{ type: word }] },
          { type: "radiogroup", name: "b", choices: ["z", "a"], choicesOrder: word },
          { type: "text", name: "c", visibleIf: `{b} ${word} 'a'` },
          { type: word, name: "d" },
        ],
      }),
    );
    expect(surveyJs.questions[1]?.options.map(({ text }) => text)).toEqual(["z", "a"]);
    expect(surveyJs.report.map((line) => line.replace(/^.*?: /, ""))).toEqual([
      `answers are checked less strictly than by: ${word}`,
      `choicesOrder: ${word} is left out`,
      `left out, as there are no questions of the type ${word}`,
      `always shown, as no rule can say: {b} ${word} 'a'`,
    ]);
    const lss = exampleFile("limesurvey.lss").toString();
    const { questions } = importContent(lss.replaceAll("[en]", `[${word}]`));
    expect(questions.map(({ title }) => title)).toEqual(
      importContent(lss).questions.map(({ title }) => title),
    );
  },
);

it("a file whose table is larger than the memory, with the cells that it leaves empty", () => {
  const lss = exampleFile("limesurvey.lss").toString();
  const row = "<row><submitdate>2026-01-01 10:00</submitdate></row>";
  const archive = { "s.lss": strToU8(lss), "s.lsr": strToU8(`<d>${row.repeat(120_000)}</d>`) };
  expect(problemOf(zipSync(archive))).toBe("has more rows or columns than a survey can have");
  const sheet = Array.from({ length: 400 }, (_, at) => `<row><c r="XFD${at + 1}"><v>1</v></c></row>`);
  const workbook = zipSync({
    "xl/workbook.xml": strToU8('<b><sheet name="a" r:id="r"/></b>'),
    "xl/_rels/workbook.xml.rels": strToU8('<r><l Id="r" Target="a.xml"/></r>'),
    "xl/a.xml": strToU8(`<s>${sheet.join("")}</s>`),
  });
  expect(() => atOnce(xlsxRows(workbook))).toThrow("has more rows or columns than a survey can have");
});

function sheetRow(...texts: readonly string[]): string {
  return `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
}

it("a group with a long condition around thousands of questions takes no more memory than a short one", () => {
  const condition = `\${x} = ${"1".repeat(1_000_000)}`;
  const question = sheetRow("text", "q", "Q", "${y} = 1");
  const workbook = zipSync({
    "xl/workbook.xml": strToU8('<b><sheet name="survey" r:id="r"/></b>'),
    "xl/_rels/workbook.xml.rels": strToU8('<r><l Id="r" Target="a.xml"/></r>'),
    "xl/a.xml": strToU8(
      `<s>${sheetRow("type", "name", "label", "relevant")}${sheetRow("begin group", "g", "G", "")}${sheetRow("begin group", "h", "H", condition)}${question.repeat(6000)}</s>`,
    ),
  });
  expect(problemOf(workbook)).toBe("is taken");
  const surveyJs = {
    elements: [
      {
        type: "paneldynamic",
        name: "p".repeat(1_000_000),
        templateElements: [{ type: "text", name: "q", visibleIf: "{panel.a} = 1 ".repeat(2000) }],
      },
    ],
  };
  expect(problemOf(JSON.stringify(surveyJs))).toBe("is taken");
});

function many<Part>(count: number, part: (at: number) => Part): readonly Part[] {
  return Array.from({ length: count }, (_, at) => part(at));
}

/** A survey of Qualtrics with blocks, and the flow that they are in. */
function blocks(count: number, flow: (at: number) => object): object {
  const made = many(count, (at) => ({ ID: `BL_${at}`, BlockElements: [] }));
  return {
    SurveyEntry: { SurveyName: "S" },
    SurveyElements: [
      { Element: "BL", Payload: made },
      { Element: "FL", Payload: { Flow: many(count, flow) } },
    ],
  };
}

function rows(name: string, cells: string): string {
  const all = many(40_000, (at) => `<row><qid>${at}</qid>${cells}</row>`);
  return `<${name}><rows>${all.join("")}</rows></${name}>`;
}

const ifChosen = {
  0: { 0: { LogicType: "Question", Operator: "Selected", ChoiceLocator: "q://QID1/SelectableChoice/1" } },
};

it.each<[string, () => object | string]>([
  ["blocks", () => blocks(40_000, (at) => ({ Type: "Block", ID: `BL_${at}` }))],
  [
    "branches that end the survey",
    () =>
      blocks(40_000, (at) =>
        at % 2 === 0
          ? { Type: "Branch", BranchLogic: ifChosen, Flow: [{ Type: "EndSurvey" }] }
          : { Type: "Block", ID: `BL_${at}` },
      ),
  ],
  [
    "options that lead elsewhere",
    () => {
      const options = many(140_000, () => ({ goToAction: "SUBMIT_FORM" }));
      const question = { questionId: "q", choiceQuestion: { type: "RADIO", options } };
      return { info: { title: "G" }, items: [{ itemId: "i", title: "t", questionItem: { question } }] };
    },
  ],
  [
    "fields in a group",
    () => ({
      settings: {},
      fields: [
        {
          type: "group",
          ref: "g",
          title: "g",
          properties: { fields: many(140_000, () => ({ type: "date" })) },
        },
      ],
    }),
  ],
  ["rows in a table", () => `1. Q?\nA\tB\n${"x\n".repeat(200_000)}`],
  [
    "questions with their conditions",
    () => {
      const groups = "<groups><rows><row><gid>1</gid></row></rows></groups>";
      const questions = rows("questions", "<gid>1</gid><type>S</type>");
      return `<document><LimeSurveyDocType>Survey</LimeSurveyDocType>${groups}${questions}${rows("conditions", "")}</document>`;
    },
  ],
])(
  "a file with very many %s is read in a time that grows with its size, and without an error",
  (_name, make) => {
    const file = make();
    expect(problemOf(typeof file === "string" ? file : JSON.stringify(file))).toBe("is taken");
  },
);
