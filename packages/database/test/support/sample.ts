/** What a database begins with, made once and copied from then on. */
export interface Sample {
  /** Tells it from other samples of the same run. */
  readonly subject: string;
  /** Fills an empty database and leaves no connection to it behind. */
  readonly fill: (address: string) => Promise<void>;
}
