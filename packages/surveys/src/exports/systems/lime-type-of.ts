import { optionLabel } from "../../model/option-blanks.ts";
import type { Question, QuestionType } from "../../model/question.ts";
import type { OutgoingSurvey } from "./outgoing-survey.ts";

/** A subquestion or an answer. */
interface LimePart {
  readonly code: string;
  readonly text: string;
}

/** The parts of a question. */
export interface LimeParts {
  readonly subquestions?: readonly LimePart[];
  readonly answers?: readonly LimePart[];
}

/** A question by the letter of its type. */
interface LimeKind {
  readonly type: string;
  readonly parts?: LimeParts;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What a question is in LimeSurvey. What that lacks is noted. @returns undefined where it has no such question */
export function limeTypeOf(question: Question, survey: OutgoingSurvey): LimeKind | undefined {
  if (question.placeholder !== undefined) survey.lose(question, "setting", "placeholder");
  return makers[question.type]?.(question, survey);
}

/** Whether LimeSurvey has such a question. */
export function hasLimeType({ type }: Question): boolean {
  return makers[type] !== undefined;
}

type Make = (question: Question, survey: OutgoingSurvey) => LimeKind;

const makers: Readonly<Partial<Record<QuestionType, Make>>> = {
  radio: singleChoice,
  select: singleChoice,
  checkbox: severalChoices,
  sort: (question, survey) => ({
    type: "R",
    parts: { answers: optionsOf(question, survey) },
    attributes: { ...shuffled(question, "answer_order", "random"), ...numberOfChoices(question) },
  }),
  text: line,
  textarea: (question) => ({ type: "T", attributes: longest(question) }),
  star: scale,
  nps: scale,
  matrix_radio: (question, survey) => ({
    type: "F",
    parts: { subquestions: rowsOf(question, survey), answers: optionsOf(question, survey) },
  }),
  matrix_star: marks,
  matrix_checkbox: boxes,
  upload: files,
  blanks,
  description: () => ({ type: "X" }),
  datetime: () => ({ type: "D" }),
  address: lineInstead,
  phone: lineInstead,
};

function lineInstead(question: Question, survey: OutgoingSurvey): LimeKind {
  survey.lose(question, "kind", `${question.type}: S`);
  return { type: "S" };
}

function optionsOf(question: Question, survey: OutgoingSurvey): readonly LimePart[] {
  return question.options.map((option) => ({
    code: survey.names.part(question.id, option.id),
    text: optionLabel(question, option),
  }));
}

function rowsOf(question: Question, survey: OutgoingSurvey): readonly LimePart[] {
  return question.subTitles.map(({ id, text }) => ({ code: survey.names.part(question.id, id), text }));
}

function singleChoice(question: Question, survey: OutgoingSurvey): LimeKind {
  survey.loseOptions(question);
  loseBlanks(question, survey);
  return {
    type: question.type === "select" ? "!" : "L",
    parts: { answers: optionsOf(question, survey) },
    attributes: shuffled(question, "answer_order", "random"),
  };
}

function severalChoices(question: Question, survey: OutgoingSurvey): LimeKind {
  survey.loseOptions(question, { exclusive: false });
  loseBlanks(question, survey);
  const { options } = question;
  const exclusive = options.filter((option) => option.exclusive);
  const codes = exclusive.map(({ id }) => survey.names.part(question.id, id));
  return {
    type: "M",
    parts: { subquestions: optionsOf(question, survey) },
    attributes: {
      ...shuffled(question, "subquestion_order", "random"),
      ...(codes.length > 0 && { exclude_all_others: codes.join(";") }),
      ...numberOfChoices(question),
    },
  };
}

function numberOfChoices({ maxlength, minlength = 0 }: Question): Readonly<Record<string, string>> {
  return {
    ...(maxlength > 0 && { max_answers: String(maxlength) }),
    ...(minlength > 0 && { min_answers: String(minlength) }),
  };
}

function loseBlanks(question: Question, survey: OutgoingSurvey): void {
  if (question.blank_setting.length > 0) survey.lose(question, "setting", "____");
}

function shuffled({ random }: Question, name: string, value: string): Readonly<Record<string, string>> {
  return random ? { [name]: value } : {};
}

function line(question: Question, survey: OutgoingSurvey): LimeKind {
  if (question.validate === "number") {
    if (question.maxlength > 0) survey.lose(question, "setting", `maxlength: ${question.maxlength}`);
    return { type: "N" };
  }
  if (question.validate !== "") survey.lose(question, "setting", question.validate);
  return { type: "S", attributes: longest(question) };
}

function longest({ maxlength }: Question): Readonly<Record<string, string>> {
  return maxlength > 0 ? { maximum_chars: String(maxlength) } : {};
}

/** LimeSurvey has a scale from 1 to 5; any other is a choice among its marks. */
function scale(question: Question, survey: OutgoingSurvey): LimeKind {
  const [first, last] = question.type === "nps" ? [0, 10] : [question.starBeginNum, question.starNum];
  survey.loseEnds(question);
  if (first === 1 && last === 5) return { type: "5" };
  survey.lose(question, "kind", `${question.type}: L`);
  return { type: "L", parts: { answers: marksFrom(first, last) } };
}

function marks(question: Question, survey: OutgoingSurvey): LimeKind {
  const { starBeginNum, starNum } = question;
  const subquestions = rowsOf(question, survey);
  if (starBeginNum === 1 && starNum === 5) return { type: "A", parts: { subquestions } };
  if (starBeginNum === 1 && starNum === 10) return { type: "B", parts: { subquestions } };
  survey.lose(question, "kind", `${question.type}: F`);
  return { type: "F", parts: { subquestions, answers: marksFrom(starBeginNum, starNum) } };
}

function marksFrom(first: number, last: number): readonly LimePart[] {
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    code: String(first + at),
    text: String(first + at),
  }));
}

/** A matrix of boxes is a multiple choice of all its cells. */
function boxes(question: Question, survey: OutgoingSurvey): LimeKind {
  survey.lose(question, "kind", `${question.type}: M`);
  let number = 0;
  const cells = question.subTitles.flatMap((row) =>
    question.options.map((option) => ({
      code: `C${(number += 1)}`,
      text: `${row.text}: ${option.text}`,
    })),
  );
  return { type: "M", parts: { subquestions: cells } };
}

function files({ file_type_limit: endings, file_size_limit: kilobytes }: Question): LimeKind {
  return {
    type: "|",
    attributes: { allowed_filetypes: endings.join(","), max_filesize: String(kilobytes) },
  };
}

function blanks(question: Question, survey: OutgoingSurvey): LimeKind {
  const { blank_setting: given } = question;
  const numbers = given.filter(({ validate }) => validate === "number");
  const areNumbers = given.length > 0 && numbers.length === given.length;
  for (const { text, validate } of given)
    if (validate !== "" && !areNumbers) survey.lose(question, "setting", `${text}: ${validate}`);
  const subquestions = given.map(({ id, text }) => ({ code: survey.names.part(question.id, id), text }));
  return { type: areNumbers ? "K" : "Q", parts: { subquestions } };
}
