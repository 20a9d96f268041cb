import type { JSX } from "hono/jsx/jsx-runtime";
import type { AdministrationProps } from "./administration-frame.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** Whether a user or an application may do anything. */
export function StateBadge({
  language,
  disabled,
}: Pick<AdministrationProps, "language"> & { readonly disabled: boolean }): JSX.Element {
  const { common } = administrationTextsFor(language);
  return (
    <span class={`badge ${disabled ? "badge-warning" : "badge-success"}`}>
      {disabled ? common.disabled : common.active}
    </span>
  );
}
