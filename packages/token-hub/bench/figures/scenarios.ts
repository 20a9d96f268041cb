import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fleet, proxyClients, tokenClients, type Tally } from "./fleet.ts";
import { HubCluster } from "./hub-cluster.ts";
import { PlatformServer, team } from "./platform-server.ts";

/** One line of the table. */
export interface Figure {
  readonly what: string;
  readonly target: string;
  readonly seen: string;
  readonly isReached: boolean;
}

/** How much of everything. */
export interface Size {
  readonly kills: number;
  readonly rotations: number;
  readonly lostAnswerRenewals: number;
  readonly foreignRenewals: number;
  readonly hostileSeconds: number;
  readonly downSeconds: number;
}

/** What a scenario is measured with. */
export interface Setting {
  readonly size: Size;
  /** Makes an empty PostgreSQL database. @returns its address */
  readonly makePostgres: () => Promise<string>;
}

const quickly = { lease_seconds: 2, request_timeout_seconds: 0.6, poll_seconds: 0.5, drain_seconds: 2 };
const leaseMilliseconds = 2_000;

/** The hub's own defaults, where load, servers and platform are one process that is busy with 400 callers. */
const patiently = { request_timeout_seconds: 3, lease_seconds: 8 };

interface Scene {
  readonly platform: PlatformServer;
  readonly cluster: HubCluster;
  readonly tokenFleet: (servers: number, callers: number) => Fleet;
  readonly proxyFleet: (servers: number, callers: number) => Fleet;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Sets a scene, plays in it and clears it away. */
async function play(
  { hubs = 1, database = "sqlite:./hub.db", tokenSeconds, settings }: Staging,
  act: (scene: Scene) => Promise<Figure>,
): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), "token-hub-figures-"));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true }));
  const platform = new PlatformServer(tokenSeconds);
  await platform.start();
  opened.defer(() => platform.stop());
  const cluster = await HubCluster.start({
    folder,
    platform,
    hubs,
    database,
    settings: { ...quickly, ...settings },
  });
  opened.defer(() => cluster.stop());
  const places = { hubUrls: cluster.urls, caller: cluster.caller, platformUrl: platform.url };
  return await act({
    platform,
    cluster,
    tokenFleet: (servers, callers) => new Fleet(tokenClients(servers, places), callers),
    proxyFleet: (servers, callers) => new Fleet(proxyClients(servers, places), callers),
  });
}

