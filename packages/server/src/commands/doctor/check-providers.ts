import { checkSecretFile } from "@survey-open-platform/service";
import { ConfigError, type Config } from "../../config.ts";
import { ProviderClient } from "../../session/providers/provider-client.ts";
import {
  readProviders,
  type SignInProvider,
  type SignInProviders,
} from "../../session/providers/read-providers.ts";
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
  } catch {
    return {
      level: "warning",
      check,
      says: `The provider ${provider.id} does not respond, or is not the issuer ${provider.issuer}. Users cannot sign in through it.`,
      todo: "Check the issuer in the file, and the way from this machine to it.",
    };
  }
}
