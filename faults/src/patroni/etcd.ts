import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { assignToPostgres } from "../../../packages/database/test/support/postgres/postgres-cluster.ts";
import { until } from "../until.ts";
import { deployFolder, getWithCertificate, startDaemon } from "./programs.ts";

const withinMilliseconds = 180_000;

/** An etcd with a single member, configured by `etcd.env`. */
export interface Etcd extends AsyncDisposable {
  /** For clients, and for other members. */
  readonly ports: readonly [number, number];
}

/** @param folder holds the certificate */
export async function startEtcd(folder: string): Promise<Etcd> {
  const ports = [await freePort(), await freePort()] as const;
  const daemon = startDaemon("/usr/bin/etcd", [], folder, environmentIn(folder, ports));
  const health = `https://127.0.0.1:${ports[0]}/health`;
  const isHealthy = async () => (await getWithCertificate(health, folder)) !== undefined;
  try {
    await until("etcd responds", isHealthy, withinMilliseconds);
  } catch (error) {
    await daemon.kill();
    throw new Error(`etcd does not respond\n${daemon.stderr.slice(-3000)}`, { cause: error });
  }
  return { ports, [Symbol.asyncDispose]: () => daemon.kill() };
}

/** That of `etcd.env`, with other places and addresses. */
function environmentIn(
  folder: string,
  [clientPort, peerPort]: readonly [number, number],
): Readonly<Record<string, string>> {
  const data = join(folder, "etcd");
  mkdirSync(data, { mode: 0o700 });
  assignToPostgres(data);
  const text = readFileSync(join(deployFolder, "etcd.env"), "utf8").replaceAll("/etc/etcd/", `${folder}/`);
  const [clients, peers] = [clientPort, peerPort].map((port) => `https://127.0.0.1:${port}`) as [
    string,
    string,
  ];
  return {
    ...(parseEnv(text) as Record<string, string>),
    ETCD_DATA_DIR: data,
    ETCD_LISTEN_CLIENT_URLS: clients,
    ETCD_ADVERTISE_CLIENT_URLS: clients,
    ETCD_LISTEN_PEER_URLS: peers,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
    ETCD_INITIAL_CLUSTER: `etcd1=${peers}`,
  };
}
