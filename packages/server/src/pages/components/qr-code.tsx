import type { JSX } from "hono/jsx/jsx-runtime";
import { encode } from "uqr";

/** What the code says, and what it is called for screen readers. */
export type QrCodeProps = { readonly text: string; readonly label: string };

/** A QR code drawn as one path; nothing is loaded for it. Dark on light in every colour scheme, so that it can be read. */
export function QrCode({ text, label }: QrCodeProps): JSX.Element {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
