/** A user with an account in the survey system. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly administrator: boolean;
  readonly disabled: boolean;
  /** The language that the user chose, if one was chosen. */
  readonly language: string | null;
  /** The IANA zone that the user chose, if one was chosen. */
  readonly timeZone: string | null;
}
