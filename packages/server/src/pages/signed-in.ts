/** Who is signed in, and the token for the forms of that session. */
export interface SignedIn {
  readonly nickname: string;
  readonly username: string;
  readonly administrator: boolean;
  readonly csrf: string;
}
