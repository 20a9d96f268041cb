import { expect, test } from "vitest";
import { factCells } from "../../src/model/answer-facts.ts";
import { deviceOf, systemOf, userAgentClass } from "../../src/model/user-agent-class.ts";

test.each([
  [
    "phone/ios",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1",
  ],
  ["tablet/ios", "Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) Version/17.7 Mobile/15E148 Safari/604.1"],
  ["phone/android", "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0 Mobile Safari/537.36"],
  [
    "phone/harmonyos",
    "Mozilla/5.0 (Linux; Android 10; HarmonyOS; NOH-AN00) Chrome/99.0 Mobile Safari/537.36",
  ],
  ["phone/harmonyos", "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 ArkWeb/4.1 Mobile"],
  [
    "phone/windows",
    "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Lumia 950) Edge/15 Mobile Safari/537.36",
  ],
  ["desktop/windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36"],
  ["desktop/macos", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15"],
  ["desktop/chromeos", "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0.0.0 Safari/537.36"],
  ["desktop/linux", "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"],
  ["bot/other", "curl/8.11.0"],
  ["other/other", "SomethingElse/1.0"],
  ["", ""],
])("%s: %s", (expected, userAgent) => {
  expect(userAgentClass(userAgent)).toBe(expected);
});

test("a very long text takes no longer than a short one, and nothing of it is kept", () => {
  expect(userAgentClass("windows nt".repeat(200_000))).toBe("desktop/windows");
});

test.each([
  ["phone/ios", "phone", "ios"],
  ["phone", "phone", ""],
  ["", "", ""],
  ["ios", "ios", ""],
  ["</script>", "</script>", ""],
])("of %j the device is %j and the system %j", (ua, device, system) => {
  expect([deviceOf(ua), systemOf(ua)]).toEqual([device, system]);
});

function cellsOf(ua: string): readonly string[] {
  const cells = factCells({ startedAt: 0, endedAt: 0, channel: "", ua });
  return cells.filter((cell) => /^(ua|os)\//.test(cell));
}

test("device and system of an answer are counted apart, a system only where one is known", () => {
  expect([cellsOf("phone/ios"), cellsOf("phone"), cellsOf("")]).toEqual([
    ["ua/phone", "os/ios"],
    ["ua/phone"],
    [],
  ]);
});
