import type { ChoiceCounts } from "./label-spellings.ts";
import type { TextProblem } from "./text-problem.ts";
import { nothing, readBody, type QuestionBody } from "./read-body.ts";
import { type QuestionHeader, readHeader } from "./read-header.ts";
import type { TextLine } from "./text-line.ts";

/** A question of a survey text, before its values are checked. */
export interface ReadQuestion {
  /** A question of a declarative file. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly notes: readonly TextProblem[];
  /** What is wrong with its lines. */
  readonly problems: readonly TextProblem[];
  /** The part of the text from which a place in the value was read. */
  readonly partAt: (path: readonly PropertyKey[]) => TextLine;
}

/** Reads the paragraph of one question. */
export function readQuestion(first: TextLine, body: readonly TextLine[]): ReadQuestion {
  const header = readHeader(first);
  const { title, type = "radio", required = true, description } = header;
  const problems: TextProblem[] = [];
  const refuse = (at: TextLine | undefined, message: string) =>
    void problems.push({ ...(at ?? first).place, message });
  const isTypeUnknown = header.type === undefined && header.unknown.length > 0 && body.length === 0;
  if (isTypeUnknown)
    refuse(
      undefined,
      "no type has the name in the brackets, so this would be a single choice; look at the example for the names",
    );
  const { fields, lines } = isTypeUnknown ? nothing : readBody(type, body, { refuse });
  const counts = countFields(header, body, { fields, refuse: (message) => refuse(undefined, message) });
  const value = {
    type,
    title,
    description,
    ...(header.code !== undefined && { code: header.code }),
    ...(type !== "description" && { required, personal: header.isPersonal }),
    ...fields,
    ...counts,
  };
  return {
    value,
    notes: notesOf(header),
    problems,
    partAt: (path) => partIn(first, lines, path),
  };
}

function partIn(
  first: TextLine,
  lines: QuestionBody["lines"],
  [list = "", entry = 0]: readonly PropertyKey[],
) {
  return lines[String(list)]?.[Number(entry)] ?? first;
}

function notesOf({ unknown, unread }: QuestionHeader): readonly TextProblem[] {
  return [
    ...unknown.map((part) => noteOf(part, "is no type known here, and stays text of the question")),
    ...unread.map((part) =>
      noteOf(part, "stands where it says nothing about the question, and stays text of it"),
    ),
  ];
}

function noteOf({ place, text }: TextLine, says: string): TextProblem {
  return { ...place, message: `[${text}] ${says}` };
}

interface CountsPlace {
  readonly fields: QuestionBody["fields"];
  readonly refuse: (message: string) => void;
}

function countFields(
  { type, counts }: QuestionHeader,
  body: readonly TextLine[],
  { fields, refuse }: CountsPlace,
): Readonly<Record<string, unknown>> {
  if (counts === undefined) return {};
  return type === "star" ? scaleOf(counts, body, refuse) : choicesOf(counts, fields, refuse);
}

function scaleOf(
  { least = 1, most = 5 }: ChoiceCounts,
  body: readonly TextLine[],
  refuse: CountsPlace["refuse"],
) {
  const isScale = least <= 1 && most >= 2 && most <= 10;
  if (body.length > 0) refuse("a scale has one line, such as 1~5");
  else if (!isScale) refuse("a scale runs from 0 or 1 to a number from 2 to 10, such as 1~5");
  return { star_begin_num: least, star_num: most };
}

function choicesOf(
  { least = 0, most = 0 }: ChoiceCounts,
  { options }: QuestionBody["fields"],
  refuse: CountsPlace["refuse"],
) {
  const count = Array.isArray(options) ? options.length : 0;
  const isPossible = (most === 0 || least <= most) && least <= count;
  if (!isPossible) refuse("asks for more choices than there can be");
  return { min_choices: least, max_choices: most };
}
