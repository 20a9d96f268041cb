const browsers = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["WeChat", /\bMicroMessenger\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["iOS", /\b(?:iPhone|iPad|iPod)\b/],
  ["HarmonyOS", /\b(?:HarmonyOS|OpenHarmony)\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The browser and system that a User-Agent claims. Anyone can claim any: it helps to recognise one's own, no more. */
export function userAgentName(userAgent: string): {
  readonly browser: string | undefined;
  readonly system: string | undefined;
} {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}

function nameIn(names: readonly (readonly [string, RegExp])[], text: string): string | undefined {
  return names.find(([, pattern]) => pattern.test(text))?.[0];
}
