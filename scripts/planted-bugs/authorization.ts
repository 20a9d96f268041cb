import { security, type PlantedBug } from "./planted-bug.ts";

/** Mistakes on the way from an authorization link to a token, and in what a consent covers. */
export const authorizationBugs: readonly PlantedBug[] = [
  {
    name: "redirect-prefix-match",
    breaks: "An address is redirected to if it begins with a registered one.",
    file: "packages/server/src/model/redirect-uri.ts",
    find: "registered.includes(requested) ||",
    replace: "registered.some((uri) => requested.startsWith(uri)) ||",
    caughtBy: security("redirect-uri"),
  },
  {
    name: "redirect-fragment-registered",
    breaks: "An address with a fragment can be registered.",
    file: "packages/server/src/model/redirect-uri.ts",
    find: `(text) => text.includes("#"), "fragment`,
    replace: `(text) => text.includes("##"), "fragment`,
    caughtBy: security("redirect-uri-registration"),
  },
  {
    name: "removed-address-still-used",
    breaks: "An address that was taken away while a consent page was open still gets its code.",
    file: "packages/server/src/store/tokens/decide-authorization-request.ts",
    find: "verifiedRedirectUri(registered, redirectUri,",
    replace: "verifiedRedirectUri([redirectUri, ...registered], redirectUri,",
    caughtBy: security("redirect-uri"),
  },
  {
    name: "repeated-parameter-accepted",
    breaks: "Of a parameter that is given twice the last one counts.",
    file: "packages/server/src/http/parameters.ts",
    find: "const isAdded = item !== undefined && lists",
    replace: "const isAdded = item === undefined || lists",
    caughtBy: security("redirect-uri", "authorization-request"),
  },
  {
    name: "consent-remembered",
    breaks: "A user who allowed an application once is not asked again.",
    file: "packages/server/src/grants/authorize/ask-for-consent.tsx",
    find: "return showConsent(pageRequest, lifetimes,",
    replace:
      'const { session } = pageRequest;\n      const allowed = await store.listAuthorizedApplications({ userId: session.user.id, search: "", limit: 100 });\n      if (allowed.some(({ appid }) => appid === consent.application.appid)) {\n        const { id: userId, username } = session.user;\n        const actor = { userId, username, address: pageRequest.address.text };\n        const code = `sopc_${requestId}`;\n        const given = { requestHash: hashToken(requestId), sessionHash: session.hash, actor };\n        await store.decideAuthorizationRequest({ ...given, decision: "allow", codeHash: hashToken(code) });\n        const Location = `${consent.asked.redirectUri}?code=${code}&state=${consent.asked.state}`;\n        return new Response(null, { status: 303, headers: { Location } });\n      }\n      return showConsent(pageRequest, lifetimes,',
    caughtBy: security("consent"),
  },
  {
    name: "consent-page-of-any-session",
    breaks: "A consent page can be answered from another session than the one that opened it.",
    file: "packages/server/src/store/tokens/decide-authorization-request.ts",
    find: `.where("r.session_hash", "=", given.sessionHash)`,
    replace: "",
    caughtBy: security("consent-session"),
  },
  {
    name: "second-answer-counts",
    breaks: "A user who refused can be made to allow by the same page.",
    file: "packages/server/src/store/tokens/decide-authorization-request.ts",
    find: `if (request.decision !== null) return isRepetition(request, given) ? done : { problem: "already_answered" };`,
    replace: `if (request.decision === "deny" && given.decision === "allow") await grantAndIssueCode(transaction, given, request);
  if (request.decision !== null) return request.decision === "allow" && given.decision === "deny" ? { problem: "already_answered" } : done;`,
    caughtBy: security("consent-once"),
  },
  {
    name: "later-consent-widens-earlier-tokens",
    breaks: "Once a user consents to writing, every earlier token of the application may write.",
    file: "packages/server/src/store/tokens/user-token-table.ts",
    find: "t.may_write * g.may_write * a.may_write",
    replace: "g.may_write * a.may_write",
    caughtBy: security("write-permission"),
  },
  {
    name: "consent-to-what-the-page-did-not-say",
    breaks:
      "A page that asked for reading gives writing, if the application asks for it when the user decides.",
    file: "packages/server/src/store/tokens/decide-authorization-request.ts",
    find: "showsWriting === 1 && asksForWriting !== 0",
    replace: "showsWriting >= 0 && asksForWriting !== 0",
    caughtBy: security("write-permission"),
  },
];
