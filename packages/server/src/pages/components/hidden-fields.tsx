import type { JSX } from "hono/jsx/jsx-runtime";

/** Values that a form carries without showing them. */
export function HiddenFields({ values }: { readonly values: Readonly<Record<string, string>> }): JSX.Element {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
