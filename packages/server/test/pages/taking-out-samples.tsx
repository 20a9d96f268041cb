import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import { AnswersImportPage } from "../../src/surveys/results/importing/answers-import-page.tsx";
import { AnswersLookPage } from "../../src/surveys/results/importing/answers-look-page.tsx";
import { SheetMadePage } from "../../src/surveys/results/sheets/sheet-made-page.tsx";
import { SheetsPage } from "../../src/surveys/results/sheets/sheets-page.tsx";
import { InsertQuestionsPage } from "../../src/surveys/workspace/insert-questions-page.tsx";
import { ArchiveLookPage } from "../../src/surveys/workspace/archive-look-page.tsx";
import { PrintPage } from "../../src/surveys/workspace/out/print-page.tsx";
import { SurveyFilesPage } from "../../src/surveys/workspace/out/survey-files-page.tsx";
import { pagesWith, surveyNamed } from "./results-samples.tsx";

type Frame = PageProps & { readonly signedIn: SignedIn };

const timeZone = "Asia/Shanghai";

/** The pages on which a survey is taken out, and parts of one are taken in, with the same text in every place that somebody else may fill. */
export function takingOutSamples(frame: Frame, text: string): Readonly<Record<string, JSX.Element>> {
  const survey = surveyNamed(text);
  const shown = { ...frame, survey };
  const sheets = [{ id: 3, hasCodes: true, maker: text, createdAt: 1_790_000_000_000 }];
  const pages = pagesWith(text);
  const definition = { title: text, prefix: text, suffix: text, pages, logic: { rules: [] } };
  const conditional = new Set(pages[0]?.questions.map(({ id }) => id));
  const losses = { limesurvey: [{ at: text, code: "type", what: text }], xlsform: [], surveyjs: [] } as const;
  const outcome = {
    columns: [
      { head: text, by: "title", target: text },
      { head: "", by: "none", target: "" },
    ],
    answers: 2,
    problems: [],
    problemCount: 0,
    taken: false,
  } as const;
  const problems = [
    { row: 2, column: text, message: "must be a number", problem: { answer: { code: "number" } } },
  ] as const;
  const pasted = {
    page: text,
    before: text,
    revision: text,
    text,
    problems: [text],
    remarks: [text],
    pages: pages.map(({ questions }) =>
      questions.map((question) => ({ question, as: question.type, types: [question.type] })),
    ),
  };
  return {
    "pasted questions": <InsertQuestionsPage {...shown} form={pasted} />,
    "answers to take in": <AnswersImportPage {...shown} problem={text} />,
    "answers to take in, not published": (
      <AnswersImportPage {...frame} survey={{ ...survey, version: 0 }} problem={undefined} />
    ),
    "look at answers": <AnswersLookPage {...{ ...shown, outcome }} content="YQ==" />,
    "look at answers that do not fit": (
      <AnswersLookPage {...shown} outcome={{ ...outcome, problems, problemCount: 2 }} content="" />
    ),
    "an archive, looked at": (
      <ArchiveLookPage
        {...frame}
        surveys={[{ title: text, versions: 2, answers: 3, participants: 1, fileBytes: 1 }]}
        keepsFiles={false}
        carried={{ archive: "YQ==", team: text }}
      />
    ),
    sheets: <SheetsPage {...{ ...shown, timeZone, sheets }} notice="withdrawn" />,
    "no sheets": <SheetsPage {...{ ...shown, timeZone }} sheets={[]} notice="many" />,
    "address of a new sheet": <SheetMadePage {...shown} address={text} />,
    "survey as a file": <SurveyFilesPage {...{ ...shown, losses }} />,
    "survey to print": (
      <PrintPage {...{ language: frame.language, path: frame.path, definition, conditional }} />
    ),
  };
}
