import { describe, expect, test } from "vitest";
import { Avatar, initialsOf } from "../../src/pages/components/avatar.tsx";
import { DisplayName, plainName } from "../../src/pages/components/display-name.tsx";
import { isWebAddress } from "../../src/pages/components/outside-link.tsx";
import { unicodeHost } from "../../src/pages/components/web-host.tsx";
import { htmlOf } from "./sample-pages.tsx";

function tint(name: string, seed: string): string | undefined {
  return /avatar-tint-\d/.exec(htmlOf(<Avatar name={name} seed={seed} />))?.[0];
}

describe("a name that somebody else chose", () => {
  test("is set apart, so that its direction of writing stays its own", () => {
    expect(htmlOf(<DisplayName name="لوحة" />)).toBe(`<bdi class="name">لوحة</bdi>`);
  });

  test("cannot turn the words around it", () => {
    expect(plainName("a\u202Eb\u2066c\u2069d\u200Fe\u061Cf")).toBe("abcdef");
    expect(htmlOf(<DisplayName name={"\u202Etxt\u2069"} />)).toBe(`<bdi class="name">txt</bdi>`);
  });
});

describe("initials", () => {
  test.each([
    ["Ada Lovelace", "AL"],
    ["ada", "A"],
    ["Ada King Noel Lovelace", "AL"],
    ["问卷小助手", "问"],
    ["张 三", "张"],
    ["欧阳 Nana", "欧"],
    ["  padded  name ", "PN"],
    ["éclair", "É"],
    ["👩‍🔬 Curie", "👩‍🔬"],
    ["— Insight", "I"],
    ["", "?"],
    ["\u202E", "?"],
  ])("of %j are %s", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test("are not read out, because the name stands beside them", () => {
    expect(htmlOf(<Avatar name="Ada" />)).toContain(`aria-hidden="true"`);
    expect(htmlOf(<Avatar name="Ada" imagePath="/logos/a" />)).toContain(`alt=""`);
  });

  test("keep their colour with the seed, not with the name", () => {
    expect(tint("Ada", "app_1")).toBe(tint("Bob", "app_1"));
    const tints = Array.from({ length: 60 }, (_, index) => tint("Ada", `app_${index}`));
    expect(new Set(tints).size).toBe(6);
  });
});

describe("an address that somebody else gave", () => {
  test.each(["https://a.example/terms", "http://localhost:8080/"])(
    "may be linked when it is a web one: %s",
    (address) => {
      expect(isWebAddress(address)).toBe(true);
    },
  );

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    " JaVaScRiPt:alert(1)",
    "/terms",
    "//a.example",
    "",
    undefined,
  ])("is not linked otherwise: %s", (address) => {
    expect(isWebAddress(address)).toBe(false);
  });
});

test.each([
  ["xn--e1awd7f.com", "еріс.com"],
  ["xn--fiqs8s:8443", "中国:8443"],
  ["insight.example.com", "insight.example.com"],
  ["localhost:8080", "localhost:8080"],
  ["[::1]:8080", "[::1]:8080"],
])("the host %s reads %s", (host, readable) => {
  expect(unicodeHost(host)).toBe(readable);
});
