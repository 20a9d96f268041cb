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

/** Operating systems that reports tell apart. */
const systems = ["ios", "android", "harmonyos", "windows", "macos", "chromeos", "linux", "other"] as const;

type SystemClass = (typeof systems)[number];

/** The first that fits decides: user agents name the systems that they descend from or claim to be, too. */
const patterns: readonly (readonly [SystemClass, RegExp])[] = [
  ["harmonyos", /harmonyos|openharmony/i],
  ["windows", /windows/i],
  ["ios", /iphone|ipad|ipod/i],
  ["android", /android/i],
  ["macos", /macintosh|mac os x/i],
  ["chromeos", /\bcros\b/i],
  ["linux", /linux|x11/i],
];

/**
 * What is kept of a user agent: the classes of the device and of its operating system, such as `phone/ios`. No version, model or
 * browser is kept: together with a time these could tell who a respondent is.
 *
 * @returns "" when the browser says nothing
 */
export function userAgentClass(userAgent: string): string {
  const device = deviceClass(userAgent);
  if (device === "") return "";
  const text = userAgent.slice(0, 1000);
  return `${device}/${patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "other"}`;
}

const endings = new Set<string>(systems);

/** The system in a {@link userAgentClass}; "" in one of a file or of before systems were kept, which are devices alone. */
export function systemOf(ua: string): string {
  const ending = ua.slice(ua.lastIndexOf("/") + 1);
  return ending.length < ua.length && endings.has(ending) ? ending : "";
}

/** The device in a {@link userAgentClass}. */
export function deviceOf(ua: string): string {
  const system = systemOf(ua);
  return system === "" ? ua : ua.slice(0, -system.length - 1);
}
