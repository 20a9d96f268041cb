import { listIn } from "../model/answer-values.ts";
import { GroupFrame } from "./question-frame.tsx";
import type { QuestionTypeDefinition } from "./question-type.ts";
import { fileForm } from "./wire-forms.ts";

/** Most files of one answer to one question. */
const mostFiles = 5;

/** Files. Pages do not take them: a page says so, and answers that came from elsewhere keep the names of their files. */
export const upload: QuestionTypeDefinition = {
  render: (props) => (
    // As no page takes files, none can be required.
    <GroupFrame {...props} question={{ ...props.question, required: false }}>
      <p class="field-hint">{props.texts.noFiles}</p>
    </GroupFrame>
  ),
  parse: () => ({ value: undefined }),
  validate: (_question, value) => {
    const files = listIn(value);
    if (files.length === 0 || files.some((file) => !isFile(file))) return { code: "not_an_answer" };
    return files.length > mostFiles ? { code: "file_count", limit: mostFiles } : undefined;
  },
  wire: fileForm,
  cells: () => [],
};

/** Files are written one a line on the wire. */
function isFile(file: string): boolean {
  return file !== "" && file.length <= 300 && file.isWellFormed() && !/[\r\n\0]/.test(file);
}
