import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { textsFor } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FileField } from "./field.tsx";
import { HiddenFields } from "./hidden-fields.tsx";

/** What the forms need. */
export type PictureFormProps = {
  readonly language: Language;
  readonly csrf: string;
  /** Where the upload goes. The form that removes the picture goes to `/remove` under it. */
  readonly action: string;
  /** What the button that removes the picture says; undefined when there is none to remove. */
  readonly remove: string | undefined;
  readonly problem?: string | undefined;
};

/** The forms that upload and remove a picture. */
export function PictureForm({ language, csrf, action, remove, problem }: PictureFormProps): JSX.Element {
  const { picture: words } = textsFor(language);
  return (
    <>
      <ErrorSummary language={language} problems={problem === undefined ? {} : { file: problem }} />
      <form method="post" action={action} enctype="multipart/form-data" class="stack">
        <HiddenFields values={{ csrf }} />
        <FileField id="file" label={words.file} hint={words.fileHint} error={problem} accept="image/png" />
        <div class="actions">
          <Button>{words.upload}</Button>
        </div>
      </form>
      {remove === undefined ? null : (
        <form method="post" action={`${action}/remove`}>
          <HiddenFields values={{ csrf }} />
          <Button kind="quiet">{remove}</Button>
        </form>
      )}
    </>
  );
}
