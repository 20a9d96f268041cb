import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** Mistakes about what developers manage themselves. */
export const applicationBugs: readonly PlantedBug[] = [
  {
    name: "token-calls-from-anywhere",
    breaks: "An application's list of networks is not enforced.",
    file: `${src}/token/client-checks.ts`,
    find: "isInNetworks(client.allowedNetworks, address.text)",
    replace: `isInNetworks("", address.text)`,
    caughtBy: security("application-rules"),
  },
  {
    name: "pkce-not-required",
    breaks: "An application that requires PKCE gets a consent page without a code challenge.",
    file: `${src}/authorize/authorization-checks.ts`,
    find: "method === undefined && !requiresPkce",
    replace: "method === undefined && (requiresPkce || !requiresPkce)",
    caughtBy: security("application-rules"),
  },
  {
    name: "code-without-verifier",
    breaks: "A code from before an application required PKCE is exchanged without a verifier.",
    file: `${src}/token/authorization-code-grant.ts`,
    find: "application.requiresPkce === 1 && codeChallenge === null",
    replace: "application.requiresPkce > 1 && codeChallenge === null",
    caughtBy: security("application-rules"),
  },
];
