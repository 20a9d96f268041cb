import { checkSecretFile } from "@survey-open-platform/service";
import { ConfigError } from "../../../config/read-config.ts";
import type { Config } from "../../../config/settings.ts";
import { ProviderClient, ProviderError } from "../../../session/providers/provider-client.ts";
import {
  readProviders,
  type SignInProvider,
  type SignInProviders,
} from "../../../session/providers/read-providers.ts";
import type { Finding } from "./finding.ts";

/** Whether the file of OpenID providers is right, its secrets are kept from others, and each provider responds. */
export async function checkProviders(config: Config): Promise<readonly Finding[]> {
  if (config.signInWith === "") return [];
  try {
    const { providers, secretFiles } = readProviders(config, process.env);
    return [...secretFindings(secretFiles), ...(await Promise.all(providers.map(checkProvider)))];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const todo = "Correct the file or SOP_SIGN_IN_WITH; the start would fail.";
    return error.problems.map((says) => ({ level: "error", check: "sign-in-with", says, todo }) as const);
  }
}

function secretFindings(files: SignInProviders["secretFiles"]): readonly Finding[] {
  const holds = "The secret of an OpenID provider is in a file";
  return files.flatMap((path) => checkSecretFile(path, "sign-in-with-permissions", holds));
}

async function checkProvider(provider: SignInProvider): Promise<Finding> {
  const check = "sign-in-with";
  try {
    await new ProviderClient(provider).discover();
    return { level: "ok", check, says: `The provider ${provider.id} responds.` };
  } catch (error) {
    const cause = error instanceof ProviderError ? error.cause : error;
    return {
      level: "warning",
      check,
      says: `The provider ${provider.id} cannot be used: ${provider.issuer} ${reasonOf(cause)}. Users cannot sign in through it.`,
      todo: "Check the issuer in the file, and the way from this machine to it.",
    };
  }
}

/** What the library's codes mean to an operator. */
const reasons: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: "does not respond in time",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "describes itself as another issuer",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "has no description of an OpenID provider at that address",
  OAUTH_RESPONSE_IS_NOT_JSON: "has no description of an OpenID provider at that address",
};

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "cannot be reached";
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return known ?? `cannot be reached (${connectionProblemOf(cause) ?? cause.message})`;
}

/** Why a connection failed, such as `ECONNREFUSED`; that of `fetch` is in its cause. */
function connectionProblemOf({ cause }: Error): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return "code" in cause ? String(cause.code) : cause.message;
}
