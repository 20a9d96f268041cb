import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import { createServer, type AddressInfo, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { outputOf } from "../../../../scripts/processes/run-program.ts";
import { checkClusterPorts, clusterPorts } from "../../src/doctor/cluster-ports.ts";

const [clients, peers, patroni] = clusterPorts;
const makeCertificate = join(import.meta.dirname, "../../../../deploy/postgres-ha/make-certificate.sh");
let certificate: Pick<ServerOptions, "ca" | "cert" | "key">;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "sop-cluster-ports-"));
  await outputOf("sh", [makeCertificate, "server", "IP:127.0.0.1"], { cwd: folder });
  const [ca, cert, key] = ["ca.crt", "server.crt", "server.key"].map((name) =>
    readFileSync(join(folder, name)),
  );
  certificate = { ca, cert, key };
  rmSync(folder, { recursive: true });
});

async function portOf(server: TcpServer | Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // A listening TCP server has an address of this shape.
  return (server.address() as AddressInfo).port;
}

const says =
  (body: string, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end(body);

const etcd = says('{"etcdserver":"3.4.23","etcdcluster":"3.4.0"}');
const standby = says('{"state":"running","role":"replica","patroni":{"version":"3.0.2"}}', 503);

const http = (listener: RequestListener) => portOf(createHttpServer(listener));
const https = (listener: RequestListener, options: ServerOptions = {}) =>
  portOf(createHttpsServer({ ...certificate, ...options }, listener));
const withClients = { requestCert: true, rejectUnauthorized: true };

const check = (ports: readonly [number, number, number], withinMilliseconds?: number) =>
  checkClusterPorts(["127.0.0.1"], {
    ports: [
      { ...clients, port: ports[0] },
      { ...peers, port: ports[1] },
      { ...patroni, port: ports[2] },
    ],
    ...(withinMilliseconds !== undefined && { withinMilliseconds }),
  });

const closed = 1;
const allClosed = [
  { level: "ok", check: "cluster-ports", says: expect.stringContaining("No etcd or Patroni") },
];

test("every port of a cluster that responds without a certificate is warned of, with what to do", async () => {
  const findings = await check([await http(etcd), await http(etcd), await http(standby)]);
  expect(findings.map(({ level }) => level)).toEqual(["warning", "warning", "warning"]);
  expect(findings.map((finding) => finding.says.split(" on port ")[0])).toEqual([
    "etcd on 127.0.0.1 responds",
    "etcd on 127.0.0.1 responds",
    "Patroni on 127.0.0.1 responds",
  ]);
  for (const { todo } of findings) expect(todo).toContain("docs/guides/postgres-ha.md");
});

test("encryption without client certificates is not enough", async () => {
  const findings = await check([await https(etcd), closed, await https(standby)]);
  expect(findings.map(({ level }) => level)).toEqual(["warning", "warning"]);
});

test("ports that require a client certificate are as they should be", async () => {
  const ports = [https(etcd, withClients), https(etcd, withClients), https(standby, withClients)] as const;
  expect(await check(await Promise.all(ports))).toEqual(allClosed);
});

test("neither a closed port, nor another service, nor a silent or endless one is a finding", async () => {
  expect(await check([closed, closed, closed])).toEqual(allClosed);
  const others = [says("[]"), says('{"server":"x"}'), says("null")] as const;
  expect(await check([await http(others[0]), await https(others[1]), await http(others[2])])).toEqual(
    allClosed,
  );
  const silent = await portOf(createServer((socket) => socket.on("error", () => undefined)));
  const endless = await http((_, response) => {
    const write = (): void => {
      while (response.write(" ".repeat(10_000)) && !response.destroyed);
    };
    response.on("drain", write);
    write();
  });
  expect(await check([silent, endless, closed], 200)).toEqual(allClosed);
});

test("without hosts nothing is tried and nothing said", async () => {
  expect(await checkClusterPorts([])).toEqual([]);
});
