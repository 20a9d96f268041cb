import { answersOf, type Question, showsOptionPictures } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CheckBox } from "../../pages/components/field.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { JumpField, type QuestionPartsProps } from "./jump-field.tsx";
import { displayFields, pictureFields } from "./question-form-fields.ts";
import { OptionPictureFields } from "./question-picture-fields.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What most options do without. @param props.at position from 0; -1 for one that is not there yet */
export function OptionDetails(
  props: QuestionPartsProps & { readonly option: Question["options"][number]; readonly at: number },
): JSX.Element {
  const { form, option, at } = props;
  const { question: words } = workspaceTextsFor(props.language);
  const hasProblem = form.pictureProblems?.[pictureFields(option.id).file] !== undefined;
  return (
    <details open={hasSettings(option) || hasProblem}>
      <summary title={words.optionSettings}>
        <Icon name="more" />
        <span class="visually-hidden">
          {words.optionSettings} {at < 0 ? null : words.option(at + 1)}
        </span>
      </summary>
      <OptionSettings {...props} />
    </details>
  );
}

function hasSettings({ exclusive, noRandom, goto, display, picture }: Question["options"][number]): boolean {
  return exclusive || noRandom || goto !== "" || display.length > 0 || picture !== undefined;
}

type OptionSettingsProps = QuestionPartsProps & { readonly option: Question["options"][number] };

function OptionSettings(props: OptionSettingsProps): JSX.Element {
  const { language, form, option } = props;
  const { question: words } = workspaceTextsFor(language);
  const { id } = option;
  return (
    <div class="stack">
      {showsOptionPictures(form.question) ? <OptionPictureFields {...props} /> : null}
      {form.question.type === "checkbox" ? (
        <CheckBox id={`exclusive-${id}`} label={words.exclusive} checked={option.exclusive} />
      ) : null}
      <CheckBox id={`fixed-${id}`} label={words.fixed} checked={option.noRandom} />
      {answersOf(form.question) === "row_texts" ? null : <OptionJumps {...props} />}
    </div>
  );
}

/** What choosing an option leads to. */
function OptionJumps(props: OptionSettingsProps): JSX.Element {
  const { language, option } = props;
  const { question: words } = workspaceTextsFor(language);
  const { id } = option;
  return (
    <>
      <JumpField {...props} id={`goto-${id}`} label={words.optionGoto} value={option.goto} />
      {displayFields(id, option.display.length).map((field, at) => (
        <JumpField
          {...props}
          id={field}
          label={at === 0 ? words.optionDisplay : words.optionDisplayMore}
          value={option.display[at] ?? ""}
          isDisplay
        />
      ))}
    </>
  );
}
