import { placed, removeOption, type Question } from "@survey-open-platform/surveys";

interface Part {
  readonly id: string;
}

/**
 * Does to a part of a question what its form says: `up`, `down`, `remove`, or `place` for one that was dragged. Anything else
 * leaves the question as it is.
 *
 * @param words the action, the id of an option, row or blank, and the id of the part that it is placed before
 */
export function movePart(
  question: Question,
  [action = "", id = "", before = ""]: readonly string[],
): Question {
  if (action === "remove") return removePart(question, id);
  if (action === "place") return withLists(question, (parts) => placedPart(parts, id, before));
  if (action !== "up" && action !== "down") return question;
  return withLists(question, (parts) => moved(parts, id, action));
}

function withLists(
  question: Question,
  change: <One extends Part>(parts: readonly One[]) => readonly One[],
): Question {
  return {
    ...question,
    options: change(question.options),
    subTitles: change(question.subTitles),
    blank_setting: change(question.blank_setting),
  };
}

function placedPart<One extends Part>(parts: readonly One[], id: string, before: string): readonly One[] {
  const part = parts.find((one) => one.id === id);
  if (part === undefined || before === id) return parts;
  const others = parts.filter((one) => one !== part);
  return placed(others, part, before);
}

function removePart(question: Question, id: string): Question {
  const without = question.options.length > 1 ? removeOption(question, id) : question;
  return {
    ...without,
    subTitles: withoutOne(without.subTitles, id),
    blank_setting: question.type === "blanks" ? withoutOne(without.blank_setting, id) : without.blank_setting,
  };
}

/** The last one stays. */
function withoutOne<One extends Part>(parts: readonly One[], id: string): readonly One[] {
  return parts.length > 1 ? parts.filter((part) => part.id !== id) : parts;
}

function moved<One extends Part>(
  parts: readonly One[],
  id: string,
  direction: "up" | "down",
): readonly One[] {
  const at = parts.findIndex((part) => part.id === id);
  const to = direction === "up" ? at - 1 : at + 1;
  const [one, other] = [parts[at], parts[to]];
  if (at < 0 || to < 0 || one === undefined || other === undefined) return parts;
  return parts.with(to, one).with(at, other);
}
