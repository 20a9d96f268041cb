import type { QuestionType } from "../model/question.ts";
import { requiredOfLabel, typeOfLabel } from "./labels.ts";
import type { TextLine } from "./text-line.ts";

/** What the first line of a question says: `Title[Type][Required](description)`, of which only the title must be there. */
export interface QuestionHeader {
  readonly title: string;
  /** Undefined when the line names none. */
  readonly type: QuestionType | undefined;
  /** Undefined when the line does not say. */
  readonly required: boolean | undefined;
  readonly description: string;
  /** Whether the title ends with brackets, whose text is no type: a type that was misspelt, perhaps. */
  readonly hasBrackets: boolean;
}

/** Reads the first line of a question, from its end. Brackets with any other text belong to the title. */
export function readHeader(line: TextLine): QuestionHeader {
  const { rest: withLabels, description } = takeDescription(line);
  const { rest: withType, value: required } = takeLabel(withLabels, requiredOfLabel);
  const { rest: title, value: type } = takeLabel(withType, typeOfLabel);
  return { title: title.text, type, required, description, hasBrackets: labelAtEnd(title) !== undefined };
}

/** The group in brackets at the end; `[text](address)` is a link, and part of the title. */
function takeDescription(line: TextLine): { readonly rest: TextLine; readonly description: string } {
  const start = line.startOfLastGroup("(", ")");
  if (start === undefined || start === 0) return { rest: line, description: "" };
  const rest = line.slice(0, start);
  const label = labelAtEnd(rest)?.label;
  const isLink =
    label !== undefined && typeOfLabel(label) === undefined && requiredOfLabel(label) === undefined;
  return isLink ? { rest: line, description: "" } : { rest, description: line.groupAt(start).text };
}

function takeLabel<Value>(
  line: TextLine,
  read: (label: string) => Value | undefined,
): { readonly rest: TextLine; readonly value: Value | undefined } {
  const found = labelAtEnd(line);
  const value = found === undefined ? undefined : read(found.label);
  return found === undefined || value === undefined
    ? { rest: line, value: undefined }
    : { rest: line.slice(0, found.start), value };
}

function labelAtEnd(line: TextLine): { readonly start: number; readonly label: string } | undefined {
  const start = line.startOfLastGroup("[", "]");
  return start === undefined ? undefined : { start, label: line.groupAt(start).text };
}
