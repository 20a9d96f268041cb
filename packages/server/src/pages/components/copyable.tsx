import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CopyButton } from "./copy-button.tsx";

/** A value to copy. */
export type CopyableProps = {
  readonly language: Language;
  readonly value: string;
  /** What the value is, for screen readers: "appid". */
  readonly about: string;
};

/**
 * A value to copy, with a button for it. Where scripts are off it is in a text field, which is selected as a whole. Its page
 * needs the {@link CopyScript}.
 */
export function Copyable({ language, value, about }: CopyableProps): JSX.Element {
  return (
    <span class="copy-group">
      <code class="copyable" translate="no">
        {value}
      </code>
      <CopyButton language={language} about={about} />
      <noscript>
        <input class="copy-field" type="text" readonly value={value} aria-label={about} />
      </noscript>
    </span>
  );
}
