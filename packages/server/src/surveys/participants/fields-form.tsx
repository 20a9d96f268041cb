import { isArgumentName } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { CheckBox } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import type { SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { participantsTextsFor } from "./texts/participants-texts.ts";

/** What the form is about. */
export type FieldsFormProps = SurveyPageProps & {
  readonly count: number;
  readonly isAnonymous: boolean;
  /** Names of the author's own fields. */
  readonly fieldNames: readonly string[];
  /** Names of the survey's arguments. */
  readonly keptFields: readonly string[];
};

/** Fields that can become arguments of a survey, of which it has none yet. */
export function keepableFields(names: readonly string[], kept: readonly string[]): readonly string[] {
  return names.filter((name) => isArgumentName(name) && !kept.includes(name));
}

/** Which fields texts of the survey may have, and which of them are kept with answers. */
export function FieldsForm(props: FieldsFormProps): JSX.Element | null {
  const { language, fieldNames, keptFields, isAnonymous, count } = props;
  const words = participantsTextsFor(language);
  if (count === 0) return null;
  const inBraces = ["name", ...fieldNames].map((name) => `{${name}}`);
  const kept = fieldNames.filter((name) => keptFields.includes(name));
  const keepable = keepableFields(fieldNames, keptFields);
  return (
    <section class="stack">
      <h3>{words.fields}</h3>
      <p>{words.fieldsText(inBraces.join(", "))}</p>
      {isAnonymous ? <p class="field-hint">{words.fieldsAnonymous}</p> : null}
      {!isAnonymous && kept.length > 0 ? <p>{words.kept(kept.join(", "))}</p> : null}
      {!isAnonymous && keepable.length > 0 ? <KeepForm {...props} keepable={keepable} /> : null}
    </section>
  );
}

function KeepForm({
  language,
  signedIn,
  survey,
  keepable,
}: FieldsFormProps & { readonly keepable: readonly string[] }): JSX.Element {
  const words = participantsTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/participants")} class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <fieldset>
        <legend>{words.keepFields}</legend>
        <p class="field-hint">{words.keepFieldsHint}</p>
        {keepable.map((name) => (
          <CheckBox id={`field-${name}`} label={name} checked={false} />
        ))}
      </fieldset>
      <div class="actions">
        <Button kind="quiet" name="do" value="fields">
          {words.save}
        </Button>
      </div>
    </form>
  );
}
