import { encode as encodePng } from "fast-png";
import { encode } from "uqr";

/** Width of a module of the code in the PNG, in pixels: sharp on a poster. */
const pixelsOfModule = 16;

/** Rows of modules; true is dark. A margin of four is part of it (ISO/IEC 18004, section 9.1). */
function modulesOf(text: string): readonly (readonly boolean[])[] {
  return encode(text, { border: 4 }).data;
}

/** A QR code as one path in a square. */
export function qrSquare(text: string): { readonly size: number; readonly path: string } {
  const modules = modulesOf(text);
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size: modules.length, path };
}

/** A QR code as an SVG file, for print in any size. */
export function qrSvg(text: string): string {
  const { size, path } = qrSquare(text);
  const width = size * pixelsOfModule;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${size} ${size}">`,
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`,
  ].join("");
}

/** A QR code as a PNG file. */
export function qrPng(text: string): Uint8Array<ArrayBuffer> {
  const modules = modulesOf(text);
  const width = modules.length * pixelsOfModule;
  const data = new Uint8Array(width * width);
  for (const at of data.keys()) {
    const [x, y] = [at % width, Math.floor(at / width)].map((place) => Math.floor(place / pixelsOfModule));
    data[at] = modules[y ?? 0]?.[x ?? 0] === true ? 0 : 255;
  }
  return new Uint8Array(encodePng({ width, height: width, data, channels: 1, depth: 8 }));
}
