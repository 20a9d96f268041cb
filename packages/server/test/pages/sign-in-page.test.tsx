import { describe, expect, test } from "vitest";
import { SignInPage, type SignInPageProps } from "../../src/session/sign-in-page.tsx";
import { htmlOf, textOf } from "./sample-pages.tsx";

function render(changes: Partial<SignInPageProps> = {}): string {
  const props: SignInPageProps = {
    language: "en",
    path: "/login",
    csrf: "the-token",
    returnTo: "/back?a=1&b=2",
  };
  return htmlOf(<SignInPage {...props} {...changes} />);
}

function inputNamed(html: string, name: string): string {
  return new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
}

test("the request that brought the reader here survives in the form", () => {
  expect(inputNamed(render(), "return_to")).toContain(`value="/back?a=1&amp;b=2"`);
});

test("both fields are labelled, may be pasted into and are known to password managers", () => {
  const html = render();
  for (const [name, autocomplete] of [
    ["username", "username"],
    ["password", "current-password"],
  ] as const) {
    expect(html).toContain(`<label for="${name}">`);
    expect(inputNamed(html, name)).toContain(`autocomplete="${autocomplete}"`);
    expect(inputNamed(html, name)).not.toContain("onpaste");
  }
  expect(inputNamed(html, "password")).toContain(`type="password"`);
});

test("the cursor waits where the next thing is to be typed", () => {
  expect(inputNamed(render(), "username")).toContain("autofocus");
  expect(inputNamed(render(), "password")).not.toContain("autofocus");
  expect(inputNamed(render({ username: "ada" }), "username")).not.toContain("autofocus");
  expect(inputNamed(render({ username: "ada" }), "password")).toContain("autofocus");
});

test("the password is never sent back", () => {
  expect(inputNamed(render({ username: "ada", problem: "wrong_credentials" }), "password")).not.toContain(
    "value",
  );
});

test("the control that shows the password waits for its script, and the form does not need it", () => {
  const html = render();
  expect(html).toContain(`<label id="show-password" class="check" hidden="">`);
  expect(html).toMatch(/<form[^>]*>(?:(?!<script).)*<button type="submit"[^>]*>Sign in<\/button><\/form>/s);
});

test("the page names the application that the user continues to", () => {
  expect(textOf(render({ applicationName: "Insight Board" }))).toContain(
    "Sign in to continue to Insight Board.",
  );
  expect(textOf(render())).not.toContain("continue to");
});

describe("a refused attempt", () => {
  test.each(["wrong_credentials", "too_many_attempts", "busy", "missing"] as const)(
    "%s is read out",
    (problem) => {
      expect(render({ problem })).toMatch(/id="sign-in-problem" role="alert"/);
    },
  );

  test("is tied to the fields that it is about", () => {
    for (const name of ["username", "password"]) {
      const field = inputNamed(render({ problem: "wrong_credentials" }), name);
      expect(field).toContain(`aria-invalid="true"`);
      expect(field).toContain(`aria-describedby="sign-in-problem"`);
      expect(inputNamed(render(), name)).not.toContain("aria-");
    }
  });

  test("does not blame what was typed when it was not the reason", () => {
    expect(render({ problem: "busy" })).not.toContain("aria-invalid");
    expect(render({ problem: "too_many_attempts" })).not.toContain("aria-invalid");
  });

  test("says how long to wait when that is known", () => {
    const text = textOf(render({ problem: "too_many_attempts", retryAfterSeconds: 30 }));
    expect(text).toContain("Try again in 30 seconds.");
  });

  test("does not say which of the two was wrong", () => {
    const text = textOf(render({ problem: "wrong_credentials" }));
    expect(text).toContain("Incorrect username or password.");
  });
});

test("who forgot the password reads whom to ask", () => {
  expect(textOf(render())).toContain("Password forgotten? Ask an administrator of this platform");
  expect(textOf(render({ language: "zh-CN" }))).toContain("忘记密码？请联系本平台的管理员");
});
