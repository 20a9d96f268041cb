import { describe, expect, test } from "vitest";
import { ConsentPage, type ConsentPageProps } from "../../src/grants/authorize/consent-page.tsx";
import { htmlOf, textOf } from "./sample-pages.tsx";

const props: ConsentPageProps = {
  language: "en",
  path: "/connect/oauth2/authorize?appid=demo_app",
  csrf: "the-token",
  requestId: "the-request",
  application: {
    name: "Insight Board",
    appid: "demo_app",
    description: "Turns answers into charts.",
    logoPath: "/logos/demo_app",
    developer: "Lovelace Ltd",
    homePage: "https://board.example/start",
    verified: true,
    mayWrite: false,
    terms: "https://board.example/terms",
    privacy: "https://board.example/privacy",
  },
  user: { nickname: "Ada", username: "ada.lovelace", avatar: "" },
  destination: { origin: "https://callback.example" },
  choice: {
    isOffered: true,
    withPersonal: undefined,
    onlyChosen: false,
    chosenCount: 0,
    total: 0,
    chosen: [],
    found: [],
    next: undefined,
    search: "",
    problem: undefined,
  },
  timeZone: "Europe/London",
  action: "/connect/oauth2/authorize/decision",
  accessDays: 3,
  refreshDays: 30,
  switchAccountAction: "/connect/oauth2/authorize/switch",
};

function render(changes: Partial<ConsentPageProps> = {}): string {
  return htmlOf(<ConsentPage {...props} {...changes} />);
}

function renderApplication(changes: Partial<ConsentPageProps["application"]>): string {
  return render({ application: { ...props.application, ...changes } });
}

/** The page without its header and footer. */
function mainOf(html: string): string {
  return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
}

const partsInOrder = {
  en: [
    "use your survey data?</h1>",
    "/logos/demo_app",
    "Lovelace Ltd",
    "<code>board.example</code>",
    "has verified the developer",
    "ada.lovelace",
    "Use a different account",
    "The application can",
    "see the answers to your surveys",
    "The application cannot",
    "see your password",
    "Each access token lasts 3 days",
    "up to 30 days from now",
    `href="/account/applications"`,
    "<code>https://callback.example</code>",
    `href="https://board.example/terms"`,
    `href="https://board.example/privacy"`,
    `value="allow"`,
    `value="deny"`,
  ],
  "zh-CN": [
    "使用您的问卷数据？</h1>",
    "/logos/demo_app",
    "Lovelace Ltd",
    "<code>board.example</code>",
    "已核实该应用的开发者身份",
    "ada.lovelace",
    "切换账号",
    "它可以",
    "查看您的问卷收到的答卷",
    "它不能",
    "获取您的密码",
    "访问令牌每次有效 3 天",
    "从现在起最长 30 天",
    `href="/account/applications"`,
    "<code>https://callback.example</code>",
    `href="https://board.example/terms"`,
    `href="https://board.example/privacy"`,
    `value="allow"`,
    `value="deny"`,
  ],
} as const;

