import { expect, test } from "vitest";
import { approve } from "../../../support/approve.ts";
import { declare } from "../../../support/declare.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleSecrets } from "../../../support/sample-declaration.ts";

/** What the test uses of the library. Its own types bring those of browsers with them, for all tests. */
interface AuthJs {
  readonly Auth: (request: Request, config: AuthConfig) => Promise<Response>;
}

interface AuthConfig {
  readonly secret: string;
  readonly trustHost: boolean;
  readonly basePath: string;
  readonly providers: readonly object[];
}

const { Auth } = (await import(import.meta.resolve("@auth/core"))) as AuthJs;

const site = "https://insight.example";

/** A website that is nothing but Auth.js, and a browser that keeps its cookies. */
function openSite(config: AuthConfig) {
  const cookies = new Map<string, string>();
  return async (path: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const posted = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
    const response = await Auth(new Request(site + path, { headers: { cookie }, ...posted }), config);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

test.each([
  ["signs a user in, with nothing but the issuer", {}, undefined],
  ["knows the name when it is to ask for it", { idToken: false }, "Ada"],
])("Auth.js %s", async (_, options, name) => {
  const platform = await startListeningPlatform();
  // The library compares times with those of this machine.
  platform.clock.now = Date.now();
  const provider = { id: "survey", name: "Survey", type: "oidc", issuer: platform.url, ...options } as const;
  await declare(platform, {
    applications: [
      {
        appid: "auth_js",
        secret: sampleSecrets.demoApp,
        name: "Auth.js",
        owner: "ada",
        redirect_uris: [`${site}/auth/callback/survey`],
      },
    ],
  });
  const visit = openSite({
    secret: "a secret of the website",
    trustHost: true,
    basePath: "/auth",
    providers: [{ ...provider, clientId: "auth_js", clientSecret: sampleSecrets.demoApp }],
  });
  // The library answers with an object.
  const { csrfToken } = (await (await visit("/auth/csrf")).json()) as { csrfToken: string };
  const begun = await visit("/auth/signin/survey", { csrfToken, callbackUrl: site });
  const back = await approve(platform, begun.headers.get("location") ?? "");
  const signedIn = await visit(back.pathname + back.search);
  expect(signedIn.headers.get("location")).toBe(site);
  // The library answers with an object.
  const session = (await (await visit("/auth/session")).json()) as { user?: { name?: string } };
  expect(session).toHaveProperty("expires");
  expect(session.user?.name).toBe(name);
});
