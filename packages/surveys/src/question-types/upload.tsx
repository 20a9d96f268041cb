import type { JSX } from "hono/jsx/jsx-runtime";
import { listIn } from "../model/answer-values.ts";
import { ControlFrame, described } from "./question-frame.tsx";
import { partName, type QuestionProps, type QuestionTypeDefinition } from "./question-type.ts";
import { fileForm } from "./wire-forms.ts";

/** Most files of one answer to one question. */
export const mostFiles = 5;

/** Files. Those of a form are stored by who reads it: here they are only shown and checked. */
export const upload: QuestionTypeDefinition = {
  render: (props) => {
    const { question, texts } = props;
    const hint = texts.fileHint(question.file_type_limit, question.file_size_limit);
    return (
      <ControlFrame {...props} hint={hint}>
        <StoredFiles {...props} />
        <input
          type="file"
          id={question.id}
          name={question.id}
          accept={question.file_type_limit.map((ending) => `.${ending}`).join(",") || undefined}
          {...described({ ...props, hint })}
        />
      </ControlFrame>
    );
  },
  parse: () => ({ value: undefined }),
  validate: (_question, value) => {
    const files = listIn(value);
    if (files.length === 0 || files.some((file) => !isFile(file))) return { code: "not_an_answer" };
    return files.length > mostFiles ? { code: "file_count", limit: mostFiles } : undefined;
  },
  wire: fileForm,
  cells: () => [],
};

/** The name of a file as it was sent. */
export function fileName(file: string): string {
  return file.slice(file.indexOf("/") + 1);
}

/** The name of the boxes that remove files; the value of each is the file. */
export function removeFileField(question: QuestionProps["question"]): string {
  return partName(question, "remove");
}

function StoredFiles({ question, value, texts }: QuestionProps): JSX.Element | null {
  const files = value === undefined ? [] : listIn(value);
  if (files.length === 0) return null;
  return (
    <ul class="stored-files">
      {files.map((file) => (
        <li>
          <span>{fileName(file)}</span>{" "}
          <label class="check">
            <input type="checkbox" name={removeFileField(question)} value={file} />
            <span>{texts.removeFile(fileName(file))}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Files are written one a line on the wire. */
function isFile(file: string): boolean {
  return file !== "" && file.length <= 300 && file.isWellFormed() && !/[\r\n\0]/.test(file);
}
