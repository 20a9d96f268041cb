import type { JSX } from "hono/jsx/jsx-runtime";
import { textIn } from "../model/answer-values.ts";
import type { Question } from "../model/question.ts";
import { GroupFrame } from "./question-frame.tsx";
import { lineIn, type QuestionFields } from "./question-fields.ts";
import { plainText } from "./rich-text.tsx";
import { checkMark } from "./text-rules.ts";
import { textForm } from "./wire-forms.ts";

/** A mark on a scale. */
export const star: QuestionFields = {
  render: (props) => {
    const { question, value } = props;
    return (
      <GroupFrame {...props}>
        <ScaleMarks
          question={question}
          name={question.id}
          chosen={value === undefined ? "" : textIn(value)}
        />
      </GroupFrame>
    );
  },
  parse: (fields, question) => ({ value: lineIn(fields, question.id) || undefined }),
  validate: (question, value) => checkMark(question, textIn(value)),
  wire: textForm,
  cells: (_question, value) => [textIn(value)],
};

/** The marks of a scale, lowest first. */
function marksOf({ starBeginNum: from, starNum: to }: Question): readonly string[] {
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => String(from + at));
}

/** Whether the marks are stars: they count something, and are not a way from one word to another. */
function isCounted({ type, starBeginNum: from, ...ends }: Question): boolean {
  const { starShowCustomStart: first, starShowCustomEnd: last, revertSort } = ends;
  return type === "star" && from === 1 && first === "" && last === "" && revertSort !== 1;
}

/** The marks of a scale to choose from, with what its ends mean. */
export function ScaleMarks(props: {
  readonly question: Question;
  readonly name: string;
  readonly chosen: string;
}): JSX.Element {
  const { question, name, chosen } = props;
  const marks = marksOf(question);
  const ends = [question.starShowCustomStart, question.starShowCustomEnd];
  const [first = "", last = ""] = (question.revertSort === 1 ? ends.toReversed() : ends).map(plainText);
  return (
    <div class="scale">
      {first === "" ? null : <span class="scale-end">{first}</span>}
      <div class={isCounted(question) ? "scale-marks scale-stars" : "scale-marks"}>
        {(question.revertSort === 1 ? marks.toReversed() : marks).map((mark) => (
          <label class="scale-mark">
            <input
              type="radio"
              name={name}
              value={mark}
              checked={mark === chosen}
              required={question.required}
            />
            <span>{mark}</span>
          </label>
        ))}
      </div>
      {last === "" ? null : <span class="scale-end">{last}</span>}
    </div>
  );
}
