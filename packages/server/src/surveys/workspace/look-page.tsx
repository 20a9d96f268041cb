import {
  finishedThemes,
  type FinishedThemeName,
  longestButtonText,
  type SurveyTheme,
  themeButtons,
  themeColorPattern,
  themeCorners,
  themeFonts,
  themePacings,
  themePalettes,
  themeProgresses,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { lookScriptPath } from "../../pages/assets.ts";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { CheckBox, Field, Select } from "../../pages/components/field.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { DefaultLookForm } from "./default-look-form.tsx";
import { FramedPreview } from "./framed-preview.tsx";
import type { LookFields, LookProblems } from "./look-form.ts";
import { LookPicturesForms, type PictureFault } from "./look-pictures-form.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the page can say was done. */
export const lookNotices = ["saved", "default"] as const;
/** One of {@link lookNotices}. */
export type LookNotice = (typeof lookNotices)[number];

/** What the page shows. */
export type LookPageProps = SurveyPageProps & {
  readonly revision: number;
  readonly fields: LookFields;
  /** The look that the draft has; undefined for the usual one. */
  readonly saved: SurveyTheme | undefined;
  readonly problems?: LookProblems;
  readonly fault?: PictureFault | undefined;
  readonly notice?: LookNotice | undefined;
  /** Whether new surveys of the owner begin with a look of their own. */
  readonly hasDefault: boolean;
  /** Whether somebody else saved another look while the form was open. */
  readonly isOvertaken?: boolean;
};

/** How a survey looks, with a preview beside it. */
export function LookPage(props: LookPageProps): JSX.Element {
  const { language, survey, notice, isOvertaken = false } = props;
  const { look: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      {isOvertaken ? (
        <Notice tone="warning" role="alert">
          {words.overtaken}
        </Notice>
      ) : null}
      <ErrorSummary language={language} problems={textsOf(props)} />
      <div class="look-columns">
        <div class="stack">
          <LookForm {...props} />
          <LookPicturesForms {...props} />
          <DefaultLookForm {...props} />
        </div>
        <FramedPreview language={language}>
          <iframe
            id="look-preview"
            title={words.preview}
            src={surveyAddress(survey.id, "/preview?in=editor")}
          />
        </FramedPreview>
      </div>
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/edit")}>
          {words.back}
        </a>
      </p>
      <script src={lookScriptPath} defer />
    </SurveyFrame>
  );
}

function textsOf({ language, problems = {}, fault }: LookPageProps) {
  const { problems: words } = workspaceTextsFor(language).look;
  const found = Object.entries(problems).map(([id, problem]) => [id, words[problem]] as const);
  const wrong = fault && ([`${fault.kind}-${fault.field}`, words.picture[fault.code]] as const);
  return Object.fromEntries(wrong === undefined ? found : [...found, wrong]);
}

function LookForm(props: LookPageProps): JSX.Element {
  const { language, signedIn, survey, revision, saved } = props;
  const { look: words } = workspaceTextsFor(language);
  return (
    <PostForm
      action={surveyAddress(survey.id, "/edit/look")}
      id="look-form"
      class="stack editor-form"
      main={{ name: "do", value: "save", label: words.save }}
      values={{ csrf: signedIn.csrf, revision: String(revision) }}
    >
      <FinishedThemes {...props} />
      <ColorField {...props} />
      <Choice {...props} id="corners" values={themeCorners} />
      <Choice {...props} id="font" values={themeFonts} />
      <Choice {...props} id="pacing" values={themePacings} />
      <Choice {...props} id="progress" values={themeProgresses} />
      <CheckBox
        id="shows_platform"
        label={words.showsPlatform}
        checked={props.fields.shows_platform === "on"}
      />
      <ButtonTexts {...props} />
      <div class="actions">
        <Button name="do" value="save">
          {words.save}
        </Button>
        {saved === undefined ? null : (
          <Button kind="quiet" name="do" value="reset">
            {words.reset}
          </Button>
        )}
      </div>
    </PostForm>
  );
}

function FinishedThemes({ language }: LookPageProps): JSX.Element {
  const { look: words } = workspaceTextsFor(language);
  // The keys are those of the record.
  const names = Object.keys(finishedThemes) as FinishedThemeName[];
  return (
    <fieldset class="editor-list">
      <legend>{words.themes}</legend>
      <p class="field-hint">{words.themesHint}</p>
      <div class="actions">
        {names.map((name) => (
          <button type="submit" class="button button-quiet" name="do" value={`theme ${name}`}>
            <Swatch color={finishedThemes[name].color} />
            {words.themeNames[name]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** A colour; of an SVG, as the policy of pages allows no styles in them. */
function Swatch({ color }: { readonly color: string }): JSX.Element {
  return (
    <svg class="look-swatch" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" fill={color} stroke="currentColor" stroke-opacity="0.4" />
    </svg>
  );
}

function ColorField(props: LookPageProps): JSX.Element {
  const { language, fields, saved } = props;
  const { look: words } = workspaceTextsFor(language);
  return (
    <div class="stack">
      <Field
        id="color"
        type={themeColorPattern.test(fields.color) ? "color" : "text"}
        label={words.color}
        hint={words.colorHint}
        value={fields.color}
        error={textsOf(props)["color"]}
        autocomplete="off"
      />
      {saved === undefined ? null : <Corrections language={language} color={saved.color} />}
    </div>
  );
}

type CorrectionsProps = Pick<LookPageProps, "language"> & { readonly color: string };

/** Says for both modes whether the saved colour is shown as it was chosen, and by how much it was corrected. */
function Corrections({ language, color }: CorrectionsProps): JSX.Element {
  const { look: words } = workspaceTextsFor(language);
  const { corrections } = themePalettes(color);
  return (
    <ul class="bullets look-corrections" aria-label={words.contrast}>
      {(["light", "dark"] as const).map((mode) => {
        const { shown, contrastChosen, contrastShown } = corrections[mode];
        const [chosen, now] = [ratio(contrastChosen), ratio(contrastShown)];
        return (
          <li>
            <Swatch color={shown} />{" "}
            {shown === color
              ? words.asChosen(words.modes[mode], now)
              : words.corrected({ mode: words.modes[mode], color, shown, chosen, now })}
          </li>
        );
      })}
    </ul>
  );
}

/** Never more than it is. */
function ratio(contrast: number): string {
  return (Math.floor(contrast * 10) / 10).toFixed(1);
}

type ChoiceProps = LookPageProps & {
  readonly id: "corners" | "font" | "pacing" | "progress";
  readonly values: readonly string[];
};

function Choice({ language, fields, id, values }: ChoiceProps): JSX.Element {
  const { look: words } = workspaceTextsFor(language);
  const { label, names }: { label: string; names: Readonly<Record<string, string>> } = words.choices[id];
  return (
    <Select
      id={id}
      label={label}
      value={fields[id]}
      options={values.map((value) => ({ value, label: names[value] ?? value }))}
    />
  );
}

function ButtonTexts(props: LookPageProps): JSX.Element {
  const { language, fields } = props;
  const { look: words } = workspaceTextsFor(language);
  return (
    <fieldset class="editor-list">
      <legend>{words.buttons}</legend>
      <p class="field-hint">{words.buttonsHint}</p>
      {themeButtons.map((name) => (
        <Field
          id={name}
          label={words.buttonNames[name]}
          value={fields[name]}
          error={textsOf(props)[name]}
          autocomplete="off"
          maxlength={longestButtonText}
          required={false}
        />
      ))}
    </fieldset>
  );
}
