/** What the status page and the command line show of one application. */
export interface ApplicationStatus {
  readonly appid: string;
  /** 0 while there is no token. */
  readonly version: number;
  readonly fingerprint: string;
  readonly ageSeconds: number;
  readonly expiresInSeconds: number;
  /** Undefined while no renewal is planned: nothing to renew, or renewals are frozen. */
  readonly renewsInSeconds: number | undefined;
  readonly isRenewing: boolean;
  /** Whether a mint was begun whose outcome is not stored. */
  readonly isInDoubt: boolean;
  /** Why the hub cannot get a new token at the moment; undefined when all is well. */
  readonly problem: string | undefined;
  /** Renewals by other programs that this process noticed. */
  readonly foreignRenewals: number;
  /** Whether a foreign refresher keeps the hub from renewing (policies `yield` and `freeze`). */
  readonly isHeldBack: boolean;
}
