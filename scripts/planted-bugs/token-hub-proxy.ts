import type { PlantedBug } from "./planted-bug.ts";

const src = "packages/token-hub/src";

/** The tests of the forward proxy: `proxy("proxy-attacks")`. */
function proxy(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/token-hub/test/proxy/${name}.test.ts`);
}

/** Bugs in what the forward proxy passes on, and when. */
export const tokenHubProxyBugs: readonly PlantedBug[] = [
  {
    name: "hub-proxy-serves-token-calls",
    breaks: "Callers ask the platform for tokens through the proxy.",
    file: `${src}/proxy/proxy-target.ts`,
    find: `|| closed.test(path)`,
    replace: "",
    caughtBy: proxy("proxy-attacks"),
  },
  {
    name: "hub-proxy-takes-callers-token",
    breaks: "A caller sends an access_token of its own beside the hub's.",
    file: `${src}/proxy/proxy-target.ts`,
    find: `if (reserved.test(nameOf(pair)))`,
    replace: `if (reserved.test(pair))`,
    caughtBy: proxy("proxy-attacks"),
  },
  {
    name: "hub-proxy-passes-every-header",
    breaks: "Cookies and addresses of the platform come through to the caller.",
    file: `${src}/proxy/proxy-response.ts`,
    find: `"allow",`,
    replace: `"allow", "location", "content-location", "link", "set-cookie",`,
    caughtBy: proxy("proxy-attacks"),
  },
  {
    name: "hub-proxy-passes-token-in-header",
    breaks: "A header that callers may see is passed on with the token in it.",
    file: `${src}/proxy/proxy-response.ts`,
    find: `if (value !== null && !value.includes(accessToken))`,
    replace: `if (value !== null && value !== accessToken)`,
    caughtBy: proxy("proxy-attacks"),
  },
  {
    name: "hub-proxy-quotes-token",
    breaks: "A page of an error that quotes the address gives the token away.",
    file: `${src}/proxy/token-mask.ts`,
    find: `bytes.fill(asterisk, at, at + this.#secret.length);`,
    replace: `at += this.#secret.length;`,
    caughtBy: proxy("proxy-attacks"),
  },
  {
    name: "hub-proxy-quotes-cut-token",
    breaks: "A token that comes in two pieces passes the mask.",
    file: `${src}/proxy/token-mask.ts`,
    find: `const end = this.#startOfSecretAtEnd(bytes);`,
    replace: `const end = Math.max(bytes.length, this.#startOfSecretAtEnd(bytes));`,
    caughtBy: proxy("proxy-attacks"),
  },
  {
    name: "hub-proxy-ends-half-answers",
    breaks: "An answer of the platform's that breaks off looks whole to the caller.",
    file: `${src}/proxy/proxy-response.ts`,
    find: `cut?.();`,
    replace: "",
    caughtBy: proxy("proxy-streams"),
  },
  {
    name: "hub-proxy-sends-all-twice",
    breaks: "A POST whose token was refused is sent once more by itself.",
    file: `${src}/proxy/proxy-endpoint.ts`,
    find: `if (call.request.method === "GET")`,
    replace: `if (call.request.method !== "")`,
    caughtBy: proxy("proxy"),
  },
  {
    name: "hub-proxy-keeps-a-refused-token",
    breaks: "A token that the platform refused for a POST goes with the next one, too.",
    file: `${src}/proxy/proxy-endpoint.ts`,
    find: `await hasNewer(parts, call, sent.token).catch(() => undefined);`,
    replace: "",
    caughtBy: proxy("proxy"),
  },
  {
    name: "hub-proxy-without-gate",
    breaks: "Calls run through the proxy while the hub kills their token.",
    file: `${src}/proxy/drain-gate.ts`,
    find: `while (this.#opening !== undefined) await unlessAborted(this.#opening.promise, signal);`,
    replace: "",
    caughtBy: proxy("drain-gate"),
  },
  {
    name: "hub-proxy-does-not-drain",
    breaks: "A new token is made while calls with the old one are under way.",
    file: `${src}/proxy/drain-gate.ts`,
    find: `if (!drain || this.#inside === 0) return;`,
    replace: `if (!drain || this.#inside >= 0) return;`,
    caughtBy: proxy("drain-gate", "proxy"),
  },
];