test.each(["en", "zh-CN"] as const)(
  "the eight parts come in the order in which they are needed (%s)",
  (language) => {
    const main = mainOf(render({ language }));
    const places = partsInOrder[language].map((part) => main.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  },
);

describe("the decision", () => {
  const form =
    /<form[^>]*action="\/connect\/oauth2\/authorize\/decision".*?<\/form>/s.exec(render())?.[0] ?? "";

  test("is one POST form that carries the request, the token against forgery and the way back to the page", () => {
    expect(form).toMatch(/^<form method="post"/);
    const inputs = [...form.matchAll(/<input ([^>]*)\/>/g)].map((match) => match[1]);
    expect(inputs).toEqual([
      `type="hidden" name="csrf" value="the-token"`,
      `type="hidden" name="request" value="the-request"`,
      `type="hidden" name="link" value="/connect/oauth2/authorize?appid=demo_app"`,
    ]);
  });

  test("has two buttons that differ in nothing but what they say", () => {
    const buttons = [...form.matchAll(/<button ([^>]*)>/g)].map((match) => match[1] ?? "");
    expect(buttons).toHaveLength(2);
    expect(buttons[0]?.replace("allow", "deny")).toBe(buttons[1]);
    expect(textOf(form)).toBe("AllowDeny");
    expect(form).not.toMatch(/autofocus|disabled/);
  });

  test("is the last thing on the page", () => {
    expect(mainOf(render()).endsWith(`${form}</article></main>`)).toBe(true);
  });
});

describe("an application that is not verified", () => {
  test("gets a visible box with words before the buttons", () => {
    const main = mainOf(renderApplication({ verified: false }));
    const box = main.indexOf(`<div class="notice notice-warning"`);
    expect(box).toBeGreaterThan(-1);
    expect(main.slice(box)).toContain("This application is not verified");
    expect(box).toBeLessThan(main.indexOf("<button"));
    expect(main).not.toContain("has verified the developer");
  });

  test("is not called verified anywhere", () => {
    expect(textOf(mainOf(renderApplication({ verified: false })))).not.toMatch(/\bVerified\b/);
    expect(mainOf(render())).not.toContain("notice-warning");
  });
});

describe("the application's own addresses", () => {
  test("show the home page's host alone, because a path can say anything", () => {
    const main = mainOf(
      renderApplication({ homePage: "https://evil.example/https://bank.example/verified" }),
    );
    expect(main).toContain("<code>evil.example</code>");
    expect(main).not.toContain("bank.example");
  });

  test("show look-alike letters in punycode first and readable second", () => {
    const text = textOf(renderApplication({ homePage: "https://еріс.com/" }));
    expect(text).toContain("xn--e1awd7f.com (shown as еріс.com)");
  });

  test("show where the browser goes next in both spellings as well", () => {
    const destination = { origin: "https://xn--e1awd7f.com", unicodeOrigin: "https://еріс.com" };
    expect(textOf(render({ destination }))).toContain("https://xn--e1awd7f.com (shown as https://еріс.com)");
  });

  test("say so when there is no home page", () => {
    expect(textOf(renderApplication({ homePage: "" }))).toContain("The application has no website listed.");
    expect(textOf(renderApplication({ homePage: "javascript:alert(1)" }))).toContain(
      "The application has no website listed.",
    );
  });

  test("are never linked when they are not web addresses", () => {
    const main = mainOf(renderApplication({ terms: "javascript:alert(1)", privacy: "data:text/html,x" }));
    expect(main).not.toMatch(/javascript:|data:/);
    expect(textOf(main)).toContain("not provided terms of service or a privacy policy");
  });

  test("are linked one by one when only one is given", () => {
    const main = mainOf(renderApplication({ terms: undefined }));
    expect(main).toContain("Privacy policy");
    expect(main).not.toContain("Terms of service");
  });
});

test("using another account keeps the request", () => {
  const form =
    /<form[^>]*action="\/connect\/oauth2\/authorize\/switch".*?<\/form>/s.exec(render())?.[0] ?? "";
  expect(form).toContain(`name="request" value="the-request"`);
  expect(form).toContain(`name="csrf" value="the-token"`);
  expect(form).not.toContain("decision");
});

test("lifetimes shorter than a day are shown in full", () => {
  const text = textOf(render({ accessDays: 60 / 86_400, refreshDays: 0.25 }));
  expect(text).toContain("Each access token lasts 1 minute");
  expect(text).toContain("up to 6 hours from now");
});

test("an application without description or developer leaves no empty lines", () => {
  const html = renderApplication({ description: "", developer: "" });
  expect(html).not.toContain("In its own words");
  expect(html).not.toContain(">by <");
});

describe("what a client of OAuth asks for", () => {
  const [surveys, answers] = [8, 16];

  test("is put in words, one sentence for each scope, with the place in large letters", () => {
    const main = mainOf(render({ scopes: { asked: surveys | answers, held: 0 } }));
    expect(textOf(main)).toContain("It asks for");
    expect(textOf(main)).toContain("see the answers to your surveys");
    expect(textOf(main)).not.toContain("see your nickname");
    expect(main).toContain(`class="destination destination-large"`);
  });

  test("shows what is new first, and then what stays", () => {
    const text = textOf(mainOf(render({ scopes: { asked: surveys | answers, held: surveys } })));
    const places = ["New: it asks for", "see the answers", "You allowed this before", "titles, questions"];
    const found = places.map((part) => text.indexOf(part));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  test("leaves nothing to choose when it is a sign-in alone", () => {
    expect(mainOf(render({ scopes: { asked: 3, held: 0 } }))).not.toContain(`name="surveys"`);
    expect(mainOf(render({ scopes: { asked: surveys, held: 0 } }))).toContain(`name="surveys"`);
  });
});
