import { megabytesText } from "./megabytes-text.ts";
import type { QuestionTexts } from "./question-texts.ts";

export const en: QuestionTexts = {
  required: "Required",
  optional: "Optional",
  choose: "Choose one",
  chooseSome: (fewest, most) => {
    if (fewest > 0 && most > 0)
      return fewest === most ? `Choose exactly ${fewest}.` : `Choose ${fewest} to ${most}.`;
    return fewest > 0 ? `Choose at least ${fewest}.` : `Choose at most ${most}.`;
  },
  noRank: "No rank",
  rankHint: "Give each choice a rank, 1 for the best, or move them up and down.",
  rankOf: (option) => `Rank of ${option}`,
  moveUp: (option) => `Move ${option} up`,
  moveDown: (option) => `Move ${option} down`,
  up: "Up",
  down: "Down",
  date: "Date",
  time: "Time",
  blankOf: (option, number, count) =>
    count === 1 ? `To fill in: ${option}` : `To fill in, blank ${number} of ${count}: ${option}`,
  noFiles: "Files cannot be sent on this page. You can go on without one.",
  fileHint: (endings, megabytes, most) =>
    [
      `At most ${most} files of up to ${megabytes} MB each`,
      ...(endings.length === 0 ? [] : [`: ${endings.join(", ")}`]),
      ".",
    ].join(""),
  addFiles: "Choose files",
  keptFiles: "Files that you have sent. Untick those that you do not want to send.",
  inPart: (part, problem) => `${part}: ${problem}`,
  problems: {
    required: () => "Answer this question.",
    part_required: ({ part }) => `Answer “${part ?? ""}”.`,
    not_an_answer: () => "This is not an answer to the question.",
    unknown_option: () => "Choose from the options of the question.",
    one_option: () => "Choose only one option.",
    too_few: ({ limit }) => `Choose at least ${limit}.`,
    too_many: ({ limit }) => `Choose at most ${limit}.`,
    exclusive: () => "This option cannot be chosen together with others.",
    rank_all: () => "Give every choice a rank.",
    same_rank: () => "Two choices had the same rank. Check the order.",
    too_long: ({ limit }) => `Use at most ${limit} characters.`,
    one_line: () => "Use one line only.",
    not_text: () => "This text has characters that cannot be stored.",
    control: () => "This text has characters that cannot be shown. Type it again.",
    invisible: () => "This text has nothing that can be seen.",
    number: () => "Enter a number, such as 12 or 3.5.",
    email: () => "Enter an e-mail address, such as name@example.org.",
    phone: () => "Enter a phone number, such as +86 138 0013 8000.",
    moment: () => "Enter a day, a time or both, such as 2026-11-01 09:30.",
    mark: ({ from, limit }) => `Choose a number from ${from} to ${limit}.`,
    path: () => "Choose from the list, down to its last level.",
    file_count: ({ limit }) => `Send at most ${limit} files.`,
    file_type: () => "Files with this ending are not accepted here.",
    file_content: () => "The content of the file does not fit the ending of its name.",
    file_size: ({ limit }) => `The file is larger than ${megabytesText(limit ?? 0)} MB.`,
    file_empty: () => "The file is empty.",
    file_not_stored: () => "The file could not be stored. Try again later.",
    file_flood: () => "Many files were sent from your network just now. Try again in a few minutes.",
    file_gone: () => "A file that you sent before is no longer kept. Send it again.",
  },
};
