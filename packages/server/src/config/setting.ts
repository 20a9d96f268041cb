/** One setting: where it comes from, what it means, and how its text is read. */
export interface Setting<Value> {
  /** The flag of the command line, without dashes. */
  readonly flag: string;
  readonly variable: string;
  /** The text that counts when nothing is given. */
  readonly default: string;
  /** Unit, or the values that it takes. */
  readonly unit: string;
  readonly description: string;
  /** @throws Error that says what the text must be */
  read(text: string): Value;
  /** What of the text may be shown; the whole of it without this. */
  readonly shown?: (text: string) => string;
}

/** A setting, with the variable of its name. */
export function setting<Value>(one: Omit<Setting<Value>, "variable">): Setting<Value> {
  return { ...one, variable: `SOP_${one.flag.toUpperCase().replaceAll("-", "_")}` };
}
