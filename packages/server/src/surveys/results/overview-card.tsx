import { type FactCount, languageName, type Overview } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { Figures } from "../../pages/components/figures.tsx";
import type { AnswerPeriods } from "./answer-periods.ts";
import { durationText } from "./duration-text.ts";
import { FactTable } from "./fact-table.tsx";
import { figuresOf } from "./figures.ts";
import { nameIn } from "./name-in.ts";
import { PeriodsCard } from "./periods-card.tsx";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the cards show. */
export type OverviewCardProps = {
  readonly language: Language;
  readonly timeZone: string;
  readonly overview: Overview;
  readonly periods: AnswerPeriods;
  readonly dropOff: readonly number[];
};

/** What is known of whole answers: how many, when, how long, on what. */
export function OverviewCard(props: OverviewCardProps): JSX.Element {
  const { language, overview } = props;
  const { overview: words } = resultsTextsFor(language);
  const { count } = figuresOf(language);
  const { medianSeconds, answers, devices, channels, languages } = overview;
  return (
    <>
      <div class="card stack">
        <Figures
          items={[
            { term: words.answers, details: count(answers) },
            {
              term: words.medianDuration,
              details: medianSeconds === undefined ? "–" : durationText(medianSeconds, language),
            },
          ]}
        />
      </div>
      <PeriodsCard {...props} />
      <div class="card-grid">
        <FactTable
          {...{ language, answers }}
          title={words.devices}
          header={words.device}
          facts={named(devices, words.deviceNames)}
        />
        <FactTable
          {...{ language, answers }}
          title={words.channels}
          header={words.channel}
          facts={named(channels, words.channelNames)}
        />
        <FactTable
          {...{ language, answers }}
          title={words.languages}
          header={words.language}
          facts={languages.map(({ id, count: given }) => ({
            label: languageName(id, language),
            count: given,
          }))}
        />
        <DropOffCard {...props} />
      </div>
    </>
  );
}

/** Facts with their names in the language; a channel may have a name of its own. */
function named(facts: readonly FactCount[], names: Readonly<Record<string, string>>) {
  return facts.map(({ id, count }) => ({ label: nameIn(names, id), count }));
}

function DropOffCard({ language, dropOff }: OverviewCardProps): JSX.Element | null {
  const { overview: words } = resultsTextsFor(language);
  const total = dropOff.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return (
    <FactTable
      language={language}
      title={words.dropOff}
      header={words.page}
      text={words.dropOffText(figuresOf(language).count(total))}
      answers={total}
      facts={dropOff.map((count, at) => ({ label: words.pageName(at + 1), count }))}
    />
  );
}
