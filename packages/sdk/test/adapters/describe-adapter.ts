import { describe, expect, test } from "vitest";
import { secrets, setStage, type BuildApplication, type Stage } from "./stage.ts";

const exchanges = ({ platform }: Stage) =>
  platform.calls.filter(({ grantType }) => grantType === "authorization_code");

/** What signing in has to hold with every framework. */
export function describeAdapter(framework: string, build: BuildApplication): void {
  describe(`signing in with ${framework}`, () => {
    test("redirects a user through the platform and back to the page", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      const asked = await browser.get("/surveys?page=1&x=%2F");
      expect([asked.status, asked.location]).toEqual([
        303,
        "/login?return_to=%2Fsurveys%3Fpage%3D1%26x%3D%252F",
      ]);
      expect(await stage.signIn(browser, asked.location)).toBe("/surveys?page=1&x=%2F");
      const shown = await browser.get("/surveys?page=1&x=%2F");
      expect([shown.status, JSON.parse(shown.body)]).toEqual([
        200,
        { hasOpenid: true, titles: ["Customers", "Suppliers"] },
      ]);
    });

    test("shows the browser no token, no secret and no openid, whatever it asks for", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      await stage.signIn(browser);
      for (const path of ["/surveys", "/login", "/callback", "/callback?state=x"]) await browser.get(path);
      await browser.request("/logout", { method: "POST" });
      const everything = browser.received.join("\n");
      expect(everything).not.toMatch(/sop[curts]_[\w-]/);
      expect(everything).not.toContain(secrets.secret);
      expect(everything).not.toContain(secrets.sessionSecret);
      const opened = browser.setCookies.map((line) => Buffer.from(line.split(/[=.;]/)[3] ?? "", "base64url"));
      expect(opened.length).toBeGreaterThan(2);
      for (const bytes of opened) expect(bytes.toString("latin1")).not.toMatch(/sop[curts]_/);
    });

    test("sets cookies that no script reads, no other site sends and no subdomain replaces", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      await stage.signIn(browser);
      expect(browser.setCookies.length).toBeGreaterThanOrEqual(3);
      for (const line of browser.setCookies) {
        expect(line).toMatch(
          /^__Host-sop_app_\w+=[\w.-]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
        );
      }
      expect([...browser.cookies.keys()]).toEqual(["__Host-sop_app_session"]);
    });

    test("answers with headers that let nothing be kept or passed on", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      const callback = await stage.consent(browser);
      const visits = [
        await browser.get("/login"),
        await browser.get("/surveys"),
        await browser.get("/surveys", { accept: "application/json" }),
        await browser.get("/callback"),
        await browser.get(callback),
        await browser.request("/logout", { method: "POST" }),
      ];
      for (const { headers } of visits) {
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("referrer-policy")).toBe("no-referrer");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
      }
    });

    test("shows a user that access was denied, and does not sign them in", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      const visit = await browser.get(await stage.consent(browser, "/login", "deny"));
      expect(visit.status).toBe(403);
      expect(visit.body).toContain("You did not allow");
      expect(exchanges(stage)).toEqual([]);
      expect(browser.cookies.size).toBe(0);
    });

    test("does not end a sign-in in a browser that did not begin it, and still ends it in the one that did", async () => {
      const stage = await setStage(build);
      const [victim, attacker] = [stage.newBrowser(), stage.newBrowser()];
      const callback = await stage.consent(attacker);
      await victim.get("/login");
      expect((await victim.get(callback)).status).toBe(400);
      expect(exchanges(stage)).toEqual([]);
      expect((await attacker.get(callback)).status).toBe(303);
    });

    test.each([
      "",
      "?code=x",
      "?code=x&state=",
      "?code=x&state=abc",
      "?error=access_denied",
      "?code=x&state=a&state=a",
    ])("takes /callback%s for no end of a sign-in", async (query) => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      await browser.get("/login");
      expect((await browser.get(`/callback${query}`)).status).toBe(400);
      expect(stage.platform.calls).toEqual([]);
    });

    test("redirects a user who opens the callback again, and exchanges the code once", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      const callback = await stage.consent(browser, "/login?return_to=/surveys");
      const login = new Map(browser.cookies);
      await browser.get(callback);
      // A reload can be under way before the cookie of the sign-in is gone.
      for (const [name, value] of login) browser.cookies.set(name, value);
      const again = await browser.get(callback);
      expect([again.status, again.location]).toEqual([303, "/surveys"]);
      expect(exchanges(stage)).toHaveLength(1);
    });

    test("exchanges the code of one of two callbacks that come at once, and the person is signed in", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      const callback = await stage.consent(browser);
      const statuses = (await Promise.all([browser.get(callback), browser.get(callback)])).map(
        ({ status }) => status,
      );
      expect(new Set(statuses)).toEqual(new Set([303, 400]));
      expect(exchanges(stage)).toHaveLength(1);
      expect((await browser.get("/surveys")).status).toBe(200);
    });

    test("does not sign in when the platform fails, does not retry, and the next sign-in works", async () => {
      for (const kind of [
        "lost_response",
        "server_error",
        "network_error",
        "rate_limited",
        "proxy_error",
      ] as const) {
        const stage = await setStage(build);
        const browser = stage.newBrowser();
        const callback = await stage.consent(browser);
        stage.platform.inject({ kind, on: "token" });
        expect([kind, (await browser.get(callback)).status]).toEqual([kind, 502]);
        expect(browser.cookies.size).toBe(0);
        expect(stage.platform.calls.filter(({ path }) => path.endsWith("access_token"))).toHaveLength(1);
        expect(await stage.signIn(browser)).toBe("/");
      }
    });

    test.each([
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/%09/evil.example/..//evil.example",
      "javascript:alert(1)",
    ])("never leads to %s", async (target) => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      const location = await stage.signIn(browser, `/login?return_to=${encodeURIComponent(target)}`);
      expect(new URL(location, "https://application.example").origin).toBe("https://application.example");
      expect(["/", target]).toContain(location);
    });

    test("tells a program to sign in instead of leading it anywhere", async () => {
      const stage = await setStage(build);
      const visit = await stage.newBrowser().get("/surveys", { accept: "application/json" });
      expect([visit.status, JSON.parse(visit.body)]).toEqual([
        401,
        { error: "sign_in_required", login: "/login" },
      ]);
    });

    test("asks a user who has revoked access to sign in again, and lets them", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      await stage.signIn(browser);
      const openid = stage.platform.calls.length > 0 ? await openidOf(stage) : "";
      expect(stage.platform.revokeConsent(openid)).toBe(true);
      const visit = await browser.get("/surveys");
      expect([visit.status, visit.location]).toEqual([303, "/login?return_to=%2Fsurveys"]);
      expect(await stage.signIn(browser, visit.location)).toBe("/surveys");
      expect((await browser.get("/surveys")).status).toBe(200);
    });

    test("signs out by POST from the application alone", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      await stage.signIn(browser);
      const post = (headers: Readonly<Record<string, string>>) =>
        browser.request("/logout", { method: "POST", headers });
      expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect((await post({ origin: "https://evil.example" })).status).toBe(403);
      expect((await browser.get("/surveys")).status).toBe(200);
      const out = await post({ origin: "https://application.example" });
      expect([out.status, out.location]).toEqual([303, "/"]);
      expect((await browser.get("/surveys")).status).toBe(303);
    });

    test("leaves the application's own failures to the framework", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      await stage.signIn(browser);
      expect((await browser.get("/broken")).status).toBe(500);
    });

    test("does not use up a sign-in for a HEAD", async () => {
      const stage = await setStage(build);
      const browser = stage.newBrowser();
      const callback = await stage.consent(browser);
      expect((await browser.request(callback, { method: "HEAD" })).status).toBeGreaterThanOrEqual(400);
      expect(exchanges(stage)).toEqual([]);
      expect((await browser.get(callback)).status).toBe(303);
    });
  });
}

/** The openid of the only person who has signed in, as the platform knows it. */
async function openidOf({ platform, options }: Stage): Promise<string> {
  const { data } = (await (
    await platform.fetch(
      `${platform.baseUrl}/api/oauth2/access_token?${new URLSearchParams({
        appid: options.appid,
        secret: options.secret,
        code: platform.obtainCode(),
        grant_type: "authorization_code",
      }).toString()}`,
    )
  )
    // The envelope of a successful exchange.
    .json()) as { readonly data: { readonly openid: string } };
  return data.openid;
}
