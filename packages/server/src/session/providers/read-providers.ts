import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { ConfigError } from "../../config/read-config.ts";
import type { Config } from "../../config/settings.ts";

/** An OpenID provider through which users can sign in. */
export interface SignInProvider {
  /** In addresses: `/login/with/{id}`. */
  readonly id: string;
  /** What users know it by. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The providers of a platform, and the files that hold their secrets. */
export interface SignInProviders {
  readonly providers: readonly SignInProvider[];
  readonly secretFiles: readonly string[];
}

const someText = z.string().min(1).max(500);

const providerFields = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,32}$/, "must be 1 to 32 small letters, digits or -"),
    name: z.string().regex(/^[^\p{Cc}]{1,60}$/u, "must be one line of 1 to 60 characters"),
    issuer: z.string().refine(isIssuer, "must be an https address without query (http on this machine)"),
    client_id: someText,
    client_secret: someText.optional(),
    client_secret_env: someText.optional(),
    client_secret_file: someText.optional(),
  })
  .refine(
    ({ client_secret, client_secret_env, client_secret_file }) =>
      [client_secret, client_secret_env, client_secret_file].filter(Boolean).length === 1,
    "needs exactly one of client_secret, client_secret_env and client_secret_file",
  );

const fileFields = z.strictObject({
  providers: z
    .array(providerFields)
    .min(1)
    .max(20)
    .refine(
      (all) =>
        new Set(all.map(({ id }) => id)).size === all.length &&
        new Set(all.map(({ issuer }) => issuer)).size === all.length,
      "must not name an id or an issuer twice",
    ),
});

type ProviderFields = z.infer<typeof providerFields>;

/** TLS protects the response of a provider (OpenID Connect Discovery, section 4). */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return (protocol === "https:" || (protocol === "http:" && isHere)) && search + hash + username === "";
}

/**
 * Reads the file that `sign-in-with` names, and the files and variables that it names. Paths begin at the folder of the file.
 *
 * @throws `ConfigError` with all problems; no value of the file is in it
 */
export function readProviders(
  { signInWith, authUrl }: Pick<Config, "signInWith" | "authUrl">,
  environment: Readonly<Record<string, string | undefined>>,
): SignInProviders {
  if (signInWith === "") return { providers: [], secretFiles: [] };
  // Providers compare the redirect address character by character, so it cannot follow the Host header.
  if (authUrl === "") throw new ConfigError(["SOP_SIGN_IN_WITH needs SOP_AUTH_URL, the public origin"]);
  const parsed = fileFields.safeParse(parseFile(signInWith), { reportInput: false });
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => problemOf(signInWith, issue)));
  const { providers } = parsed.data;
  return {
    providers: providers.map((fields) => resolveProvider(fields, { path: signInWith, environment })),
    secretFiles: [
      ...(providers.some(({ client_secret }) => client_secret !== undefined) ? [signInWith] : []),
      ...providers.flatMap(({ client_secret_file: file }) =>
        file === undefined ? [] : [resolve(dirname(signInWith), file)],
      ),
    ],
  };
}

function parseFile(path: string): unknown {
  try {
    return parseYaml(readFileSync(path, "utf8"));
  } catch (error) {
    // The parser's message may quote a line with a secret.
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new ConfigError([`SOP_SIGN_IN_WITH: ${path} cannot be read as YAML (${why})`]);
  }
}

function problemOf(file: string, { path, message, code }: z.core.$ZodIssue): string {
  const place = path.length === 0 ? "the file" : path.map(String).join(".");
  if (code === "unrecognized_keys") return `SOP_SIGN_IN_WITH: ${file}: ${place} has an unknown field`;
  const why = message.startsWith("Invalid input") ? "is missing or of the wrong kind" : message;
  return `SOP_SIGN_IN_WITH: ${file}: ${place} ${why}`;
}

interface SecretPlaces {
  readonly path: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

function resolveProvider(fields: ProviderFields, places: SecretPlaces): SignInProvider {
  const { id, name, issuer, client_id: clientId } = fields;
  const clientSecret = secretOf(fields, places);
  if (clientSecret === undefined || clientSecret === "")
    throw new ConfigError([`SOP_SIGN_IN_WITH: the secret of the provider ${id} is empty or cannot be read`]);
  return { id, name, issuer, clientId, clientSecret };
}

function secretOf(
  { client_secret, client_secret_env: variable, client_secret_file: file }: ProviderFields,
  { path, environment }: SecretPlaces,
): string | undefined {
  if (variable !== undefined) return environment[variable];
  if (file === undefined) return client_secret;
  try {
    return readFileSync(resolve(dirname(path), file), "utf8").trim();
  } catch {
    return undefined;
  }
}
