import { expect, test } from "vitest";
import { CallLimits } from "../../src/http/call-limits.ts";

const minute = 60_000;

test("callers who have been quiet are forgotten, and none of those who have to wait", () => {
  const limits = new CallLimits(1);
  limits.count("busy", 0);
  limits.count("busy", 0);
  for (let number = 0; number < 9_999; number += 1) limits.count(`quiet ${number}`, 0);
  expect(limits.callers).toBe(10_000);
  limits.count("new", minute);
  expect(limits.callers).toBe(2);
  expect(limits.refusalFor("busy", minute)?.type).toBe("request_rate_limited");
  expect(limits.refusalFor("busy", 2 * minute)).toBe(undefined);
});
