import { expect, test } from "vitest";
import { numberWithUnit } from "../../src/pages/duration-text.ts";

test.each([
  ["en", "minute", "5 minutes"],
  ["zh-CN", "minute", "5 分钟"],
  ["zh-CN", "megabyte", "5 兆字节"],
] as const)("in %s, 5 with the unit %s is written as %s", (language, unit, text) => {
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  expect(numberWithUnit(format, 5)).toBe(text);
});
