import { FileProblem } from "../file-problem.ts";
import type { ImportSource, SourceRequest } from "../import-source.ts";
import { childOf, parseXmlInTurns } from "../parse-xml.ts";
import type { InTurns } from "../../model/in-turns.ts";
import type { NeutralSurvey } from "../neutral-survey.ts";
import { readLimeAnswers } from "./lime-answers.ts";
import { isLimeText, tablesOfText } from "./lime-text.ts";
import { limeTypes } from "./lime-types.ts";
import { readLss } from "./read-lss.ts";

/** Surveys of LimeSurvey. */
export const limeSurvey: ImportSource = {
  name: "LimeSurvey",
  files: ".lss,.lsa,.txt",
  constructs: [
    ...Object.entries(limeTypes).map(([letter, { name, outcome, here }]) => ({
      name: `question type ${letter}: ${name}`,
      outcome,
      here,
    })),
    { name: "groups", outcome: "kept", here: "pages, with their titles as a paragraph" },
    { name: "one question at a time", outcome: "kept", here: "the same" },
    { name: "random order of neighbours: groups, and questions of a group", outcome: "kept", here: "rules" },
    {
      name: "relevance of questions and groups",
      outcome: "kept",
      here: "rules, where they compare answers with values",
    },
    { name: "conditions of versions before 2", outcome: "kept", here: "rules, where there is one scenario" },
    {
      name: "arithmetic and functions in relevance",
      outcome: "left out",
      here: "the question is always shown",
    },
    { name: "relevance of subquestions, `array_filter`", outcome: "left out", here: "all parts are shown" },
    { name: "option “other”, exclusive options, random order", outcome: "kept", here: "the same" },
    {
      name: "minimum and maximum of answers, maximum of characters",
      outcome: "kept",
      here: "the same of multiple choices, rankings and texts, up to the number of options; others are named",
    },
    { name: "placeholder of a text", outcome: "kept", here: "the same" },
    { name: "other attributes that change what is asked", outcome: "left out", here: "each is named" },
    {
      name: "sliders, time limits, prefixes, end address, times, notices",
      outcome: "left out",
      here: "each is named",
    },
    {
      name: "all questions on one page, scripts, soft mandatory",
      outcome: "left out",
      here: "each is named; what is softly mandatory is required",
    },
    { name: "colours of a theme", outcome: "left out", here: "each is named: there is no main colour" },
    { name: "mail texts", outcome: "left out", here: "mails have texts of their own" },
    { name: "HTML in texts", outcome: "changed", here: "text with its lines" },
    { name: "expressions in texts", outcome: "changed", here: "kept as they are written" },
    { name: "languages", outcome: "kept", here: "the same, up to 20" },
    {
      name: "answers in a `.lsa`",
      outcome: "kept",
      here: "by `sop import` and on the page, with their times; elsewhere the file is named",
    },
    { name: "answers that were not sent, uploaded files", outcome: "left out", here: "each is named" },
    { name: "participants and timings in a `.lsa`", outcome: "left out", here: "each file is named" },
    { name: "quotas, assessments, equations, default values", outcome: "left out", here: "each is named" },
    {
      name: "regular expressions: mail addresses with a local part and a domain, `^.{0,20}$`",
      outcome: "kept",
      here: "mail addresses, longest texts; others are named",
    },
    { name: "codes of questions, subquestions and answers", outcome: "kept", here: "codes" },
  ],
  matches: (file) =>
    (file.kind === "xml" && childOf(file.root, "LimeSurveyDocType") !== undefined) ||
    (file.kind === "text" && isLimeText(file.text)) ||
    (file.kind === "zip" && surveyInArchive(file.parts) !== undefined),
  *read(file, request) {
    if (file.kind === "text") return yield* readLss(yield* tablesOfText(file.text), request);
    if (file.kind === "zip") return yield* readArchive(file.parts, request);
    if (file.kind !== "xml") throw new FileProblem("is no XML");
    const type = childOf(file.root, "LimeSurveyDocType")?.text.trim() ?? "";
    if (type !== "Survey") throw new FileProblem(`is a ${type.slice(0, 40)} of LimeSurvey and no survey`);
    return yield* readLss(file.root, request);
  },
};

function surveyInArchive(parts: ReadonlyMap<string, string>): string | undefined {
  return [...parts].find(([name]) => /\.lss$/i.test(name))?.[1];
}

/** The survey of an archive (`.lsa`) and its answers. Participants and timings are other files in it. */
function* readArchive(parts: ReadonlyMap<string, string>, request: SourceRequest): InTurns<NeutralSurvey> {
  const survey = yield* readLss(yield* parseXmlInTurns(surveyInArchive(parts) ?? ""), request);
  const others = [...parts.keys()].filter((name) => /\.ls[rti]$/i.test(name));
  const losses = others.map((name) => ({ at: "", code: "answers", what: name.slice(0, 200) }) as const);
  const [fileName = "", xml = ""] = [...parts].find(([name]) => /\.lsr$/i.test(name)) ?? [];
  const answers =
    fileName === "" ? undefined : yield* readLimeAnswers(fileName.slice(0, 200), xml, survey.columns);
  return { ...survey, losses: [...survey.losses, ...losses], answers };
}
