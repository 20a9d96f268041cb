import { numberFormat } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { healthLevels, type HealthFacts, type HealthOutcome } from "../../health/check-health.ts";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DataTable, EmptyState } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { AdministrationFrame, type AdministrationProps } from "./administration-frame.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** What was found out about the platform. */
export interface HealthReport extends Omit<HealthFacts, "config"> {
  /** The version of the platform that serves the page, and of its Node. */
  readonly release: string;
  readonly runtime: string;
  /** Where the database is, without its password. */
  readonly place: string;
  /** What a query of the database took. */
  readonly milliseconds: number;
  readonly outcomes: readonly HealthOutcome[];
}

/** What the page of the health shows. */
export type HealthPageProps = AdministrationProps & { readonly report: HealthReport };

/** Whether the platform is well: checks, database, request log and the processes that serve. */
export function HealthPage({ report, ...props }: HealthPageProps): JSX.Element {
  const { health: words, common } = administrationTextsFor(props.language);
  return (
    <AdministrationFrame {...props} title={common.health}>
      <Summary {...props} outcomes={report.outcomes} />
      <h2>{words.checks}</h2>
      <Checks {...props} outcomes={report.outcomes} />
      <p class="fine-print">{words.moreChecks}</p>
      <h2>{words.database}</h2>
      <DatabaseFacts {...props} report={report} />
      <h2>{words.requestLog}</h2>
      <RequestLogFacts {...props} report={report} />
      <h2>{words.nodes}</h2>
      <Nodes {...props} report={report} />
    </AdministrationFrame>
  );
}

type OutcomesProps = AdministrationProps & Pick<HealthReport, "outcomes">;

function Summary({ language, outcomes }: OutcomesProps) {
  const { health: words } = administrationTextsFor(language);
  const open = outcomes.filter((outcome) => ["error", "warning"].includes(healthLevels[outcome]));
  return open.length === 0 ? (
    <Notice tone="success">{words.good}</Notice>
  ) : (
    <Notice tone="warning">{words.attention(open.length)}</Notice>
  );
}

const badges = {
  error: "badge badge-error",
  warning: "badge badge-warning",
  note: "badge badge-neutral",
  ok: "badge badge-success",
} as const;

function Checks({ language, outcomes }: OutcomesProps) {
  const { health: words } = administrationTextsFor(language);
  return (
    <DataTable
      caption={words.checks}
      rows={outcomes}
      columns={[
        { header: words.check, isRowHeader: true, cell: (outcome) => words.outcomes[outcome].says },
        {
          header: words.state,
          cell: (outcome) => {
            const level = healthLevels[outcome];
            return <span class={badges[level]}>{words.levels[level]}</span>;
          },
        },
        { header: words.toDo, cell: (outcome) => words.outcomes[outcome].toDo },
      ]}
    />
  );
}

type ReportProps = AdministrationProps & { readonly report: HealthReport };

function DatabaseFacts({ language, report }: ReportProps) {
  const { health: words } = administrationTextsFor(language);
  const { database, place, milliseconds, freeSpace } = report;
  const { engine, version, bytes, connections, connectionLimit } = database;
  const size = (count: number) => sizeText(count, language);
  return (
    <DefinitionList
      items={[
        { term: words.engine, details: `${engine === "sqlite" ? "SQLite" : "PostgreSQL"} ${version}` },
        { term: words.place, details: <code>{place}</code> },
        { term: words.size, details: size(bytes) },
        ...(freeSpace === undefined ? [] : [{ term: words.freeSpace, details: size(freeSpace.bytes) }]),
        ...(connections === undefined || connectionLimit === undefined
          ? []
          : [{ term: words.connections, details: words.connectionsOf(connections, connectionLimit) }]),
        { term: words.responseTime, details: words.milliseconds(milliseconds) },
      ]}
    />
  );
}

const units = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size in the largest unit of which there is at least one. */
function sizeText(bytes: number, language: AdministrationProps["language"]): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length);
  const unit = units[power - 1];
  const format = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  return numberFormat(language, format).format(bytes / 1000 ** power);
}

/** Tenths of a second; without the sign that a negative zero would have. */
function secondsText(milliseconds: number): string {
  return (Math.round(milliseconds / 100) / 10 + 0).toFixed(1);
}

function RequestLogFacts({ language, report: { requestLog } }: ReportProps) {
  const { health: words } = administrationTextsFor(language);
  return (
    <DefinitionList
      items={[
        { term: words.state, details: requestLog.isOn ? words.on : words.off },
        { term: words.lines, details: words.linesOf(requestLog.written, requestLog.dropped) },
      ]}
    />
  );
}

function Nodes({ language, timeZone, report }: ReportProps) {
  const { health: words } = administrationTextsFor(language);
  const nodes = report.nodes;
  if (nodes.length === 0)
    return (
      <EmptyState title={words.noNodes}>
        <p>{words.noNodesText}</p>
      </EmptyState>
    );
  const moment = (at: number) => (
    <Moment at={at} timeZone={timeZone} language={language} precision="second" />
  );
  return (
    <>
      <p>{words.nodesText}</p>
      <DataTable
        caption={words.nodes}
        rows={nodes}
        columns={[
          { header: words.host, isRowHeader: true, cell: ({ host }) => host },
          { header: words.process, cell: ({ pid }) => String(pid) },
          { header: words.release, cell: ({ release, runtime }) => `${release}, Node ${runtime}` },
          {
            header: words.state,
            cell: ({ isServing }) => (
              <span class={`badge ${isServing ? "badge-success" : "badge-warning"}`}>
                {isServing ? words.serving : words.stopped}
              </span>
            ),
          },
          { header: words.started, cell: ({ startedAt }) => moment(startedAt) },
          { header: words.seen, cell: ({ seenAt }) => moment(seenAt) },
          {
            header: words.clock,
            cell: ({ clockAhead }) => words.clockAhead(secondsText(clockAhead)),
          },
          { header: words.dropped, cell: ({ linesDropped }) => String(linesDropped) },
        ]}
      />
    </>
  );
}
