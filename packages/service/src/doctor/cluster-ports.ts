import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import type { Finding } from "./finding.ts";

/** A port that belongs to the machines of a cluster alone, and how its service is recognized. */
interface ClusterPort {
  readonly port: number;
  readonly service: "etcd" | "Patroni";
  readonly path: string;
  /** A member of the JSON object that the path gives. */
  readonly member: string;
  /** What a caller can do with it. */
  readonly danger: string;
}

const choosesPrimary = "can choose which server is the primary, or stop the cluster";

/** The ports of `deploy/postgres-ha`, which are those that etcd and Patroni have by default. */
export const clusterPorts: readonly [ClusterPort, ClusterPort, ClusterPort] = [
  { port: 2379, service: "etcd", path: "/version", member: "etcdserver", danger: choosesPrimary },
  { port: 2380, service: "etcd", path: "/version", member: "etcdserver", danger: choosesPrimary },
  {
    port: 8008,
    service: "Patroni",
    path: "/patroni",
    member: "patroni",
    danger: "can read the state of the cluster, and may fail it over",
  },
];

const check = "cluster-ports";
const largestBody = 65_536;

/** How the ports are tried. */
interface ClusterPortOptions {
  readonly ports?: readonly ClusterPort[];
  /** How long each response is waited for. */
  readonly withinMilliseconds?: number;
}

/**
 * Whether etcd and Patroni on the machines of a database respond to this machine without a certificate.
 *
 * @param hosts names or addresses of the database servers; none when there is nothing to try
 */
export async function checkClusterPorts(
  hosts: readonly string[],
  { ports = clusterPorts, withinMilliseconds = 2000 }: ClusterPortOptions = {},
): Promise<readonly Omit<Finding, "deviation">[]> {
  if (hosts.length === 0) return [];
  const tried = hosts.flatMap((host) => ports.map((port) => findingOf(host, port, withinMilliseconds)));
  const open = (await Promise.all(tried)).filter((finding) => finding !== undefined);
  if (open.length > 0) return open;
  const says = "No etcd or Patroni on the database servers responds to this machine without a certificate.";
  return [{ level: "ok", check, says }];
}

async function findingOf(
  host: string,
  port: ClusterPort,
  withinMilliseconds: number,
): Promise<Omit<Finding, "deviation"> | undefined> {
  const responds = await Promise.all(
    [requestHttp, requestHttps].map((send) => isOpen(send, { ...port, host, withinMilliseconds })),
  );
  if (!responds.includes(true)) return undefined;
  return {
    level: "warning",
    check,
    says: `${port.service} on ${host} responds on port ${port.port} without a client certificate: anyone who reaches it ${port.danger}.`,
    todo: `Require client certificates of the cluster's own authority, and let a firewall admit only the machines of the cluster to port ${port.port}; docs/guides/postgres-ha.md says how.`,
  };
}

type Send = typeof requestHttp | typeof requestHttps;

/** A port of a host, and how long its response is waited for. */
type Attempt = ClusterPort & { readonly host: string; readonly withinMilliseconds: number };

/** Never fails: what does not respond, or is another service, is not open. */
async function isOpen(send: Send, attempt: Attempt): Promise<boolean> {
  try {
    const body: unknown = JSON.parse(await bodyOf(send, attempt));
    return typeof body === "object" && body !== null && Object.hasOwn(body, attempt.member);
  } catch {
    return false;
  }
}

async function bodyOf(send: Send, { host, port, path, withinMilliseconds }: Attempt): Promise<string> {
  const signal = AbortSignal.timeout(withinMilliseconds);
  return await new Promise((resolve, reject) => {
    // Nothing secret is sent, so it does not matter who the server is.
    const options = { host, port, path, agent: false, signal, rejectUnauthorized: false } as const;
    const request = send(options, (response) => {
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > largestBody) response.destroy(new Error("the body is too long"));
      });
      text(response).then(resolve, reject);
    });
    request.on("error", reject).end();
  });
}
