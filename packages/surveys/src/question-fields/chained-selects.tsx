import type { JSX } from "hono/jsx/jsx-runtime";
import { listIn } from "../model/answer-values.ts";
import { linkedPaths } from "../model/linked-entries.ts";
import type { LinkedEntry, Question } from "../model/question.ts";
import { ControlFrame, described } from "./question-frame.tsx";
import { lineIn, type QuestionFields } from "./question-fields.ts";
import { pathForm } from "./wire-forms.ts";

/**
 * A choice on each level, where those of a level depend on the one before. Without a script it is one list of all last
 * choices, in groups by what they belong to.
 */
export const chainedSelects: QuestionFields = {
  render: (props) => {
    const { question, value, texts } = props;
    const chosen = (value === undefined ? [] : listIn(value)).at(-1);
    return (
      <ControlFrame {...props} hint={question.levels.join(" › ")}>
        <select
          id={question.id}
          name={question.id}
          required={question.required}
          {...described({ ...props, hint: "" })}
        >
          <option value="">{texts.choose}</option>
          {groupsOf(question).map((group) => (
            <PathGroup {...group} chosen={chosen} />
          ))}
        </select>
      </ControlFrame>
    );
  },
  parse: (fields, question) => {
    const last = lineIn(fields, question.id);
    const path = linkedPaths(question.groups).find((entries) => entries.at(-1)?.id === last);
    return { value: path?.map(({ id }) => id) ?? (last === "" ? undefined : [last]) };
  },
  validate: (question, value) => {
    const given = listIn(value).join(" ");
    const isPath = linkedPaths(question.groups).some((path) => path.map(({ id }) => id).join(" ") === given);
    return isPath ? undefined : { code: "path" };
  },
  wire: pathForm,
  cells: (_question, value) => listIn(value),
};

type PathGroupProps = {
  /** What all paths of the group begin with; "" for paths of one entry. */
  readonly label: string;
  readonly paths: readonly (readonly LinkedEntry[])[];
};

function PathGroup({
  label,
  paths,
  chosen,
}: PathGroupProps & { readonly chosen: string | undefined }): JSX.Element {
  const options = paths.map((path) => {
    const id = path.at(-1)?.id;
    return (
      <option value={id} selected={id === chosen}>
        {pathText(label === "" ? path : path.slice(1))}
      </option>
    );
  });
  return label === "" ? <>{options}</> : <optgroup label={label}>{options}</optgroup>;
}

/** The paths by their first entry, in their order. */
function groupsOf(question: Question): readonly PathGroupProps[] {
  const groups = Map.groupBy(linkedPaths(question.groups), ([first]) => first);
  return [...groups].map(([first, paths]) => ({
    label: paths.some((path) => path.length > 1) ? (first?.text ?? "") : "",
    paths,
  }));
}

function pathText(path: readonly LinkedEntry[]): string {
  return path.map(({ text }) => text).join(" › ");
}
