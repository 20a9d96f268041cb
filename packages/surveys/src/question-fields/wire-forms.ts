import type { AnswerQuestion } from "../model/answer.ts";
import {
  type AnswerValue,
  blanksIn,
  type ChoicesById,
  listAt,
  listIn,
  textAt,
  textIn,
  type TextsById,
} from "../model/answer-values.ts";
import { fileNamesIn } from "../model/file-reference.ts";
import { cellId } from "../model/matrix-cells.ts";
import type { Question } from "../model/question.ts";

/** What an answered question has on the wire beside its id and type. */
export type WireValue = Pick<AnswerQuestion, "text" | "options" | "groups" | "blanks">;

/** Writes the members of a {@link WireValue}, in their order, as JSON text. */
export type WriteWireValue = (value: AnswerValue) => string;

/** How the values of a type of question are put on the wire, and read from there. */
export interface WireForm {
  /** Prepares what is the same for every answer to a question, so that each costs string joins only. */
  readonly writerFor: (question: Question) => WriteWireValue;
  /** The stored value; undefined for no answer. */
  readonly read: (wire: WireValue) => AnswerValue | undefined;
}

/** What an unanswered question has on the wire. */
export const noWireValue = members({});

/** One text: also marks, moments and addresses. */
export const textForm: WireForm = {
  writerFor: () => (value) => {
    const text = textIn(value);
    return text === "" ? noWireValue : `"text":${JSON.stringify(text)},"options":[],"groups":[],"blanks":[]`;
  },
  read: ({ text }) => (text === "" ? undefined : text),
};

/** The names of files, one a line. */
export const fileForm: WireForm = {
  writerFor: () => (value) => members({ text: JSON.stringify(fileNamesIn(value).join("\n")) }),
  read: ({ text }) => (text === "" ? undefined : text.split("\n")),
};

/** Options, with the blanks that were filled in them. */
export const choiceForm: WireForm = {
  writerFor: (question) => {
    const writeOptions = optionsWriter(question.options);
    return (value) => {
      const options = writeOptions(listIn(value));
      const filled = blanksIn(value);
      return members({ options, blanks: blanksText(question, (id) => textAt(filled, id)) });
    };
  },
  read: ({ options, blanks }) => {
    const chosen = options.map(({ id }) => id);
    if (blanks.length > 0) return { options: chosen, blanks: textsById(blanks) };
    return chosen.length === 0 ? undefined : chosen;
  },
};

/** The entry chosen on each level, outermost first. */
export const pathForm: WireForm = {
  writerFor: ({ groups }) => {
    const writeOptions = optionsWriter(groups);
    return (value) => members({ options: writeOptions(listIn(value)) });
  },
  read: ({ options }) => (options.length === 0 ? undefined : options.map(({ id }) => id)),
};

/** The blanks of a question. */
export const blanksForm: WireForm = {
  writerFor: (question) => (value) => members({ blanks: blanksText(question, (id) => textAt(value, id)) }),
  read: ({ blanks }) => (blanks.length === 0 ? undefined : textsById(blanks)),
};

/** Rows of a matrix with the options chosen in each. */
export const choiceRowsForm: WireForm = {
  writerFor: ({ options, subTitles }) => {
    const writeOptions = optionsWriter(options);
    const rows = subTitles.map(({ id, text }) => ({
      id,
      start: `{"id":${JSON.stringify(id)},"text":${JSON.stringify(text)},"options":`,
    }));
    return (value) => {
      const answered = rows
        .map(({ id, start }) => ({ start, chosen: listAt(value, id) }))
        .filter(({ chosen }) => chosen.length > 0);
      return members({
        groups: list(answered.map(({ start, chosen }) => `${start}${writeOptions(chosen)}}`)),
      });
    };
  },
  read: ({ groups }) => {
    const rows: ChoicesById = Object.fromEntries(
      groups.map(({ id, options }) => [id, options.map((option) => option.id)]),
    );
    return groups.length === 0 ? undefined : rows;
  },
};

/** Rows of a matrix with the mark given in each. */
export const markRowsForm: WireForm = {
  writerFor: ({ subTitles }) => {
    const rows = subTitles.map(({ id }) => ({ id, start: `{"id":${JSON.stringify(id)},"text":` }));
    return (value) => {
      const marks = rows.map(({ id, start }) => ({ start, mark: textAt(value, id) }));
      const answered = marks.filter(({ mark }) => mark !== "");
      return members({
        groups: list(answered.map(({ start, mark }) => `${start}${JSON.stringify(mark)},"options":[]}`)),
      });
    };
  },
  read: ({ groups }) =>
    groups.length === 0 ? undefined : Object.fromEntries(groups.map(({ id, text }) => [id, text])),
};

/** Rows of a matrix with what was written in each column. */
export const textRowsForm: WireForm = {
  writerFor:
    ({ options, subTitles }) =>
    (value) => {
      const groups = subTitles.map(({ id, text }) => ({
        id,
        text,
        options: options
          .map((column) => ({ id: column.id, checked: 1, text: textAt(value, cellId(id, column.id)) }))
          .filter((cell) => cell.text !== ""),
      }));
      return members({ groups: JSON.stringify(groups.filter((row) => row.options.length > 0)) });
    },
  read: ({ groups }) => {
    const cells = groups.flatMap(({ id: row, options }) =>
      options.map(({ id, text }) => [cellId(row, id), text] as const),
    );
    const filled = cells.filter(([, text]) => text !== "");
    return filled.length === 0 ? undefined : Object.fromEntries(filled);
  },
};

/** A paragraph, which takes no answer. */
export const noForm: WireForm = { writerFor: () => () => noWireValue, read: () => undefined };

function members(texts: Partial<Record<keyof WireValue, string>>): string {
  const { text = '""', options = "[]", groups = "[]", blanks = "[]" } = texts;
  return `"text":${text},"options":${options},"groups":${groups},"blanks":${blanks}`;
}

function optionsWriter(options: readonly { readonly id: string; readonly text: string }[]) {
  const texts = new Map(options.map(({ id, text }) => [id, optionText(id, text)]));
  // A version has every option of its answers. One that is not found is still written: losing it would be worse.
  return (chosen: readonly string[]): string => list(chosen.map((id) => texts.get(id) ?? optionText(id, "")));
}

function optionText(id: string, text: string): string {
  return `{"id":${JSON.stringify(id)},"checked":1,"text":${JSON.stringify(text)}}`;
}

function blanksText({ blank_setting: blanks }: Question, textOf: (id: string) => string): string {
  if (blanks.length === 0) return "[]";
  const filled = blanks.map(({ id }) => ({ id, value: textOf(id) })).filter(({ value }) => value !== "");
  return JSON.stringify(filled);
}

function textsById(blanks: WireValue["blanks"]): TextsById {
  return Object.fromEntries(blanks.map(({ id, value }) => [id, value]));
}

function list(texts: readonly string[]): string {
  return `[${texts.join(",")}]`;
}
