import { type ImportLoss, type ImportLossCode, shortLoss } from "../model/import-loss.ts";

/** What a survey of another system does beside asking. None of it exists here yet: it is carried as the file has it, and named. */
export interface NeutralExtras {
  readonly quotas?: readonly NeutralQuota[];
  readonly scores?: readonly NeutralScore[];
  readonly calculations?: readonly NeutralCalculation[];
  readonly repeats?: readonly NeutralRepeat[];
}

/** How many answers of a kind are taken. */
export interface NeutralQuota {
  readonly name: string;
  /** Left out where the file has none. */
  readonly limit?: number | undefined;
}

/** What answers are worth. */
export interface NeutralScore {
  /** The question; "" for a sum, which has a name. */
  readonly question: string;
  readonly name: string;
  /** By code of an option. */
  readonly points?: Readonly<Record<string, number>>;
}

/** A value that follows from answers. */
export interface NeutralCalculation {
  /** Where the file has it; "" for the survey. */
  readonly at: string;
  /** In the words of the file. */
  readonly text: string;
}

/** Questions that are asked again. */
export interface NeutralRepeat {
  readonly name: string;
  readonly questions: readonly string[];
}

/** Names all of it for the report. */
export function lossesOfExtras(extras: NeutralExtras): readonly ImportLoss[] {
  const { quotas = [], scores = [], calculations = [], repeats = [] } = extras;
  return [
    ...quotas.map(({ name, limit }) =>
      loss("", "setting", `quota: ${name}${limit === undefined ? "" : ` (${limit})`}`),
    ),
    ...scores.map(({ question, name, points = {} }) =>
      loss(question, "calculation", `score: ${[name, ...pointsOf(points)].join(" ")}`),
    ),
    ...calculations.map(({ at, text }) => loss(at, "calculation", text)),
    ...repeats.map(({ name, questions }) =>
      loss(name, "setting", ["repeat", questions.join(", ")].filter((text) => text !== "").join(" of ")),
    ),
  ];
}

function loss(at: string, code: ImportLossCode, what: string): ImportLoss {
  return shortLoss({ at, code, what });
}

function pointsOf(points: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(points).map(([option, value]) => `${option}=${value}`);
}
