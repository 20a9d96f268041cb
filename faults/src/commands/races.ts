import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { signIn, type ConsentingPerson } from "../seed/consent.ts";
import { credentials } from "../seed/declaration.ts";
import { callApi, pathWithQuery, type CallResult } from "../wire/api-call.ts";
import { raceCalls } from "../wire/last-byte-sync.ts";

const nodeCounts = [1, 3] as const;
const fewestCopies = 20;
const mostCopies = 50;
/** Codes that are raced at a time, each by copies of its own: while some wait for their last byte others work. */
const lanes = 3;

/** `races`: many copies of one exchange arrive in the same instant, at one node and at several. */
export const races: FaultCommand = {
  name: "races",
  says: "Sends 20 to 50 copies of one code exchange at the same instant, to 1 and to 3 nodes: one of them gets tokens",
  unit: "raced rounds per engine",
  rounds: { full: 2000, smoke: 40 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) {
    await using stage = await openStage(engine, { people: lanes });
    for (const nodes of nodeCounts) {
      const share = Math.ceil(rounds / nodeCounts.length);
      progress(`${engine}, ${nodes} nodes: ${share} rounds`);
      tallies.push(await raceOn(stage, nodes, share));
    }
  }
  return { table: tableOf(tallies), violations: tallies.flatMap(({ violations }) => violations) };
}

/** What the rounds on one engine and number of nodes came to. */
interface Tally {
  readonly engine: Engine;
  readonly nodes: number;
  rounds: number;
  copies: number;
  /** Answers with tokens, one a round when all is well. */
  exchanged: number;
  /** Rounds in which more than one copy got tokens. */
  doubles: number;
  readonly violations: string[];
}

function tableOf(tallies: readonly Tally[]) {
  return {
    columns: ["engine", "nodes", "rounds", "copies sent", "exchanged", "double spends"],
    rows: tallies.map((tally) => [
      tally.engine,
      tally.nodes,
      tally.rounds,
      tally.copies,
      tally.exchanged,
      tally.doubles,
    ]),
  };
}

async function raceOn({ engine, database, folder }: Stage, nodes: number, rounds: number): Promise<Tally> {
  await using running = await startNodes(nodes, { database, folder });
  const tally: Tally = { engine, nodes, rounds: 0, copies: 0, exchanged: 0, doubles: 0, violations: [] };
  let left = rounds;
  const lane = async (_: unknown, index: number) => {
    const url = running.urls[index % nodes] ?? "";
    const person = await signIn(url, {
      username: `person-${index}`,
      password: credentials.ada.password,
    });
    while (left > 0) {
      left -= 1;
      await raceOnce(person, running.urls, tally);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return tally;
}

async function raceOnce(person: ConsentingPerson, urls: readonly string[], tally: Tally): Promise<void> {
  const code = await person.allow();
  const path = pathWithQuery("/api/oauth2/access_token", {
    ...credentials.application,
    code,
    grant_type: "authorization_code",
  });
  const copies = fewestCopies + Math.floor(Math.random() * (mostCopies - fewestCopies + 1));
  const results = await raceCalls(
    Array.from({ length: copies }, (_, copy) => ({ url: urls[copy % urls.length] ?? "", path })),
  );
  const winners = results.filter((result) => typeOf(result) === "");
  tally.rounds += 1;
  tally.copies += copies;
  tally.exchanged += winners.length;
  if (winners.length > 1) tally.doubles += 1;
  const problems = [...problemsOf(results, winners), ...(await checkTokens(winners, urls))];
  tally.violations.push(...problems.map((problem) => `${tally.engine}, ${tally.nodes} nodes: ${problem}`));
}

function problemsOf(results: readonly CallResult[], winners: readonly CallResult[]): readonly string[] {
  const strange = new Set(results.map(typeOf).filter((type) => type !== "" && type !== "invalid_grant"));
  return [
    ...(winners.length === 1 ? [] : [`${winners.length} of ${results.length} copies got tokens`]),
    ...[...strange].map((type) => `a copy was answered ${type}`),
  ];
}

/** What one copy got must work on every node: that others were refused has not taken it back. */
async function checkTokens(
  winners: readonly CallResult[],
  urls: readonly string[],
): Promise<readonly string[]> {
  const { appid } = credentials.application;
  const calls = winners.flatMap((winner) =>
    winner.status === "none" ? [] : urls.map((url) => ({ url, tokens: winner.body.data })),
  );
  const results = await Promise.all(
    calls.map(({ url, tokens }) => {
      const { access_token, openid } = tokens;
      const parameters = { appid, access_token: String(access_token), openid: String(openid) };
      return callApi(url, pathWithQuery("/api/oauth2/user", parameters));
    }),
  );
  return results
    .map(typeOf)
    .filter((type) => type !== "")
    .map((type) => `what the exchange gave was answered ${type}`);
}

/** The error type of an answer, empty when there is none; and no answer is an error of its own. */
function typeOf(result: CallResult): string {
  return result.status === "none" ? `nothing (${result.reason})` : result.body.error.type;
}
