import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { copyScriptPath } from "../assets.ts";
import { textsFor } from "../texts/texts.ts";

/** What the button is for. */
export type CopyButtonProps = {
  readonly language: Language;
  /** What is copied, for screen readers: several buttons of a page say "Copy". */
  readonly about: string;
};

/** Copies the code beside it. It is hidden where the script does not run. */
export function CopyButton({ language, about }: CopyButtonProps): JSX.Element {
  const { kit } = textsFor(language);
  return (
    <>
      <button type="button" class="button button-quiet copy-button" hidden>
        {kit.copy}
        <span class="visually-hidden"> {about}</span>
      </button>
      <span class="copy-status" role="status" data-copied={kit.copied} data-selected={kit.selected} />
    </>
  );
}

/** The script that copies, once on a page. Its page needs `script: true`. */
export function CopyScript(): JSX.Element {
  return <script src={copyScriptPath} defer />;
}
