import type { JSX } from "hono/jsx/jsx-runtime";
import { endingsMeant } from "../files/file-name.ts";
import { listIn } from "../model/answer-values.ts";
import { fileReference } from "../model/file-reference.ts";
import type { Question } from "../model/question.ts";
import { GroupFrame } from "./question-frame.tsx";
import { partName, type QuestionProps, type QuestionFields } from "./question-fields.ts";
import { megabytesText } from "./texts/megabytes-text.ts";
import { fileForm } from "./wire-forms.ts";

/** Most files of one answer to one question. */
export const mostFiles = 5;

/** In KB, for a question that does not say it. */
export const usualSizeLimit = 5120;

/** The field in which a browser sends new files; those sent before are in the field of the question. */
export function newFilesField(question: Pick<Question, "id">): string {
  return partName(question, "files");
}

/** The largest file that a question takes, in KB. */
export function fileSizeLimit({ file_size_limit: kilobytes }: Question): number {
  return kilobytes > 0 ? kilobytes : usualSizeLimit;
}

/** Files. A platform without a folder for them takes none, and then none can be required. */
export const upload: QuestionFields = {
  render: (props) =>
    props.takesFiles === true ? (
      <Files {...props} />
    ) : (
      <GroupFrame {...props} question={{ ...props.question, required: false }}>
        <p class="field-hint">{props.texts.noFiles}</p>
      </GroupFrame>
    ),
  parse: (fields, question) => {
    const files = fields.getAll(question.id).filter((file) => file !== "");
    return { value: files.length === 0 ? undefined : files };
  },
  validate: (_question, value) => {
    const files = listIn(value);
    if (files.length === 0 || files.some((file) => !isFile(file))) return { code: "not_an_answer" };
    return files.length > mostFiles ? { code: "file_count", limit: mostFiles } : undefined;
  },
  wire: fileForm,
  cells: () => [],
};

function Files(props: QuestionProps): JSX.Element {
  const { question, texts } = props;
  const { file_type_limit: endings } = question;
  const hint = texts.fileHint(endings, megabytesText(fileSizeLimit(question)), mostFiles);
  return (
    <GroupFrame {...props} hint={hint}>
      <KeptFiles {...props} />
      <label class="file-field">
        <span>{texts.addFiles}</span>
        <input
          type="file"
          name={newFilesField(question)}
          multiple
          accept={endings.length === 0 ? undefined : acceptOf(endings)}
        />
      </label>
    </GroupFrame>
  );
}

function acceptOf(endings: readonly string[]): string {
  return endingsMeant(endings)
    .map((ending) => `.${ending}`)
    .join(",");
}

function KeptFiles({ question, value, texts }: QuestionProps): JSX.Element | null {
  const files = value === undefined ? [] : listIn(value);
  if (files.length === 0) return null;
  return (
    <div class="options">
      <p class="field-hint">{texts.keptFiles}</p>
      {files.map((file, at) => {
        const id = `${question.id}-${at}`;
        return (
          <div class="option">
            <input type="checkbox" id={id} name={question.id} value={file} checked />
            <label for={id}>
              <bdi>{fileReference(file).name}</bdi>
            </label>
          </div>
        );
      })}
    </div>
  );
}

/** Whether a text can be a file in a value. Files are written one a line on the wire. */
export function isFile(file: string): boolean {
  return file !== "" && file.length <= 300 && file.isWellFormed() && !/[\r\n\0]/.test(file);
}
