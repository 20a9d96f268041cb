import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** Mistakes on the way from an authorization link to a code. */
export const authorizationBugs: readonly PlantedBug[] = [
  {
    name: "redirect-prefix-match",
    breaks: "An address is redirected to if it begins with a registered one.",
    file: `${src}/model/redirect-uri.ts`,
    find: "return registered.includes(requested)",
    replace: "return registered.some((uri) => requested.startsWith(uri))",
    caughtBy: security("redirect-uri"),
  },
  {
    name: "redirect-case-insensitive",
    breaks: "An address is redirected to if it is a registered one in other letters.",
    file: `${src}/model/redirect-uri.ts`,
    find: "return registered.includes(requested)",
    replace: "return registered.some((uri) => uri.toLowerCase() === requested.toLowerCase())",
    caughtBy: security("redirect-uri"),
  },
  {
    name: "redirect-same-origin-and-path",
    breaks: "An address is parsed before it is compared, and its query, user name and fragment are left out.",
    file: `${src}/model/redirect-uri.ts`,
    find: "return registered.includes(requested)",
    replace: `const place = (uri: string) => { const url = URL.parse(uri); return url && url.origin + url.pathname; };
  return registered.some((uri) => place(uri) === place(requested))`,
    caughtBy: security("redirect-uri"),
  },
  {
    name: "redirect-trimmed",
    breaks: "White space around an address is forgiven.",
    file: `${src}/authorize/authorization-checks.ts`,
    find: "verifiedRedirectUri(application.redirectUris, requested)",
    replace: "verifiedRedirectUri(application.redirectUris, requested.trim())",
    caughtBy: security("redirect-uri"),
  },
  {
    name: "redirect-decoded-twice",
    breaks: "An address that was encoded twice is decoded twice.",
    file: `${src}/authorize/authorization-checks.ts`,
    find: "verifiedRedirectUri(application.redirectUris, requested)",
    replace:
      "verifiedRedirectUri(application.redirectUris, /%(?![0-9a-f]{2})/i.test(requested) ? requested : decodeURIComponent(requested))",
    caughtBy: security("redirect-uri"),
  },
  {
    name: "redirect-fragment-registered",
    breaks: "An address with a fragment can be registered.",
    file: `${src}/model/redirect-uri.ts`,
    find: `(text) => text.includes("#"), "fragment`,
    replace: `(text) => text.includes("##"), "fragment`,
    caughtBy: security("redirect-uri-registration"),
  },
  {
    name: "removed-address-still-used",
    breaks: "An address that was taken away while a consent page was open still gets its code.",
    file: `${src}/store/authorization-request-table.ts`,
    find: `[request.registeredUri ?? ""]`,
    replace: "[request.redirectUri]",
    caughtBy: security("redirect-uri"),
  },
  {
    name: "disabled-application-still-answered",
    breaks: "An application that was disabled while a consent page was open still gets its code.",
    file: `${src}/store/authorization-request-table.ts`,
    find: "if (request.disabled === 1)",
    replace: "if (request.disabled > 1)",
    caughtBy: security("consent-session"),
  },
  {
    name: "repeated-parameter-accepted",
    breaks: "Of a parameter that is given twice the last one counts.",
    file: `${src}/http/parameters.ts`,
    find: "const isAdded = item !== undefined && lists",
    replace: "const isAdded = item === undefined || lists",
    caughtBy: security("redirect-uri", "authorization-request"),
  },
  {
    name: "head-served-as-get",
    breaks: "HEAD on an authorization link leaves a pending request behind.",
    file: `${src}/session/unattended.ts`,
    find: `if (req.method !== "GET")`,
    replace: `if (req.method !== "GET" && req.method !== "HEAD")`,
    caughtBy: security("unattended-requests"),
  },
  {
    name: "prefetch-served",
    breaks: "A browser that fetches a link ahead of time leaves a pending request behind.",
    file: `${src}/session/unattended.ts`,
    find: "if (purposes.some(",
    replace: "if (purposes.every(",
    caughtBy: security("unattended-requests"),
  },
  {
    name: "consent-remembered",
    breaks: "A user who allowed an application once is not asked again.",
    file: `${src}/authorize/authorization-page.tsx`,
    find: "return showConsent(visit, lifetimes,",
    replace: `const allowed = await store.listAuthorizedApplications({ userId: session.user.id, search: "", limit: 100 });
      if (allowed.some(({ appid }) => appid === request.application.appid)) {
        const { id: userId, username } = session.user;
        const actor = { userId, username, address: visit.address.text };
        const code = \`sopc_\${requestId}\`;
        const given = { requestHash: hashToken(requestId), sessionHash: session.hash, actor };
        await store.decideAuthorizationRequest({ ...given, decision: "allow", codeHash: hashToken(code) });
        return redirectTo(\`\${request.redirectUri}?code=\${code}&state=\${request.state}\`);
      }
      return showConsent(visit, lifetimes,`,
    caughtBy: security("consent"),
  },
  {
    name: "consent-page-of-any-session",
    breaks: "A consent page can be answered from another session than the one that opened it.",
    file: `${src}/store/authorization-request-table.ts`,
    find: `.where("r.session_hash", "=", given.sessionHash)`,
    replace: "",
    caughtBy: security("consent-session"),
  },
  {
    name: "consent-page-open-for-ever",
    breaks: "A consent page can be answered however long it was open.",
    file: `${src}/store/authorization-request-table.ts`,
    find: `.where("r.expires_at", ">", nowMs)`,
    replace: "",
    caughtBy: security("consent-session"),
  },
  {
    name: "second-answer-counts",
    breaks: "A user who refused can be made to allow by the same page.",
    file: `${src}/store/authorization-request-table.ts`,
    find: "if (decision !== null && !isRepetition(request, given))",
    replace: `if (decision === "deny" && given.decision === "allow") await grantAndIssueCode(transaction, given, request);
  if (decision === "allow" && given.decision === "deny")`,
    caughtBy: security("consent-once"),
  },
  {
    name: "used-code-sent-again",
    breaks: "A form that is sent again hands out the code that was exchanged already.",
    file: `${src}/store/authorization-request-table.ts`,
    find: `(decision === "deny" || request.exchangeableCode !== null)`,
    replace: "decision.length > 0",
    caughtBy: security("used-code", "consent-once"),
  },
  {
    name: "code-per-click",
    breaks: "Each click on the same button leads to another place, all but one of them dead.",
    file: `${src}/authorize/consent-decision.ts`,
    find: `.update("code")`,
    replace: ".update(String(Math.random()))",
    caughtBy: security("consent-once"),
  },
  {
    name: "pending-requests-pile-up",
    breaks: "Each look at a consent page leaves a row until it expires, however many there are.",
    file: `${src}/store/authorization-request-table.ts`,
    find: "await closeOldRequests(transaction, request.sessionHash);",
    replace: "",
    caughtBy: security("consent-once"),
  },
  {
    name: "state-checked-at-its-beginning",
    breaks: "A state may be anything as long as it begins well.",
    file: `${src}/authorize/authorization-checks.ts`,
    find: "/^[A-Za-z0-9]{1,128}$/",
    replace: "/^[A-Za-z0-9]{1,128}/",
    caughtBy: security("authorization-request"),
  },
  {
    name: "scope-not-checked",
    breaks: "A link may ask for any scope.",
    file: `${src}/authorize/authorization-checks.ts`,
    find: "if (scope !== userScope)",
    replace: `if (scope === "")`,
    caughtBy: security("authorization-request"),
  },
  {
    name: "redirect-cached",
    breaks: "An answer that carries a code or a session may be kept on the way.",
    file: `${src}/pages/redirect-to.ts`,
    find: `"Cache-Control": "no-store", `,
    replace: "",
    caughtBy: security("page-headers"),
  },
];
