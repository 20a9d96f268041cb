import { removeOption, type Question } from "@survey-open-platform/surveys";

interface Part {
  readonly id: string;
}

/**
 * Does to a part of a question what a button of its form says: `up`, `down` or `remove`. Anything else leaves the question as
 * it is.
 *
 * @param id of an option, row or blank
 */
export function movePart(question: Question, action: string, id: string): Question {
  if (action === "remove") return removePart(question, id);
  if (action !== "up" && action !== "down") return question;
  return {
    ...question,
    options: moved(question.options, id, action),
    subTitles: moved(question.subTitles, id, action),
    blank_setting: moved(question.blank_setting, id, action),
  };
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
