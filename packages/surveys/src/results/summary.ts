/** One of the things that were counted: an option, a mark, a row. */
export interface SummaryPart {
  readonly id: string;
  readonly label: string;
  /** Whether the newest version does not have it any more. */
  readonly isArchived: boolean;
}

/** How often something was chosen. */
export interface CountedPart extends SummaryPart {
  readonly count: number;
  /** Of those who answered the question, from 0 to 1. */
  readonly share: number;
}

/** An option of a ranking. */
export interface RankedPart extends CountedPart {
  /** The mean of the places that it was given, from 1; undefined when it was given none. */
  readonly meanPlace: number | undefined;
  /** How often it was given each place, the first one first. */
  readonly places: readonly number[];
}

/** A row of a matrix in which options were chosen. */
export interface ChoiceRow extends SummaryPart {
  /** How often each column was chosen, in the order of the columns. */
  readonly counts: readonly number[];
  /** How many answers the counts are shares of. */
  readonly answered: number;
}

/** What marks come to. */
export interface MarkFigures {
  readonly answered: number;
  /** Undefined without marks. */
  readonly mean: number | undefined;
  readonly median: number | undefined;
  /** Standard deviation of a sample; undefined for fewer than two marks. */
  readonly deviation: number | undefined;
}

/** A row of a matrix of marks. */
export interface MarkRow extends SummaryPart, MarkFigures {
  /** How often each mark was given, in the order of the marks. */
  readonly counts: readonly number[];
}

/** What the numbers in a cell come to. */
export interface NumberCell extends Omit<MarkFigures, "answered" | "median"> {
  /** Answers that the figures are of. */
  readonly counted: number;
  readonly least: number | undefined;
  readonly greatest: number | undefined;
}

/** A row of a matrix of numbers. */
export interface NumberRow extends SummaryPart {
  /** In the order of the columns. */
  readonly cells: readonly NumberCell[];
}

/** The shares of a net promoter score, from 0 to 1, and the score from -100 to 100. */
export interface NetPromoterScore {
  readonly detractors: number;
  readonly passives: number;
  readonly promoters: number;
  readonly score: number;
}

/** The answers to one question, as its chart and its table show them. `answered` counts the answers to the question. */
export type Summary = { readonly answered: number } & (
  | { readonly kind: "choices"; readonly parts: readonly CountedPart[] }
  | { readonly kind: "ranking"; readonly parts: readonly RankedPart[] }
  | (MarkFigures & {
      readonly kind: "marks";
      readonly parts: readonly CountedPart[];
      readonly netPromoterScore: NetPromoterScore | undefined;
    })
  | (Omit<MarkFigures, "answered"> & {
      readonly kind: "numbers";
      /** Answers that the figures are of. */
      readonly counted: number;
      readonly least: number | undefined;
      readonly greatest: number | undefined;
      /** Whether the parts are ranges, each without its upper bound; single numbers otherwise. */
      readonly areRanges: boolean;
      readonly parts: readonly CountedPart[];
    })
  | {
      readonly kind: "choice_rows";
      readonly columns: readonly SummaryPart[];
      readonly rows: readonly ChoiceRow[];
    }
  | { readonly kind: "mark_rows"; readonly marks: readonly number[]; readonly rows: readonly MarkRow[] }
  | {
      readonly kind: "number_cells";
      readonly columns: readonly SummaryPart[];
      readonly rows: readonly NumberRow[];
    }
  // Texts, files and moments: how many there are.
  | { readonly kind: "texts" }
);
