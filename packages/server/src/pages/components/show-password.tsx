import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { textsFor } from "../texts/texts.ts";

/** The control that shows the password, hidden where its script does not run. */
export function ShowPassword({ language }: { readonly language: Language }): JSX.Element {
  return (
    <label id="show-password" class="check" hidden>
      <input type="checkbox" /> {textsFor(language).signIn.showPassword}
    </label>
  );
}
