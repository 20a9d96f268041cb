import type Sharp from "sharp";

let loading: Promise<typeof Sharp> | undefined;

/**
 * The library that decodes and draws pictures: a program of its own for each system, so it is loaded once there is a picture. It reads SVG for
 * charts that the platform draws itself; files of users are given to it only if they begin as a PNG, JPEG or WebP file does.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // Its other decoders, such as that of PDF, are never reached, whatever a file says to be.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: [
        "VipsForeignLoadJpegBuffer",
        "VipsForeignLoadPngBuffer",
        "VipsForeignLoadWebpBuffer",
        "VipsForeignLoadSvgBuffer",
      ],
    });
    // Requests come first.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
