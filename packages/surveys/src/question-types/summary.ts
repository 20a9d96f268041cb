/** How often each cell of a question was counted. */
export type Tallies = ReadonlyMap<string, number>;

/** The cell that counts answers to a question, whatever they are. No id looks like this. */
export const answeredCell = "*";

/** One line of a summary: an option, a mark or a rank. */
export interface SummaryEntry {
  /** The id of an option, or a mark. */
  readonly id: string;
  /** In words; rich text as it was written. */
  readonly label: string;
  readonly count: number;
  /** Of those who answered, 0 to 1; 0 when there are none. */
  readonly share: number;
}

/** What was answered to a question, or to one row of it. */
export interface SummaryGroup {
  /** The id of the row; "" for the question itself. */
  readonly id: string;
  /** The text of the row; "" for the question itself. */
  readonly label: string;
  /** How many answered it. */
  readonly answered: number;
  readonly entries: readonly SummaryEntry[];
  /** Of marks and ranks. */
  readonly mean?: number;
  readonly median?: number;
  /** Net promoter score, -100 to 100, of a scale from 0 to 10. */
  readonly promoterScore?: number;
}

/** What a chart and its table show of a question. */
export interface Summary {
  /** Answers with something given for the question. */
  readonly answered: number;
  /** None for texts, of which only the number is known. */
  readonly groups: readonly SummaryGroup[];
}

interface Counted {
  readonly id: string;
  readonly label: string;
}

/** A summary of a question without parts. */
export function oneGroup(tallies: Tallies, entries: readonly Counted[]): Summary {
  const answered = tallies.get(answeredCell) ?? 0;
  const group = { id: "", label: "", answered, entries: countEntries(tallies, "", entries, answered) };
  return { answered, groups: [group] };
}

/** A summary with a group for each row; each answered row has chosen at least one entry. */
export function rowGroups(tallies: Tallies, rows: readonly Counted[], entries: readonly Counted[]): Summary {
  const groups = rows.map((row) => {
    const answered = tallies.get(`${row.id}/${answeredCell}`) ?? 0;
    return { ...row, answered, entries: countEntries(tallies, `${row.id}/`, entries, answered) };
  });
  return { answered: tallies.get(answeredCell) ?? 0, groups };
}

/** A summary of which only the number of answers is known. */
export function countOnly(tallies: Tallies): Summary {
  return { answered: tallies.get(answeredCell) ?? 0, groups: [] };
}

/** The same with mean and median, of entries whose ids are numbers. */
export function withAverages(group: SummaryGroup): SummaryGroup {
  const count = group.entries.reduce((sum, entry) => sum + entry.count, 0);
  if (count === 0) return group;
  const sum = group.entries.reduce((total, entry) => total + Number(entry.id) * entry.count, 0);
  return { ...group, mean: sum / count, median: medianOf(group.entries, count) };
}

/** The same with the net promoter score: the share of 9 and 10 less that of 0 to 6, in percent. */
export function withPromoterScore(group: SummaryGroup): SummaryGroup {
  const count = group.entries.reduce((sum, entry) => sum + entry.count, 0);
  if (count === 0) return group;
  const within = (from: number, to: number) =>
    group.entries
      .filter(({ id }) => Number(id) >= from && Number(id) <= to)
      .reduce((sum, entry) => sum + entry.count, 0);
  return { ...group, promoterScore: ((within(9, 10) - within(0, 6)) / count) * 100 };
}

function countEntries(
  tallies: Tallies,
  prefix: string,
  entries: readonly Counted[],
  answered: number,
): readonly SummaryEntry[] {
  return entries.map(({ id, label }) => {
    const count = tallies.get(`${prefix}${id}`) ?? 0;
    return { id, label, count, share: answered === 0 ? 0 : count / answered };
  });
}

function medianOf(entries: readonly SummaryEntry[], count: number): number {
  const ascending = entries.toSorted((one, other) => Number(one.id) - Number(other.id));
  const at = (position: number): number => {
    let passed = 0;
    const found = ascending.find((entry) => (passed += entry.count) > position);
    return Number(found?.id);
  };
  return (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2;
}
