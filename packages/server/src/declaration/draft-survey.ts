import { z } from "zod";
import {
  type AnswerValues,
  answerValuesOf,
  buildAnswerPages,
  declaredAnswerSchema,
  declaredPagesSchema,
  type DeclaredValues,
  type ImportedAnswer,
  normaliseDeclaredPages,
  type OnceRule,
  type PlatformZone,
  type ProblemSink,
  type SurveyPage,
  type SurveyScene,
  type SurveyState,
  surveyState,
} from "@survey-open-platform/surveys";
import { surveySchema, type DeclaredSurvey } from "./declaration-schema.ts";
import { entriesOf, partAt, type PlacedPart } from "./placed-part.ts";
import { parsePart } from "./schema-problems.ts";

/** A survey with its pages and answers in the form in which they are kept; what the file leaves out is undefined. */
export interface DraftedSurvey {
  readonly key: string;
  readonly owner: DeclaredSurvey["owner"];
  readonly creator: string | undefined;
  readonly title: string;
  readonly prefix: string | undefined;
  readonly suffix: string | undefined;
  readonly scene: SurveyScene | undefined;
  readonly state: SurveyState | undefined;
  readonly startedAt: number | null | undefined;
  readonly endAt: number | null | undefined;
  readonly redirectUrl: string | undefined;
  readonly requiresSignIn: boolean | undefined;
  readonly allowsAnswerUpdates: boolean | undefined;
  /** Null for no limit. */
  readonly answerLimit: number | null | undefined;
  readonly once: OnceRule | undefined;
  readonly pagesJson: string;
  readonly pageCount: number;
  readonly questionCount: number;
  readonly answers: readonly ImportedAnswer[];
}

/** The survey without its answers, which are checked one by one. */
const bodySchema = surveySchema.extend({ answers: z.array(z.unknown()).optional() });

/** Checks one survey of the file and works out what is kept of it. @returns undefined when it has problems */
export function draftSurvey(survey: PlacedPart, zone: PlatformZone): DraftedSurvey | undefined {
  const body = parsePart(bodySchema, survey);
  const drafted = body === undefined ? undefined : draftBody(body, zone, survey.sink);
  const pages = drafted?.pages ?? pagesOf(survey);
  const answers = entriesOf(partAt(survey, "answers")).flatMap(
    (answer) => draftAnswer(answer, pages, zone) ?? [],
  );
  return drafted === undefined ? undefined : { ...drafted.columns, answers };
}

type Body = z.output<typeof bodySchema>;

function draftBody(body: Body, zone: PlatformZone, sink: ProblemSink) {
  const { pages, pageCount, questionCount } = normaliseDeclaredPages(body.pages, { idSeed: body.key });
  const columns: Omit<DraftedSurvey, "answers"> = {
    key: body.key,
    owner: body.owner,
    creator: body.creator,
    title: body.title,
    prefix: body.prefix,
    suffix: body.suffix,
    scene: body.scene,
    state: body.state === undefined ? undefined : surveyState[body.state],
    startedAt: optionalMoment(body.started_at, zone, sink.within("started_at")),
    endAt: optionalMoment(body.end_at, zone, sink.within("end_at")),
    redirectUrl: body.redirect_url,
    requiresSignIn: body.login_check,
    allowsAnswerUpdates: body.is_allow_update_answer,
    answerLimit: body.answer_limit === 0 ? null : body.answer_limit,
    once: body.once,
    pagesJson: JSON.stringify(pages),
    pageCount,
    questionCount,
  };
  return { pages, columns };
}

/** The pages of a survey that has problems elsewhere; undefined when the problems are in them. */
function pagesOf(survey: PlacedPart): readonly SurveyPage[] | undefined {
  const declared = declaredPagesSchema.safeParse(partAt(survey, "pages").part);
  return declared.success ? normaliseDeclaredPages(declared.data, { idSeed: "" }).pages : undefined;
}

function draftAnswer(
  part: PlacedPart,
  pages: readonly SurveyPage[] | undefined,
  zone: PlatformZone,
): ImportedAnswer | undefined {
  const answer = parsePart(declaredAnswerSchema, part);
  refusePrototype(partAt(part, "values"));
  if (answer === undefined || pages === undefined) return undefined;
  const startedAt = moment(answer.started_at, zone, part.sink.within("started_at"));
  const endedAt = moment(answer.ended_at, zone, part.sink.within("ended_at"));
  const values = storedValues(pages, answer.values, part.sink.within("values"));
  if (startedAt === undefined || endedAt === undefined || values === undefined) return undefined;
  return { startedAt, endedAt, values, channel: answer.channel ?? "", ua: answer.device ?? "" };
}

function storedValues(
  pages: readonly SurveyPage[],
  declared: DeclaredValues,
  sink: ProblemSink,
): AnswerValues | undefined {
  const built = buildAnswerPages(pages, declared);
  if (built.ok) return answerValuesOf(pages, built.pages);
  for (const { path, message } of built.problems) {
    path.reduce((at, step) => at.within(step), sink).refuse(message);
  }
  return undefined;
}

/** The schema of a record passes this key over in silence. */
function refusePrototype({ part: values, sink }: PlacedPart): void {
  const key = "__proto__";
  if (typeof values === "object" && values !== null && Object.hasOwn(values, key)) {
    sink.within(key).refuse("is not a key that belongs here");
  }
}

/** A moment, null for one that is declared as not set, undefined for one that is not declared. */
function optionalMoment(
  text: string | undefined,
  zone: PlatformZone,
  sink: ProblemSink,
): number | null | undefined {
  if (text === undefined) return undefined;
  return text === "" ? null : moment(text, zone, sink);
}

function moment(text: string, zone: PlatformZone, sink: ProblemSink): number | undefined {
  const ms = zone.parse(text);
  if (ms === undefined) sink.refuse(`is a time that no clock in ${zone.name} showed`);
  return ms;
}
