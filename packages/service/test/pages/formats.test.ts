import { expect, test } from "vitest";
import { dateTimeFormat, numberFormat } from "../../src/pages/formats.ts";

test("a format is made once for its language and options", () => {
  const percent = { style: "percent" } as const;
  expect(numberFormat("en", { ...percent })).toBe(numberFormat("en", { ...percent }));
  expect(numberFormat("en", { ...percent, maximumFractionDigits: 1 }).format(0.125)).toBe("12.5%");
  expect(numberFormat("zh-CN", percent).resolvedOptions().locale).toBe("zh-CN");
});

test("formats of very many time zones are right, although not all are kept", () => {
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    expect(dateTimeFormat("en", { timeZone }).resolvedOptions().timeZone).toBe(timeZone);
  }
});
