/** Something wrong at one place inside a value. */
export interface Problem {
  /** Keys and array positions from the value's top to the place; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** What is wrong, in words that follow the name of the place: "must be a text". */
  readonly message: string;
}

/** Collects problems below one place, so that a reader of a value never has to know its place. */
export interface ProblemSink {
  /** Notes a problem at this place. */
  readonly refuse: (message: string) => void;
  /** The sink of a place inside this one. */
  readonly within: (key: string | number) => ProblemSink;
}

/** A sink that appends to `problems`, beginning at `path`. */
export function problemSink(problems: Problem[], path: Problem["path"] = []): ProblemSink {
  return {
    refuse: (message) => {
      problems.push({ path, message });
    },
    within: (key) => problemSink(problems, [...path, key]),
  };
}
