import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** Characters that turn the direction of the text around them and so could rewrite our own words. */
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name that another user chose, without the characters that could rearrange the sentence around it.
 *
 * @param name the name as stored
 */
export function plainName(name: string): string {
  return name.replace(bidiControls, "");
}

/** A name that another user chose, set apart so that its writing direction stays its own. */
export function DisplayName({ name, breaks = false }: DisplayNameProps): JSX.Element {
  const shown = plainName(name);
  return <bdi class="name">{breaks ? withBreaks(shown) : shown}</bdi>;
}

interface DisplayNameProps {
  readonly name: string;
  /** Whether it may break between its words, as `survey.settings_changed` has them. Default false. */
  readonly breaks?: boolean;
}

function withBreaks(name: string): readonly Child[] {
  return name.split(/(?<=[._])(?=.)/s).flatMap((part, at) => (at === 0 ? [part] : [<wbr />, part]));
}
