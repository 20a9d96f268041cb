import type { JSX } from "hono/jsx/jsx-runtime";
import { shareScriptPath } from "../assets.ts";

/** What the button shares, and what it says. */
export type ShareButtonProps = { readonly title: string; readonly url: string; readonly label: string };

/**
 * Opens the sharing of the device, mostly of a phone. It is hidden where there is none. Its page needs `script: true`, and
 * has the button once.
 */
export function ShareButton({ title, url, label }: ShareButtonProps): JSX.Element {
  return (
    <>
      <button
        id="share-on"
        type="button"
        class="button button-quiet"
        data-title={title}
        data-url={url}
        hidden
      >
        {label}
      </button>
      <script src={shareScriptPath} defer />
    </>
  );
}
