import type { JSX } from "hono/jsx/jsx-runtime";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { DataTable } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { TokenQuota } from "../store/installation/rate-limit-table.ts";
import type { CredentialsPageProps } from "./credentials-section.ts";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";
import { UsageChart } from "./usage-chart.tsx";
import { usageSteps, type UsagePeriod, type UsageStep } from "./usage-periods.ts";

/** What the page shows. */
export type UsagePageProps = CredentialsPageProps & {
  readonly timeZone: string;
  readonly quota: TokenQuota;
  readonly step: UsageStep;
  /** The oldest first; or why there are none. */
  readonly usage: readonly UsagePeriod[] | "off" | "unavailable";
};

/** How much an application calls, and how much it may. */
export function UsagePage(props: UsagePageProps): JSX.Element {
  const { language, Frame, usage } = props;
  const { usage: words, log } = credentialsTextsFor(language);
  return (
    <Frame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <QuotaCard {...props} />
      <div class="card">
        <h2>{words.calls}</h2>
        {typeof usage === "string" ? (
          <Notice tone={usage === "off" ? "info" : "warning"} role="status">
            {log[usage]}
          </Notice>
        ) : (
          <Periods {...props} periods={usage} />
        )}
      </div>
    </Frame>
  );
}

function QuotaCard({ language, timeZone, quota }: UsagePageProps): JSX.Element {
  const { usage: words } = credentialsTextsFor(language);
  const { limit, remaining, perMinute, wholeAt } = quota;
  const moment = <Moment at={wholeAt} timeZone={timeZone} language={language} precision="second" />;
  return (
    <div class="card">
      <h2>{words.quota}</h2>
      <p>{words.quotaText(limit, perMinute)}</p>
      <DefinitionList
        items={[
          { term: words.limit, details: String(limit) },
          { term: words.used, details: String(limit - remaining) },
          { term: words.whole, details: remaining === limit ? words.wholeNow : moment },
        ]}
      />
      <p class="fine-print">{words.headers}</p>
    </div>
  );
}

type PeriodsProps = UsagePageProps & { readonly periods: readonly UsagePeriod[] };

function Periods(props: PeriodsProps): JSX.Element {
  const { language, kind, periods } = props;
  const { usage: words } = credentialsTextsFor(language);
  const isEmpty = periods.every(({ served, refused }) => served + refused === 0);
  return (
    <>
      <Steps {...props} />
      {isEmpty ? (
        <>
          <h3>{words.emptyTitle}</h3>
          <p>{words.emptyText[kind]}</p>
          <p>
            <a href="/docs/api">{words.reference}</a>
          </p>
        </>
      ) : (
        <>
          <Chart {...props} />
          <details>
            <summary>{words.showTable}</summary>
            <PeriodTable {...props} />
          </details>
        </>
      )}
    </>
  );
}

function Steps({ language, address, step }: PeriodsProps): JSX.Element {
  const { usage: words } = credentialsTextsFor(language);
  return (
    <nav class="section-navigation" aria-label={words.steps}>
      {usageSteps.map((one) => (
        <a href={`${address}/usage?by=${one}`} aria-current={one === step ? "page" : undefined}>
          {words.by[one]}
        </a>
      ))}
    </nav>
  );
}

function Chart({ language, timeZone, step, periods }: PeriodsProps): JSX.Element {
  const { usage: words } = credentialsTextsFor(language);
  const most = Math.max(...periods.map(({ served, refused }) => served + refused));
  const precision = precisionOf(step);
  const name = (at: number): JSX.Element => <Moment {...{ at, timeZone, language, precision }} />;
  return (
    <UsageChart
      periods={periods}
      label={words.chart[step]}
      served={words.served}
      refused={words.refused}
      most={words.most[step](most)}
      first={name(periods[0]?.startedAt ?? 0)}
      last={name(periods.at(-1)?.startedAt ?? 0)}
    />
  );
}

/** The start of an hour is a time of a day. */
function precisionOf(step: UsageStep) {
  return step === "hour" ? "minute" : step;
}

function PeriodTable({ language, timeZone, step, periods }: PeriodsProps): JSX.Element {
  const { usage: words } = credentialsTextsFor(language);
  return (
    <DataTable
      caption={words.caption[step]}
      rows={periods.toReversed()}
      columns={[
        {
          header: words.period[step],
          isRowHeader: true,
          cell: ({ startedAt }) => (
            <Moment {...{ at: startedAt, timeZone, language, precision: precisionOf(step) }} />
          ),
        },
        { header: words.served, cell: ({ served }) => String(served) },
        { header: words.refused, cell: ({ refused }) => String(refused) },
        { header: words.withoutLine, cell: ({ withoutLine }) => String(withoutLine) },
      ]}
    />
  );
}
