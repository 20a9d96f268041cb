import { surveyLimits } from "../question-types/declared-text.ts";
import type { QuestionNeeds } from "../question-types/question-type.ts";
import { needsOf, type QuestionType } from "../question-types/question-types.ts";
import { withoutCode } from "./code-label.ts";
import type { TextLine } from "./text-line.ts";

/** The fields of a declared question that stand below its first line, and the lines of the entries of each list. */
export interface QuestionBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lines: Readonly<Record<string, readonly TextLine[]>>;
}

/** Takes what is wrong; a line that is undefined stands for the first line of the question. */
export interface TextProblemSink {
  readonly refuse: (line: TextLine | undefined, message: string) => void;
}

type BodyReader = (lines: readonly TextLine[], sink: TextProblemSink) => QuestionBody;

/** No lines at all. */
export const nothing: QuestionBody = { fields: {}, lines: {} };

const readNothing: BodyReader = (lines, sink) => {
  if (lines.length > 0) sink.refuse(lines[0], "a question of this type has no lines of its own");
  return nothing;
};

/** One more than there can be is enough to say so. */
const optionsRead = surveyLimits.options + 1;

const readOptions: BodyReader = (lines, sink) => {
  if (lines.length === 0) sink.refuse(undefined, "a question of this type needs its options, one a line");
  return { fields: { options: textsOf(lines.slice(0, optionsRead)) }, lines: { options: lines } };
};

/** Options of which each may have blanks. */
const readFillableOptions: BodyReader = (lines, sink) => {
  if (lines.length === 0) sink.refuse(undefined, "a question of this type needs its options, one a line");
  const options = lines.slice(0, optionsRead).map((line) => {
    const { rest, ...code } = withoutCode(line);
    return rest.hasBlank
      ? { ...code, text: rest.textWithBlanks, has_blanks: true }
      : { ...code, text: rest.text };
  });
  return { fields: { options }, lines: { options: lines } };
};

const readLinked: BodyReader = ([levels, ...paths], sink) => {
  if (levels === undefined || paths.length === 0)
    sink.refuse(undefined, "needs a line with the titles of its levels, and then lines such as A+A1+A2");
  const titles = levels?.words() ?? [];
  for (const path of paths) {
    const problem = problemOfPath(path, titles.length);
    if (problem !== undefined) sink.refuse(path, problem);
  }
  const fields = {
    levels: titles.map(({ text }) => text),
    paths: paths.map((path) => path.steps().map(({ text }) => text)),
  };
  return { fields, lines: { levels: titles, paths } };
};

function problemOfPath(path: TextLine, levels: number): string | undefined {
  const steps = path.steps();
  if (steps.some((step) => step.isEmpty)) return "has nothing on one side of a +";
  return steps.length > levels ? `has ${steps.length} parts, but there are ${levels} levels` : undefined;
}

const readMatrix: BodyReader = ([columns, ...rows], sink) => {
  const rest = readRows(rows, sink);
  if (columns === undefined) return rest;
  const options = columns.words();
  return {
    fields: { ...rest.fields, options: textsOf(options) },
    lines: { ...rest.lines, options },
  };
};

const readScaleMatrix: BodyReader = ([scale, ...rows], sink) => {
  const rest = readRows(rows, sink);
  return { ...rest, fields: { ...rest.fields, ...(scale !== undefined && readRange(scale, sink)) } };
};

const readScale: BodyReader = ([scale, ...others], sink) => {
  if (others.length > 0) sink.refuse(others[0], "a scale has one line, such as 1~5");
  return { fields: scale === undefined ? {} : readRange(scale, sink), lines: {} };
};

const readBlanks: BodyReader = (lines, sink) => {
  if (lines.length === 0) sink.refuse(undefined, "needs its blanks, such as Name: ____");
  const labels = lines.slice(0, surveyLimits.blanks + 1).flatMap((line) => {
    const { parts, endsWithBlank } = line.beforeBlanks();
    if (!endsWithBlank || parts.length === 0)
      sink.refuse(line, "must be a label and its blank, such as Name: ____");
    return parts;
  });
  return { fields: { blanks: textsOf(labels) }, lines: { blanks: labels } };
};

/** How the lines below the first one are read, which follows from what the type needs. */
function readerOf({ options, rows, levels, blanks, marks }: QuestionNeeds): BodyReader {
  if (rows) return options === undefined ? readScaleMatrix : readMatrix;
  if (options !== undefined) return options === "fillable" ? readFillableOptions : readOptions;
  if (levels) return readLinked;
  if (blanks) return readBlanks;
  return marks === "chosen" ? readScale : readNothing;
}

/** Reads the lines below the first one of a question. */
export function readBody(
  type: QuestionType,
  lines: readonly TextLine[],
  sink: TextProblemSink,
): QuestionBody {
  return readerOf(needsOf(type))(lines, sink);
}

function readRows(rows: readonly TextLine[], sink: TextProblemSink): QuestionBody {
  if (rows.length === 0)
    sink.refuse(undefined, "a matrix needs a line with its columns, and then one for each row");
  const read = rows.slice(0, surveyLimits.subTitles + 1);
  return { fields: { sub_titles: textsOf(read) }, lines: { sub_titles: read } };
}

function readRange(line: TextLine, sink: TextProblemSink): Readonly<Record<string, number>> {
  const [, first, last] = /^(\d{1,2})\s*[~～]\s*(\d{1,2})$/.exec(line.plainText ?? "") ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (!(from >= 0 && from <= 1 && to >= 2 && to <= 10)) {
    sink.refuse(line, "a scale runs from 0 or 1 to a number from 2 to 10, such as 1~5");
    return {};
  }
  return { star_begin_num: from, star_num: to };
}

/** What lines, or parts of them, say, with their codes. */
function textsOf(lines: readonly TextLine[]): readonly { readonly text: string }[] {
  return lines.map((line) => {
    const { rest, ...code } = withoutCode(line);
    return { ...code, text: rest.text };
  });
}
