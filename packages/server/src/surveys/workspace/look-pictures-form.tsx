import {
  longestAlternativeText,
  PictureOfSurvey,
  type SurveyTheme,
  themePictures,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { SurveyPictureProblem } from "../../model/survey-picture.ts";
import { Button } from "../../pages/components/button.tsx";
import { Field, FileField } from "../../pages/components/field.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import type { SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** A picture of the look. */
export type LookPictureKind = (typeof themePictures)[number];

/** What is wrong with a picture or with the text that stands for it. */
export interface PictureFault {
  readonly kind: LookPictureKind;
  readonly field: "file" | "alt";
  readonly code: SurveyPictureProblem | "too_many" | "no_alt" | "alt_too_long" | "alt_malformed";
  /** What was typed. */
  readonly alt: string;
}

type LookPicturesProps = SurveyPageProps & {
  readonly saved: SurveyTheme | undefined;
  readonly fault?: PictureFault | undefined;
};

/** The forms of the logo and of the picture: each is saved at once, beside the other choices. */
export function LookPicturesForms(props: LookPicturesProps): JSX.Element {
  return (
    <>
      {themePictures.map((kind) => (
        <PictureForm {...props} kind={kind} />
      ))}
    </>
  );
}

function PictureForm(props: LookPicturesProps & { readonly kind: LookPictureKind }): JSX.Element {
  const { language, signedIn, survey, saved, kind } = props;
  const { look: words } = workspaceTextsFor(language);
  const picture = saved?.[kind];
  return (
    <PostForm
      action={surveyAddress(survey.id, "/edit/look/pictures")}
      enctype="multipart/form-data"
      class="stack editor-form"
      main={{ name: "do", value: "save", label: words.savePicture[kind] }}
      values={{ csrf: signedIn.csrf, kind }}
    >
      {picture === undefined ? null : <PictureOfSurvey picture={picture} class={`survey-${kind}`} />}
      <PictureFields {...props} />
      <div class="actions">
        <Button name="do" value="save">
          {words.savePicture[kind]}
        </Button>
        {picture === undefined ? null : (
          <Button kind="quiet" name="do" value="remove">
            {words.removePicture[kind]}
          </Button>
        )}
      </div>
    </PostForm>
  );
}

function PictureFields(props: LookPicturesProps & { readonly kind: LookPictureKind }): JSX.Element {
  const { language, saved, fault, kind } = props;
  const { look: words } = workspaceTextsFor(language);
  const picture = saved?.[kind];
  const own = fault?.kind === kind ? fault : undefined;
  const errorOf = (field: PictureFault["field"]) =>
    own?.field === field ? words.problems.picture[own.code] : undefined;
  return (
    <>
      <FileField
        id={`${kind}-file`}
        name="file"
        label={words.pictureNames[kind]}
        hint={`${words.pictureHints[kind]} ${words.fileHint}`}
        error={errorOf("file")}
        accept="image/png,image/jpeg,image/webp"
        required={false}
      />
      <Field
        id={`${kind}-alt`}
        name="alt"
        label={words.alt[kind]}
        hint={words.altHint}
        value={own?.alt ?? picture?.alt ?? ""}
        error={errorOf("alt")}
        autocomplete="off"
        maxlength={longestAlternativeText}
        required={false}
      />
    </>
  );
}
