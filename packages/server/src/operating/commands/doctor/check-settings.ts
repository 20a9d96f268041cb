import { checkMetricsSetting, checkSecretFile, isLoopbackHost } from "@survey-open-platform/service";
import { readDeclaration } from "../../../declaration/read-declaration.ts";
import { readKeyFile } from "../../../config/read-key-file.ts";
import type { Config } from "../../../config/settings.ts";
import { textOfExpected } from "../expected-errors.ts";
import { checkMail } from "./check-mail.ts";
import { checkProviders } from "./check-providers.ts";
import { checkUploads } from "./check-uploads.ts";
import type { Finding } from "./finding.ts";

/** Looks at settings that are each valid by itself. */
export async function checkSettings(config: Config): Promise<readonly Finding[]> {
  return [
    errorStatus(config),
    oauth(config),
    checkMetricsSetting(config.metricsPort, "SOP_METRICS_PORT"),
    ...logLevel(config),
    ...keyFileFindings(config),
    ...(await declarativeFile(config)),
    ...(await checkProviders(config)),
    ...checkUploads(config),
    ...(await checkMail(config)),
  ];
}

function errorStatus({ errorStatus: status }: Config): Finding {
  if (status === "semantic")
    return { level: "ok", check: "error-status", says: "Refusals carry an HTTP status that fits." };
  return {
    level: "note",
    check: "error-status",
    says: "Refusals have HTTP status 200 (error-status is ok, as clients of this interface expect). Monitors that look at the status alone do not see them.",
    todo: "Watch error types in the log or the metrics. With SOP_ERROR_STATUS=semantic they have a 4xx status.",
  };
}

/** Where the issuer comes from: it never follows a request. */
function oauth({ authUrl, host }: Config): Finding {
  if (authUrl !== "")
    return { level: "ok", check: "oauth", says: `OAuth is on, with the issuer ${authUrl}.` };
  if (isLoopbackHost(host))
    return { level: "ok", check: "oauth", says: "OAuth is on for this machine, at the address listened on." };
  return {
    level: "note",
    check: "oauth",
    says: "OAuth is off: the public address of the platform is not known, and its issuer never follows a request.",
    todo: "Set SOP_AUTH_URL to the public address, such as https://survey.example.",
  };
}

function logLevel({ logLevel: level }: Config): readonly Finding[] {
  if (level !== "silent" && level !== "fatal") return [];
  return [
    {
      level: "warning",
      check: "log-level",
      says: `With log-level ${level} neither faults nor the address of the platform are logged.`,
      todo: "Set SOP_LOG_LEVEL to info, or to error at least.",
    },
  ];
}

function keyFileFindings(config: Config): readonly Finding[] {
  const { keyFile } = config;
  if (keyFile === "") return [];
  try {
    readKeyFile(config);
    return [
      ...checkSecretFile(
        keyFile,
        "key-file-permissions",
        "The key file decrypts the keys that sign ID tokens",
      ),
      { level: "ok", check: "key-file", says: `${keyFile} holds keys.` },
    ];
  } catch (error) {
    const says = textOfExpected(error);
    if (says === undefined) throw error;
    return [
      {
        level: "error",
        check: "key-file",
        says,
        todo: "Correct the file or SOP_KEY_FILE; the start would fail.",
      },
    ];
  }
}

async function declarativeFile({ apply }: Config): Promise<readonly Finding[]> {
  if (apply === "") return [];
  try {
    await readDeclaration(apply);
    return [
      ...checkSecretFile(apply, "apply-permissions", "The declarative file may hold passwords and secrets"),
      {
        level: "ok",
        check: "apply",
        says: `${apply} can be read. Whether it can be applied is checked by sop apply.`,
      },
    ];
  } catch (error) {
    const says = textOfExpected(error);
    if (says === undefined) throw error;
    return [
      { level: "error", check: "apply", says, todo: "Correct the file or SOP_APPLY; the start would fail." },
    ];
  }
}
