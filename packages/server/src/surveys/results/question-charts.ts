import { download } from "../../pages/download.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { chooseChart } from "../../store/surveys/results-view-table.ts";
import { loadSharp } from "../../model/load-sharp.ts";
import { plainName } from "../../pages/components/display-name.tsx";
import { plainText } from "@survey-open-platform/surveys";
import { chartData, chartKinds } from "./chart-data.ts";
import { chartSvg } from "./charts/chart-file.tsx";
import { figuresOf } from "./figures.ts";
import { questionResults } from "./question-results.ts";
import { filterOf } from "./results-filter.ts";
import { pageOf } from "./saved-filters.ts";
import { countAnswers, readOwnContent, type SurveyContent } from "./survey-results.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

const path = `${surveyPath}/results/charts/:question`;

/** What chooses the chart of a question, for everyone who sees the results, and the chart as a file. */
export function questionCharts(store: Store): readonly PageRoute[] {
  return [
    { method: "POST", path, access: "user", handle: (pageRequest) => choose(store, pageRequest) },
    {
      method: "GET",
      path: `${path}/svg`,
      access: "user",
      handle: (pageRequest) => sendChart(store, pageRequest, "svg"),
    },
    {
      method: "GET",
      path: `${path}/png`,
      access: "user",
      handle: (pageRequest) => sendChart(store, pageRequest, "png"),
    },
  ];
}

async function choose(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { kind: given, back } = await readOwnForm(pageRequest, ["kind", "back"]);
  const { survey, content } = await readOwnContent(store, pageRequest);
  const { question } = onlyQuestion(pageRequest, content);
  const kind = chartKinds.find((one) => one === given);
  if (kind === undefined) throw new PageError("invalid_argument", { status: 400, detail: "kind" });
  const choice = { surveyId: survey.id, questionId: question.id, kind, actor: actorOf(pageRequest) };
  await store.write(chooseChart, choice);
  return redirectTo(`${pageOf(survey.id, back)}#${question.id}`);
}

/** The question of a path. @throws `PageError` `not_found` */
function onlyQuestion({ context }: UserRequest, { questions }: SurveyContent) {
  const id = context.req.param("question");
  const merged = questions.find(({ question }) => question.id === id);
  if (merged === undefined) throw notFound();
  return merged;
}

const longestFileName = 80;

async function sendChart(store: Store, pageRequest: UserRequest, format: "svg" | "png"): Promise<Response> {
  const { content } = await readOwnContent(store, pageRequest);
  const merged = onlyQuestion(pageRequest, content);
  const filter = filterOf(pageRequest, content);
  const ofQuestion = { ...content, questions: [merged] };
  const counted = await countAnswers(store, ofQuestion, filter);
  const shown = { answers: 0, texts: 0 };
  const [result] = await questionResults(store, ofQuestion, { filter, counted, shown });
  const svg = result && svgOf(pageRequest, result);
  if (svg === undefined) throw notFound();
  const fileName = `${plainName(plainText(merged.question.title)).slice(0, longestFileName)}.${format}`;
  if (format === "svg") return download({ fileName, contentType: "image/svg+xml", body: svg });
  return download({ fileName, contentType: "image/png", body: await pngOf(svg) });
}

function svgOf({ language }: UserRequest, result: Parameters<typeof chartData>[1]): string | undefined {
  const data = chartData(language, result);
  const { questions: words } = resultsTextsFor(language);
  const { count } = figuresOf(language);
  return (
    data &&
    chartSvg({
      title: plainName(plainText(result.merged.question.title)),
      note: words.answered(count(result.summary.answered)),
      data,
      more: (left) => words.more(count(left)),
    })
  );
}

/** Twice as many pixels in each direction as the SVG says, for fine screens and print. */
const pixelsPerInch = 144;

async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp().catch(() => undefined);
  if (sharp === undefined) throw notFound();
  return new Uint8Array(await sharp(Buffer.from(svg), { density: pixelsPerInch }).png().toBuffer());
}
