import type { AnswerProblem, AnswerProblemCode } from "./answer-problem.ts";

type Words = (problem: AnswerProblem) => string;

const words: Readonly<Record<AnswerProblemCode, Words>> = {
  required: () => "is required",
  part_required: () => "must be answered in every row and blank",
  not_an_answer: () => "is not an answer to a question of this type",
  unknown_option: () => "names an option that the question does not have, or one twice",
  one_option: () => "must have one option",
  too_few: ({ limit }) => `has fewer than ${limit} choices`,
  too_many: ({ limit }) => `has more than ${limit} choices`,
  exclusive: () => "joins other options to one that rules them out",
  same_rank: () => "gives two options the same rank",
  rank_all: () => "must rank every option",
  too_long: ({ limit }) => `is longer than ${limit} characters`,
  one_line: () => "must be a single line",
  not_text: () => "must be well-formed Unicode without NUL characters",
  control: () => "must have no control characters",
  invisible: () => "must have characters that can be seen",
  number: () => "must be a number",
  email: () => "must be an e-mail address",
  phone: () => "must be a telephone number",
  moment: () => "must be a day, a time, or both, like 2026-11-01 09:00",
  mark: ({ from, limit }) => `must be a whole number from ${from} to ${limit}`,
  path: () => "must lead to one of the last choices",
  file_count: ({ limit }) => `has more than ${limit} files`,
  file_type: () => "has a file of a type that the question does not take",
  file_content: () => "has a file whose content is not of its type",
  file_size: ({ limit }) => `has a file of more than ${limit} KB`,
  file_empty: () => "has an empty file",
  file_not_stored: () => "has a file that is not stored",
  file_flood: () => "has a file beyond what its network may send",
  file_gone: () => "has a file that is no longer kept",
};

/**
 * What programs and declarative files are refused with; pages say it in the language of the respondent. It goes on from a name, and
 * quotes nothing of the answer.
 */
export function answerProblemWords(problem: AnswerProblem): string {
  return words[problem.code](problem);
}
