import { expect, test } from "vitest";
import { deviceClass } from "../../src/model/user-agent-class.ts";

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [
    "phone",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`,
  ],
  ["phone", "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36"],
  [
    "phone",
    "Mozilla/5.0 (Linux; Android 14; M2012K11AC) Chrome/116 Mobile Safari/537.36 MicroMessenger/8.0.50",
  ],
  ["phone", "Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"],
  [
    "tablet",
    `Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) ${webKit} Version/17.7 Mobile/15E148 Safari/604.1`,
  ],
  ["tablet", "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/131.0 Safari/537.36"],
  ["desktop", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36"],
  ["desktop", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`],
  ["desktop", "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"],
  ["bot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  ["bot", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/131.0.0.0 Safari/537.36"],
  ["bot", "curl/8.11.0"],
  ["other", "SomethingElse/1.0"],
  ["", ""],
])("%s: %s", (expected, userAgent) => {
  expect(deviceClass(userAgent)).toBe(expected);
});

test("a very long text takes no longer than a short one", () => {
  const before = process.cpuUsage();
  expect(deviceClass("android".repeat(200_000))).toBe("tablet");
  // A pattern that blows up takes hours.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
});