interface Staging {
  /** One unless given. */
  readonly hubs?: number;
  /** A file of SQLite unless given. */
  readonly database?: string;
  readonly tokenSeconds?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Short lives, so that renewals become due while somebody looks. */
const tokenSeconds = 8;

/** Lets the token die. Resolves when a hub had another one minted. */
async function replaceToken({ platform }: Scene): Promise<void> {
  const before = platform.mints;
  platform.mock.expireAccessTokens();
  await untilMints(platform, before + 1);
}

async function untilMints(platform: PlatformServer, mints: number): Promise<void> {
  while (platform.mints < mints) await pause(10);
}

/** 20 servers with 20 callers each, while the hub renews when it is due. */
export async function measureRotations({ size }: Setting): Promise<Figure> {
  return await play({ tokenSeconds, settings: patiently }, async ({ platform, tokenFleet }) => {
    const { tally, mints } = await rotateWith(tokenFleet(20, 20), platform, size.rotations);
    return {
      what: `20 servers × 20 callers, ${size.rotations} renewals`,
      target: "0 failed calls; mints = renewals",
      seen: `${failures(tally)} of ${tally.served}; ${mints} mints`,
      isReached: tally.failed === 0 && mints === size.rotations,
    };
  });
}

/** The same through the proxy. */
export async function measureProxy({ size }: Setting): Promise<Figure> {
  return await play({ tokenSeconds, settings: patiently }, async ({ platform, proxyFleet }) => {
    const { tally, mints } = await rotateWith(proxyFleet(20, 20), platform, size.rotations);
    const refused = platform.invalidTokens;
    return {
      what: "the same through the proxy",
      target: "0 invalid-token answers",
      seen: `${refused} invalid-token answers; ${failures(tally)} of ${tally.served}; ${mints} mints`,
      isReached: refused === 0 && tally.failed === 0 && mints === size.rotations,
    };
  });
}

async function rotateWith(fleet: Fleet, platform: PlatformServer, rotations: number) {
  await fleet.warmUp();
  fleet.start(200);
  const before = platform.mints;
  await untilMints(platform, before + rotations);
  // Well before the next one is due.
  await pause(1_000);
  const mints = platform.mints - before;
  return { tally: await fleet.stop(), mints };
}

/** 10,000 reports of one dead version over HTTP, all at once. */
export async function measureReports(): Promise<Figure> {
  const reports = 10_000;
  return await play(
    { settings: { request_timeout_seconds: 20, lease_seconds: 60 } },
    async ({ platform, cluster }) => {
      platform.mock.mintElsewhere();
      const before = platform.mints;
      const { callerId, callerSecret } = cluster.caller;
      const address = `${cluster.urls[0]}/v1/apps/${team.appid}/token/report`;
      const init = {
        method: "POST",
        body: '{"version":1}',
        headers: { authorization: `Bearer ${callerId}.${callerSecret}` },
      };
      const answers = await Promise.all(
        Array.from({ length: reports }, () =>
          fetch(address, init).then(async (answer) => (await answer.json()) as { access_token?: string }),
        ),
      );
      const right = answers.filter((answer) => answer.access_token === platform.mock.liveTeamToken()).length;
      const mints = platform.mints - before;
      return {
        what: "10,000 simultaneous reports of one dead version",
        target: "1 mint",
        seen: `${mints} mint; ${right} answered with the newest token`,
        isReached: mints === 1 && right === reports,
      };
    },
  );
}

/** The minting hub is killed at a random moment of its mint. */
export async function measureKills({ size, makePostgres }: Setting): Promise<Figure> {
  return await play(
    { hubs: 3, database: await makePostgres() },
    async ({ platform, cluster, tokenFleet }) => {
      const fleet = tokenFleet(50, 1);
      await fleet.warmUp();
      fleet.start(50);
      const mints: number[] = [];
      const times: number[] = [];
      platform.tokenDelay = 30;
      for (let kill = 0; kill < size.kills; kill += 1) {
        await Promise.all(cluster.hubs.map((hub) => hub.isReady()));
        await fleet.untilServed(100);
        const before = platform.mints;
        const killedAt = await killMinter(platform, cluster);
        while (!(await servesNewest(platform, cluster))) await pause(20);
        times.push(performance.now() - killedAt);
        await fleet.untilServed(50);
        mints.push(platform.mints - before);
      }
      const tally = await fleet.stop();
      const [most, longest] = [Math.max(...mints), Math.max(...times)];
      return {
        what: `kill -9 of the minting hub, 3 hubs on PostgreSQL, 50 servers, ${size.kills} kills`,
        target: "0 failed calls; at most 2 mints a kill; serving within lease + 1 s (3 s)",
        seen: `${failures(tally)} of ${tally.served}; at most ${most} mints; serving within ${(longest / 1000).toFixed(1)} s`,
        isReached: tally.failed === 0 && most <= 2 && longest <= leaseMilliseconds + 1_000,
      };
    },
  );
}

/** Lets the token die and kills whichever hub asks for the next one. @returns when */
async function killMinter(platform: PlatformServer, cluster: HubCluster): Promise<number> {
  const killed = Promise.withResolvers<number>();
  platform.onTokenRequest = (hub) => {
    platform.onTokenRequest = () => undefined;
    setTimeout(() => {
      cluster.hubs[hub]?.signal("SIGKILL");
      killed.resolve(performance.now());
    }, Math.random() * 40);
  };
  platform.mock.mintElsewhere();
  return await killed.promise;
}

/** Whether some hub hands out the platform's newest token. */
async function servesNewest(platform: PlatformServer, cluster: HubCluster): Promise<boolean> {
  const { callerId, callerSecret } = cluster.caller;
  const headers = { authorization: `Bearer ${callerId}.${callerSecret}` };
  const live = platform.mock.liveTeamToken();
  const looks = cluster.urls.map(async (url) => {
    const answer = await fetch(`${url}/v1/apps/${team.appid}/token`, {
      headers,
      signal: AbortSignal.timeout(500),
    });
    const { access_token: token } = (await answer.json()) as { readonly access_token?: string };
    if (token !== live) throw new Error("not the newest one");
  });
  return await Promise.any(looks).then(
    () => true,
    () => false,
  );
}

/** A minting hub is stopped for three leases, and goes on where it was. */
export async function measurePauses({ makePostgres }: Setting): Promise<Figure> {
  return await play(
    { hubs: 3, database: await makePostgres() },
    async ({ platform, cluster, tokenFleet }) => {
      const fleet = tokenFleet(20, 1);
      await fleet.warmUp();
      fleet.start(50);
      platform.tokenDelay = 50;
      const stopped = Promise.withResolvers<number>();
      platform.onTokenRequest = (hub) => {
        platform.onTokenRequest = () => undefined;
        cluster.hubs[hub]?.signal("SIGSTOP");
        stopped.resolve(hub);
      };
      platform.mock.mintElsewhere();
      const hub = await stopped.promise;
      await pause(3 * leaseMilliseconds);
      cluster.hubs[hub]?.signal("SIGCONT");
      await pause(1_500);
      await fleet.untilServed(100);
      const tally = await fleet.stop();
      const isNewest = await servesNewest(platform, cluster);
      return {
        what: "the minting hub stopped for three leases, then resumed",
        target: "0 failed calls; the newest token stored",
        seen: `${failures(tally)} of ${tally.served}; newest stored: ${isNewest ? "yes" : "no"}`,
        isReached: tally.failed === 0 && isNewest,
      };
    },
  );
}

/** A hub that cannot reach the platform, while the token dies. */
export async function measureCutOff({ makePostgres }: Setting): Promise<Figure> {
  return await play(
    { hubs: 3, database: await makePostgres() },
    async ({ platform, cluster, tokenFleet }) => {
      const fleet = tokenFleet(20, 1);
      await fleet.warmUp();
      fleet.start(50);
      platform.cutOff.add(0);
      platform.mock.mintElsewhere();
      await pause(4 * leaseMilliseconds);
      platform.cutOff.clear();
      await pause(1_000);
      await fleet.untilServed(100);
      const tally = await fleet.stop();
      const isNewest = await servesNewest(platform, cluster);
      return {
        what: "one of three hubs cut off from the platform for four leases while the token dies",
        target: "the newest token stored; 0 failed calls",
        seen: `newest stored: ${isNewest ? "yes" : "no"}; ${failures(tally)} of ${tally.served}`,
        isReached: isNewest && tally.failed === 0,
      };
    },
  );
}

/** One token answer in ten is lost after the mint. */
export async function measureLostAnswers({ size }: Setting): Promise<Figure> {
  return await play({}, async (scene) => {
    const { platform, tokenFleet } = scene;
    const fleet = tokenFleet(20, 1);
    await fleet.warmUp();
    fleet.start(50);
    const before = platform.mints;
    const lost = Math.max(1, Math.round(size.lostAnswerRenewals / 10));
    for (let renewal = 0; renewal < size.lostAnswerRenewals; renewal += 1) {
      if (renewal % 10 === 5) platform.mock.inject({ kind: "lost_answer", on: "token" });
      await fleet.untilServed(40);
      await replaceToken(scene);
    }
    await fleet.untilServed(40);
    const tally = await fleet.stop();
    const extra = platform.mints - before - size.lostAnswerRenewals;
    return {
      what: `10 % of token answers lost, ${size.lostAnswerRenewals} renewals`,
      target: "0 failed calls; at most 1 extra mint each",
      seen: `${failures(tally)} of ${tally.served}; ${extra} extra mints for ${lost} lost`,
      isReached: tally.failed === 0 && extra <= lost,
    };
  });
}

/** Somebody else mints again and again. */
export async function measureForeigner({ size }: Setting): Promise<Figure> {
  return await play({}, async ({ platform, cluster, tokenFleet }) => {
    const fleet = tokenFleet(20, 1);
    await fleet.warmUp();
    fleet.start(50);
    const times: number[] = [];
    for (let round = 0; round < size.foreignRenewals; round += 1) {
      await fleet.untilServed(40);
      const before = cluster.logged("foreign refresher");
      const startedAt = performance.now();
      platform.mock.mintElsewhere();
      while (cluster.logged("foreign refresher") === before) await pause(5);
      times.push(performance.now() - startedAt);
    }
    await fleet.untilServed(40);
    const tally = await fleet.stop();
    const longest = Math.max(...times);
    return {
      what: `foreign refresher, ${size.foreignRenewals} times`,
      target: "alarm within 2 s; 0 failed calls",
      seen: `alarm within ${(longest / 1000).toFixed(2)} s; ${failures(tally)} of ${tally.served}`,
      isReached: longest <= 2_000 && tally.failed === 0,
    };
  });
}

/** A caller that reports good tokens a hundred times a second. */
export async function measureHostility({ size }: Setting): Promise<Figure> {
  return await play({}, async ({ platform, cluster }) => {
    const before = platform.mints;
    const { callerId, callerSecret } = cluster.caller;
    const headers = { authorization: `Bearer ${callerId}.${callerSecret}` };
    const address = `${cluster.urls[0]}/v1/apps/${team.appid}/token/report`;
    const reports: Promise<unknown>[] = [];
    for (let index = 0; index < size.hostileSeconds * 100; index += 1) {
      reports.push(
        fetch(address, { method: "POST", body: '{"version":1}', headers }).then((answer) => answer.text()),
      );
      await pause(10);
    }
    await Promise.all(reports);
    const extra = platform.mints - before;
    return {
      what: `hostile caller, ${reports.length} reports of a good token at 100 a second`,
      target: "0 extra mints",
      seen: `${extra} extra mints`,
      isReached: extra === 0,
    };
  });
}

/** The hub is away while its token is good. */
export async function measureAbsence({ size }: Setting): Promise<Figure> {
  return await play({}, async ({ cluster, tokenFleet }) => {
    const fleet = tokenFleet(20, 1);
    await fleet.warmUp();
    fleet.start(50);
    await fleet.untilServed(40);
    const [hub] = cluster.hubs;
    await hub?.stop("SIGKILL");
    await pause(size.downSeconds * 1000);
    hub?.revive();
    await hub?.isReady();
    await fleet.untilServed(40);
    const tally = await fleet.stop();
    return {
      what: `hub down for ${size.downSeconds} s, token still valid`,
      target: "0 failed calls",
      seen: `${failures(tally)} of ${tally.served}`,
      isReached: tally.failed === 0,
    };
  });
}

function failures({ failed, reasons }: Tally): string {
  const why = Object.entries(reasons).map(([reason, times]) => `${times} × ${reason}`);
  return `${failed} failed${why.length === 0 ? "" : ` (${why.join("; ")})`}`;
}
