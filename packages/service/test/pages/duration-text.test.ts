import { expect, test } from "vitest";
import { durationText } from "../../src/pages/duration-text.ts";

test.each([
  [259_200, "3 days", "3天"],
  [86_400, "1 day", "1天"],
  [216_000, "2.5 days", "2.5天"],
  [7_200, "2 hours", "2小时"],
  [3_600, "1 hour", "1小时"],
  [300, "5 minutes", "5分钟"],
  [90, "90 seconds", "90秒钟"],
  [60, "1 minute", "1分钟"],
  [1, "1 second", "1秒钟"],
])("%d seconds are written as %s", (seconds, english, chinese) => {
  expect(durationText(seconds, "en")).toBe(english);
  expect(durationText(seconds, "zh-CN")).toBe(chinese);
});

test("a wait is never told as nothing", () => {
  expect(durationText(0, "en")).toBe("1 second");
  expect(durationText(0.2, "en")).toBe("1 second");
  expect(durationText(-5, "en")).toBe("1 second");
});
