import { describe, expect, test } from "vitest";
import { createClient } from "../../src/create-client.ts";
import { fromTeamSecret } from "../../src/token-source/from-team-secret.ts";
import { connect, countCalls, teamCredentials } from "../support/wire.ts";

function startTeam() {
  const { mock, platform, clock } = connect();
  const source = fromTeamSecret(platform, teamCredentials);
  return { mock, clock, source, client: createClient({ platform, source }) };
}

const times = <Result>(count: number, make: () => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: count }, make);

describe("on a platform where only the newest team token is valid", () => {
  test("50 concurrent callers who find no token ask for one token, once", async () => {
    const { client, mock } = startTeam();
    const lists = await Promise.all(times(50, () => client.surveys.list()));
    expect(lists.map(({ total }) => total)).toEqual(Array.from({ length: 50 }, () => 1));
    expect(countCalls(mock)).toEqual({ token: 1, data: 50 });
    expect(mock.mints).toHaveLength(1);
  });

  test("50 concurrent callers whose token was overridden by somebody else ask once, and none of them fails", async () => {
    const { client, mock } = startTeam();
    await client.surveys.list();
    mock.mintElsewhere();
    const results = await Promise.allSettled(times(50, () => client.surveys.list()));
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(mock.mints.map(({ by }) => by)).toEqual(["caller", "foreign", "caller"]);
    expect(mock.calls.filter(({ outcome }) => outcome === "invalid_token")).toHaveLength(50);
  });

  test("20 callers who go on through three rotations see no failed call, and each rotation is healed by one request", async () => {
    const { client, mock } = startTeam();
    await client.surveys.list();
    const over = new AbortController();
    let calls = 0;
    const callers = times(20, async () => {
      while (!over.signal.aborted) {
        await client.surveys.list();
        calls += 1;
        await nextTurn();
      }
    });
    for (let rotation = 0; rotation < 3; rotation += 1) {
      await reach(() => calls > 200 * (rotation + 1));
      mock.mintElsewhere();
    }
    await reach(() => calls > 800);
    over.abort();
    await Promise.all(callers);
    expect(mock.mints.filter(({ by }) => by === "foreign")).toHaveLength(3);
    expect(mock.mints.filter(({ by }) => by === "caller")).toHaveLength(4);
  });

  test("20 callers who go on while the source renews on time see no failed call", async () => {
    const { client, mock, clock } = startTeam();
    for (let rotation = 0; rotation < 3; rotation += 1) {
      await Promise.all(times(20, () => client.surveys.list()));
      clock.now += 7_000_000;
    }
    await Promise.all(times(20, () => client.surveys.list()));
    expect(mock.mints).toHaveLength(4);
    expect(mock.calls.filter(({ outcome }) => outcome !== "OK")).toEqual([]);
  });
});

/** The mock responds within a turn of the event loop: an endless caller has to give others theirs. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function reach(isReached: () => boolean): Promise<void> {
  while (!isReached()) await nextTurn();
}
