export type { Command, CommandArguments } from "./command-line/command.ts";
export { CommandError, expectedErrorText, type ExpectedErrors } from "./command-line/expected-error.ts";
export { UsageError } from "./command-line/known-arguments.ts";
export { repeatedArgument } from "./command-line/repeated-argument.ts";
export { packageVersion } from "./command-line/package-version.ts";
export { runProgram, type Program } from "./command-line/run-program.ts";
export { serveOnAfterRejections } from "./command-line/serve-on-after-rejections.ts";
export { textTable } from "./command-line/text-table.ts";
export { exitOnceWritten, startUntilSignal, type RunningService } from "./command-line/stop-on-signal.ts";
export { checkClusterPorts } from "./doctor/cluster-ports.ts";
export { checkDatabaseProtection } from "./doctor/database-protection.ts";
export { checkDatabaseServers } from "./doctor/database-servers.ts";
export type { Finding, FindingLevel } from "./doctor/finding.ts";
export { checkMetricsSetting } from "./doctor/metrics-setting.ts";
export { jsonArgument, printFindings } from "./doctor/report.ts";
export { checkSecretFile } from "./doctor/secret-file.ts";
export {
  clientAddress,
  parseAddress,
  type ClientAddress,
  type RequestOrigin,
} from "./http/client-address.ts";
export { addHealth, type Health } from "./http/health.ts";
export { listen, type Listener, type ListenerOptions, type NativeHandler } from "./http/listener.ts";
export { isLoopbackHost } from "./http/loopback-host.ts";
export { countHeaders, type Refusal, type RefusalStatus } from "./http/malformed-request.ts";
export { listenForMetrics, type MetricsListener, type ReadableMetrics } from "./http/metrics-listener.ts";
export { PathRouter, type PathMatch } from "./http/path-router.ts";
export { normalTarget } from "./http/request-target.ts";
export { JsonProblem, mostJsonValues, parseStrictJson } from "./http/strict-json.ts";
export { comesFromElsewhere, csrfTokenOf, isCsrfTokenOf } from "./pages/csrf.ts";
export { durationText, numberWithUnit } from "./pages/duration-text.ts";
export { dateTimeFormat, numberFormat } from "./pages/formats.ts";
export {
  acceptedTags,
  chooseLanguage,
  isLanguage,
  languages,
  sentenceSpace,
  type Language,
} from "./pages/language.ts";
export { frameStyle } from "./pages/frame-style.ts";
export { type ContentLanguages, type LanguageForm, languageNames, PageFrame } from "./pages/page-frame.tsx";
export { TableCell, type TableColumn, TableHead } from "./pages/table-parts.tsx";
export { createLog, logLevels, type Logger, type LogLevel, type LogOptions } from "./log.ts";
export { RefusalLines } from "./refusal-lines.ts";
export { createSealer, readKeys, SealError, type Sealer } from "./encryption/sealer.ts";
