import { expect, test } from "vitest";
import { durationText } from "../../src/pages/duration-text.ts";

test.each([
  [259_200, "3 days", "3 天"],
  [86_400, "1 day", "1 天"],
  [216_000, "2.5 days", "2.5 天"],
  [7_200, "2 hours", "2 小时"],
  [3_600, "1 hour", "1 小时"],
  [300, "5 minutes", "5 分钟"],
  [90, "90 seconds", "90 秒钟"],
  [60, "1 minute", "1 分钟"],
  [1, "1 second", "1 秒钟"],
])("%d seconds are written as %s", (seconds, english, chinese) => {
  expect(durationText(seconds, "en")).toBe(english);
  expect(durationText(seconds, "zh-CN")).toBe(chinese);
});

test("a wait is never told as nothing", () => {
  expect(durationText(0, "en")).toBe("1 second");
  expect(durationText(0.2, "en")).toBe("1 second");
  expect(durationText(-5, "en")).toBe("1 second");
});
