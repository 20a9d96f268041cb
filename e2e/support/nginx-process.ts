import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf } from "../../packages/database/test/support/postgres/process-family.ts";
import { outputOf } from "../../scripts/processes/run-program.ts";
import { RunningProgram } from "../../scripts/processes/running-program.ts";
import { findNginx } from "./find-nginx.ts";
import { freePort } from "../../packages/database/test/support/free-port.ts";

const SAMPLE = join(import.meta.dirname, "../../deploy/nginx/survey-platform.conf");
const WAITED_FOR_MS = 45_000;

/** The name that the sample configuration and its certificate have. */
export const PUBLIC_HOST = "survey.example";

/** What came back through the proxy. */
export type ProxiedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
};

/** How a request differs from a plain GET over TLS. */
export type ProxiedRequest = {
  readonly plain?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address that it comes from. */
  readonly from?: string;
  /** What it sends; then it is a POST unless it has a method. */
  readonly body?: string;
  readonly method?: string;
};

/**
 * Starts a real nginx on the sample configuration. Only what an installation changes too is replaced: the ports,
 * the certificate, the folder of the logs and the nodes.
 *
 * @param nodes addresses such as `127.0.0.1:8787`
 */
export async function startNginx(nodes: readonly string[]): Promise<NginxProcess> {
  const program = await findNginx();
  const folder = mkdtempSync(join(tmpdir(), "sop-nginx-"));
  const certificate = await makeCertificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const nginx = new NginxProcess(program, { folder, certificate, nodes, port, plainPort });
  try {
    await nginx.listening();
    return nginx;
  } catch (error) {
    await nginx[Symbol.asyncDispose]();
    throw error;
  }
}

type Places = {
  /** Holds its files; deleted in the end. */
  readonly folder: string;
  readonly certificate: string;
  readonly nodes: readonly string[];
  readonly port: number;
  readonly plainPort: number;
};

/** A running nginx; ends with `await using`. */
export class NginxProcess implements AsyncDisposable {
  readonly #places: Places;
  readonly #program: RunningProgram;

  constructor(program: string, places: Places) {
    const { folder } = places;
    this.#places = places;
    const file = join(folder, "nginx.conf");
    writeFileSync(file, mainConfiguration(folder));
    writeFileSync(join(folder, "survey-platform.conf"), sampleFor(places));
    this.#program = new RunningProgram(program, ["-p", folder, "-c", file]);
  }

  /** Everything in the logs so far. */
  get logs(): { readonly access: string; readonly error: string } {
    const read = (name: string) => readFileSync(join(this.#places.folder, name), "utf8");
    return { access: read("survey.log"), error: read("survey-error.log") };
  }

  /** Waits until the access log has something: nginx writes a line after it has sent the response. */
  async logged(what: string, isThere: (access: string) => boolean): Promise<void> {
    await this.#until(`did not log ${what}`, () => isThere(this.logs.access));
  }

  /**
   * Has requests go to these nodes from now on, as an operator does: by editing the file and a reload. Resolves when
   * the process that knows the former nodes has ended.
   */
  async route(nodes: readonly string[]): Promise<void> {
    const file = join(this.#places.folder, "survey-platform.conf");
    writeFileSync(file, sampleFor({ ...this.#places, nodes }));
    const former = await childrenOf(this.#program.pid);
    this.#program.signal("SIGHUP");
    await this.#until("still has the former nodes", async () => {
      const now = await childrenOf(this.#program.pid);
      return now.length > 0 && now.every((pid) => !former.includes(pid));
    });
  }

  /** Waits until it listens. @throws with what nginx says about the configuration */
  async listening(): Promise<void> {
    await this.#until("does not listen", () => this.#answers());
  }

  /** Sends a request, a GET unless it has a body, through the proxy, over TLS with its certificate checked unless said otherwise. */
  get(
    path: string,
    { plain = false, headers = {}, from, body, method }: ProxiedRequest = {},
  ): Promise<ProxiedAnswer> {
    const common = {
      host: "127.0.0.1",
      path,
      headers: { host: PUBLIC_HOST, ...headers },
      agent: false,
      method: method ?? (body === undefined ? "GET" : "POST"),
      ...(from !== undefined && { localAddress: from }),
    };
    return new Promise((resolve, reject) => {
      const request = plain
        ? requestHttp({ ...common, port: this.#places.plainPort })
        : requestHttps({
            ...common,
            port: this.#places.port,
            ca: this.#places.certificate,
            servername: PUBLIC_HOST,
          });
      request.once("error", reject).once("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.once("error", reject);
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      request.end(body);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program.stop().finally(() => rmSync(this.#places.folder, { recursive: true }));
  }

  async #until(complaint: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
    const lastMoment = Date.now() + WAITED_FOR_MS;
    while (!(await isTrue())) {
      if (!this.#program.isRunning || Date.now() > lastMoment) throw this.#program.error(complaint);
      await sleep(20);
    }
  }

  async #answers(): Promise<boolean> {
    return this.get("/", { plain: true }).then(
      () => true,
      () => false,
    );
  }
}

/** What a distribution's own nginx.conf does around the file, kept away from the machine's folders. */
function mainConfiguration(folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return [
    "daemon off;",
    // As root it would read files as somebody else, who may not enter the folder.
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    `pid ${folder}/nginx.pid;`,
    "error_log stderr warn;",
    "worker_processes 1;",
    "events {}",
    `http { access_log off; ${temporary.join(" ")} include ${folder}/survey-platform.conf; }`,
  ].join("\n");
}

function sampleFor({ folder, nodes, port, plainPort }: Places): string {
  const changes: readonly (readonly [string, string])[] = [
    ["server 127.0.0.1:8787;", nodes.map((node) => `server ${node};`).join(" ")],
    ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
    ["listen [::]:443 ssl;", ""],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen [::]:80;", ""],
    ["/etc/ssl/survey.example.pem", join(folder, "certificate.pem")],
    ["/etc/ssl/survey.example.key", join(folder, "certificate.key")],
    ["/var/log/nginx/", `${folder}/`],
  ];
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The sample configuration has no "${from}" any more`);
      return text.replaceAll(from, to);
    },
    readFileSync(SAMPLE, "utf8"),
  );
}

const CERTIFICATE = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2
  -subj /CN=${PUBLIC_HOST} -addext subjectAltName=DNS:${PUBLIC_HOST}`;

async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, "certificate.key"), join(folder, "certificate.pem")];
  const parameters = [...CERTIFICATE.split(/\s+/), "-keyout", key, "-out", certificate];
  await outputOf("openssl", parameters);
  return readFileSync(certificate, "utf8");
}
