/** Kinds of devices that results tell apart. */
export const deviceClasses = ["phone", "tablet", "desktop", "bot", "other"] as const;

/** One of {@link deviceClasses}. */
type DeviceClass = (typeof deviceClasses)[number];

/** The first that fits decides. Tablets of Android are those that do not say `Mobile`. */
const classes: readonly (readonly [DeviceClass, RegExp])[] = [
  ["bot", /bot\b|crawl|spider|slurp|preview|headless|curl\/|wget\/|python|java\/|go-http|axios|node-fetch/i],
  ["tablet", /ipad|tablet|playbook|kindle|android(?!.*\bmobile\b)/i],
  ["phone", /mobi|iphone|ipod|android|windows phone|harmonyos/i],
  ["desktop", /windows nt|macintosh|x11|cros|linux/i],
];

/**
 * The kind of device that a browser says it runs on (RFC 9110, 10.1.5). Browsers may say anything; results need no more
 * than a rough picture.
 *
 * @returns "" when it says nothing
 */
export function deviceClass(userAgent: string): DeviceClass | "" {
  if (userAgent === "") return "";
  // What is longer is no browser's; the patterns look at each position once.
  const text = userAgent.slice(0, 1000);
  return classes.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
}
