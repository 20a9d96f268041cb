import { textIn } from "../model/answer-values.ts";
import { GroupFrame } from "./question-frame.tsx";
import { lineIn, partName, type QuestionFields } from "./question-fields.ts";
import { checkMoment } from "./text-rules.ts";
import { textForm } from "./wire-forms.ts";

/** A day, a time of day, or both. */
export const datetime: QuestionFields = {
  render: (props) => {
    const { question, value, texts } = props;
    const [date, time] = partsOf(value === undefined ? "" : textIn(value));
    const [dateName, timeName] = [partName(question, "date"), partName(question, "time")];
    return (
      <GroupFrame {...props}>
        <div class="moment-fields">
          <label>
            <span>{texts.date}</span>
            <input type="date" name={dateName} value={date} />
          </label>
          <label>
            <span>{texts.time}</span>
            <input type="time" name={timeName} value={time} />
          </label>
        </div>
      </GroupFrame>
    );
  },
  parse: (fields, question) => {
    const parts = ["date", "time"].map((part) => lineIn(fields, partName(question, part)));
    return { value: parts.filter((part) => part !== "").join(" ") || undefined };
  },
  validate: (_question, value) =>
    typeof value === "string" ? checkMoment(value) : { code: "not_an_answer" },
  wire: textForm,
  cells: () => [],
};

function partsOf(moment: string): readonly [string, string] {
  if (/^\d{2}:/.test(moment)) return ["", moment];
  return [moment.slice(0, 10), moment.slice(11)];
}
