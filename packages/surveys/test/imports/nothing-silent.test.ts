import { describe, expect, it } from "vitest";
import { utils, write } from "xlsx";
import { exampleFile, importContent } from "./support/import-example.ts";

function attribute(name: string, value: string): string {
  return `<row><qid>103</qid><attribute>${name}</attribute><value>${value}</value></row>`;
}

function element(name: string, value: string): string {
  return `<${name}><![CDATA[${value}]]></${name}>`;
}

describe("what a file has and a survey here has not is named", () => {
  it("settings of LimeSurvey: of sliders, of files, of times, and around the questions", () => {
    const attributes = [
      attribute("slider_layout", "1"),
      attribute("slider_min", "10"),
      attribute("prefix", "about"),
      attribute("time_limit_message", "too late"),
      attribute("max_num_of_files", "1"),
      attribute("cssclass", "wide"),
    ];
    const xml = exampleFile("limesurvey.lss")
      .toString()
      .replace("<question_attributes>\n  <rows>", `<question_attributes><rows>${attributes.join("")}`)
      .replace("<format><![CDATA[G]]></format>", "<format>G</format><expires>2027-01-01</expires>")
      .replace(
        "<surveyls_endtext>",
        "<surveyls_url>https://example.org/bye</surveyls_url><surveyls_endtext>",
      );
    const { report } = importContent(xml);
    for (const named of ["slider_layout = 1", "slider_min = 10", "prefix = about"])
      expect(report).toContain(`why: ${named} is left out`);
    expect(report).toContain("expires = 2027-01-01 is left out");
    expect(report).toContain("surveyls_url: https://example.org/bye is left out");
    // A limit without a time, one file, and looks mean nothing.
    expect(report.join()).not.toMatch(/time_limit|max_num|cssclass/);
  });

  it("settings of LimeSurvey: pages, orders, scripts, and what only asks for an answer", () => {
    const xml = exampleFile("limesurvey.lss")
      .toString()
      .replace(
        "<format><![CDATA[G]]></format>",
        `${element("format", "S")}${element("usecookie", "Y")}${element("showwelcome", "N")}${element("emailresponseto", "inherit")}`,
      )
      .replace(
        "<row><gid><![CDATA[1]]></gid>",
        `<row>${element("gid", "1")}${element("randomization_group", "R")}`,
      )
      .replace(
        "<mandatory><![CDATA[Y]]></mandatory>",
        `${element("mandatory", "S")}${element("script", "alert(1)")}`,
      )
      .replace("<question_attributes>\n  <rows>", `$&${attribute("answer_order", "alphabetical")}`);
    const { report, definition } = importContent(xml);
    for (const named of [
      "usecookie = Y",
      "showwelcome = N",
      "randomization_group = R",
      "mode: mandatory = S",
      "mode: script alert(1)",
      "why: answer_order = alphabetical",
    ])
      expect(report).toContain(`${named} is left out`);
    expect(report.join()).not.toMatch(/inherit|format =/);
    expect(definition.theme).toMatchObject({ pacing: "questions" });
    expect(definition.prefix).toBe("Five minutes.\nWelcome, {TOKEN:FIRSTNAME}!");
  });

  it("in short words, however long the names of a file are", () => {
    const name = "n".repeat(1_000_000);
    const surveyJs = importContent(JSON.stringify({ elements: [{ type: "text", name, [name]: 1, min: 2 }] }));
    const qsf = exampleFile("qualtrics.qsf").toString().replaceAll('"visit"', JSON.stringify(name));
    const { report } = importContent(qsf);
    for (const line of [...surveyJs.report, ...report]) expect(line.length).toBeLessThan(1000);
    expect(surveyJs.report.length).toBeGreaterThan(2);
  });

  it("settings of Qualtrics: default choices, and what the survey ends with", () => {
    const qsf = JSON.parse(exampleFile("qualtrics.qsf").toString()) as {
      SurveyElements: { Element: string; Payload: Record<string, unknown> }[];
    };
    const first = qsf.SurveyElements.find(({ Element }) => Element === "SQ");
    Object.assign(first?.Payload ?? {}, {
      DefaultChoices: { "1": { Selected: true } },
      QuestionJS: "alert(1)",
      Validation: { Settings: { ForceResponse: "ON", Type: "CustomValidation", MinChars: "3" } },
    });
    qsf.SurveyElements.push({
      Element: "SO",
      Payload: {
        EOSMessage: "MS_1",
        BackButton: "false",
        Header: "<b>Us</b>",
        SurveyTermination: "DisplayMessage",
      },
    });
    const { report } = importContent(JSON.stringify(qsf));
    for (const named of [
      'visit: DefaultChoices: {"1":{"Selected":true}}',
      "visit: QuestionJS: alert(1)",
      "visit: Validation: CustomValidation",
      "visit: MinChars: 3",
      "EOSMessage: MS_1",
      "Header: <b>Us</b>",
      "SurveyTermination: DisplayMessage",
    ])
      expect(report).toContain(`${named} is left out`);
  });

  it("columns of XLSForm: appearances, parameters, messages by language, filters and settings", () => {
    const book = utils.book_new();
    const sheet = (name: string, ...rows: readonly (readonly string[])[]) =>
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
    sheet(
      "survey",
      ["type", "name", "label", "appearance", "parameters", "constraint_message::English"],
      ["begin group", "people", "People", "field-list", "", ""],
      ["select_one c", "where", "Where?", "minimal autocomplete", "randomize=true seed=3", "No"],
      ["end group"],
    );
    sheet("choices", ["list_name", "name", "label", "region"], ["c", "a", "A", "north"], ["c", "b", "B", ""]);
    sheet("settings", ["form_title", "style"], ["F", "pages"]);
    const { report, questions } = importContent(
      new Uint8Array(write(book, { type: "array", bookType: "xlsx" })),
    );
    for (const named of [
      "people: appearance: field-list",
      "where: appearance: autocomplete",
      "where: parameters: seed=3",
      "where: constraint_message::english: No",
      "c: region",
      "style: pages",
    ])
      expect(report).toContain(`${named} is left out`);
    expect(questions).toMatchObject([{ type: "description" }, { type: "select", random: true }]);
  });
});
