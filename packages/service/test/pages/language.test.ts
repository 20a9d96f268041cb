import { describe, expect, test } from "vitest";
import { chooseLanguage } from "../../src/pages/language.ts";

describe("the language of a page", () => {
  test("is English without a preference", () => {
    expect(chooseLanguage({})).toBe("en");
    expect(chooseLanguage({ query: null, user: null, cookie: null, acceptLanguage: null })).toBe("en");
  });

  test("is what the address says, before setting, cookie and browser", () => {
    const wishes = { query: "zh-CN", user: "en", cookie: "en", acceptLanguage: "en" };
    expect(chooseLanguage(wishes)).toBe("zh-CN");
    expect(chooseLanguage({ ...wishes, query: undefined, user: "zh-CN" })).toBe("zh-CN");
    expect(chooseLanguage({ ...wishes, query: undefined, user: undefined, cookie: "zh-CN" })).toBe("zh-CN");
    expect(chooseLanguage({ acceptLanguage: "zh-CN" })).toBe("zh-CN");
  });

  test("passes over wishes for languages that we do not have", () => {
    expect(chooseLanguage({ query: "fr", user: "", cookie: "xx", acceptLanguage: "de, zh" })).toBe("zh-CN");
    expect(chooseLanguage({ query: "english", acceptLanguage: "zhuang" })).toBe("en");
  });

  test.each(["zh", "zh-CN", "ZH-cn", "zh_CN", "zh-Hans-SG", "zh-TW", "zh-Hant-HK"])(
    "is simplified Chinese for %s",
    (tag) => {
      expect(chooseLanguage({ query: tag })).toBe("zh-CN");
    },
  );
});

describe("the Accept-Language header", () => {
  test.each([
    ["en;q=0.5, zh;q=0.8", "zh-CN"],
    ["zh;q=0.5, en;q=0.8", "en"],
    ["fr, zh-TW;q=0.8, en;q=0.5", "zh-CN"],
    ["zh, en", "zh-CN"],
    ["en, zh", "en"],
    ["zh;q=0, en;q=0.1", "en"],
    ["zh;q=0", "en"],
    ["*, zh;q=0.9", "en"],
    ["*;q=0.1, zh;q=0.9", "zh-CN"],
    ["zh ; Q=0.9 , en ; q=0.8", "zh-CN"],
    ["zh;q=0.9;x=1, en;q=0.8", "zh-CN"],
  ])("%s means %s", (header, language) => {
    expect(chooseLanguage({ acceptLanguage: header })).toBe(language);
  });

  test.each(["zh;q=9, en;q=0.1", "zh;q=1.5, en", "zh;q=, en", "zh;q=NaN, en;q=0.5", "zh;q=-1, en;q=0.1"])(
    "does not count a quality that is none: %s",
    (header) => {
      expect(chooseLanguage({ acceptLanguage: header })).toBe("en");
    },
  );

  test("is answered at once however long or broken it is", () => {
    const before = process.cpuUsage();
    for (const part of ["zh;q=0.1,", ",;=", " ", "a-", ";q=0.0"]) {
      chooseLanguage({ acceptLanguage: part.repeat(1_000_000 / part.length) });
    }
    // A pattern that blows up takes hours.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
  });
});
