import type { JSX } from "hono/jsx/jsx-runtime";
import { qrSquare } from "../qr-files.ts";

/** What the code says, and what it is called for screen readers. */
export type QrCodeProps = { readonly text: string; readonly label: string };

/** A QR code drawn as one path; nothing is loaded for it. Dark on light in every colour scheme, so that it can be read. */
export function QrCode({ text, label }: QrCodeProps): JSX.Element {
  const { size, path } = qrSquare(text);
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
