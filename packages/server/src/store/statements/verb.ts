import type { StoreQueries } from "./queries.ts";

/**
 * A change of the database, as a function of a transaction. It may run more than once.
 *
 * A verb that needs locks names them next to it, from its own arguments:
 *
 *     export async function renameTeam(transaction: StoreQueries, { teamId, name }: TeamRenaming) { … }
 *     renameTeam.locks = ({ teamId }: TeamRenaming) => [teamLock(teamId)];
 *
 * Inside of another verb's transaction it is called like any function, and its locks have to be held already.
 */
export interface Verb<Given extends readonly unknown[], Result> {
  (transaction: StoreQueries, ...given: Given): Promise<Result>;
  /** Names of the locks, or what reads them before the transaction begins. */
  readonly locks?: (
    // Not `Given`, from which the compiler would infer that a verb has no more arguments than its locks need.
    ...given: { readonly [Index in keyof Given]: Given[Index] }
  ) => LockNames | ((reader: StoreQueries) => Promise<LockNames>);
}

type LockNames = readonly string[];
